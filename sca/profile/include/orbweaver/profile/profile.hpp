// SPDX-License-Identifier: Apache-2.0
// One profile as it was read: its model, and what is wrong with it on its own.
#pragma once
#include <orbweaver/profile/finding.hpp>
#include <orbweaver/profile/model/das.hpp>
#include <orbweaver/profile/model/dcd.hpp>
#include <orbweaver/profile/model/dmd.hpp>
#include <orbweaver/profile/model/dpd.hpp>
#include <orbweaver/profile/model/prf.hpp>
#include <orbweaver/profile/model/sad.hpp>
#include <orbweaver/profile/model/scd.hpp>
#include <orbweaver/profile/model/spd.hpp>

#include <filesystem>
#include <string_view>
#include <variant>

namespace orbweaver::profile {

using Model = std::variant<std::monostate, SoftwareAssembly, SoftwarePackage, SoftwareComponent,
                           Properties, DeviceConfiguration, DomainManagerConfiguration,
                           DevicePackage, DeploymentEnforcement>;

struct Profile {
  std::shared_ptr<const std::string> name;  // as the user or another profile named it
  std::filesystem::path folder;             // of the file, for its relative names
  Model model;                              // monostate: the file could not be read
  Findings findings;                        // of XML and structure
  std::vector<LocalFile> files;             // every file that the profile names

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&model);
  }
};

/// Bounds on what a profile may cost to read.
struct ReadLimits {
  std::size_t bytes = 8U << 20U;
  std::size_t depth = 64;  // of nested elements
  std::size_t elements = 50'000;
  std::size_t attributes = 100;  // of one element
  /// The most bytes of a file in an encoding other than UTF-8, ISO 8859 and Windows 125x, such as
  /// UTF-16.
  std::size_t bytes_of_other_encodings = std::size_t{256} << 10U;
};

/// Lenient reading takes any order, and what REDHAWK adds. Strict reading also holds the file
/// against the structure of SCA 2.2.2.
enum class Strictness { lenient, strict };

/// Reads the text of a profile, of whichever kind its root element is. Never fails: what is wrong
/// is in the findings. No network, no DTD, no entities. `name` is for the positions.
/// Threads: any. Blocks: never.
[[nodiscard]] Profile read_profile(std::string_view text, std::string name,
                                   const ReadLimits& limits = {},
                                   Strictness strictness = Strictness::lenient);

/// "SAD", "SPD", ...; empty for a profile that could not be read.
[[nodiscard]] std::string_view kind_of(const Model& model);

}  // namespace orbweaver::profile
