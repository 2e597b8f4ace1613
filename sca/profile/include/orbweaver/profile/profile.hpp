// SPDX-License-Identifier: Apache-2.0
// One profile: its model, and the faults in its own text.
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
  std::filesystem::path folder;             // of the file; relative names count from it
  Model model;                              // monostate: the file could not be read
  Findings findings;                        // about XML and structure
  std::vector<LocalFile> files;             // every file that the profile names

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&model);
  }
};

/// Limits for the reading of a profile.
struct ReadLimits {
  std::size_t bytes = 8U << 20U;
  std::size_t depth = 64;  // of nested elements
  std::size_t elements = 50'000;
  std::size_t attributes = 100;  // of one element
  /// The largest size in bytes of a file in an encoding such as UTF-16: neither UTF-8, ISO 8859 nor
  /// Windows 125x.
  std::size_t bytes_of_other_encodings = std::size_t{256} << 10U;
};

/// Lenient reading accepts any order of elements, and REDHAWK's additions. Strict reading also
/// reports what differs from the structure of SCA 2.2.2.
enum class Strictness { lenient, strict };

/// Parses the text of a profile; the root element decides which kind it is. Never fails: faults are
/// among the findings. Loads no DTD and no entity, and uses no network. `name` is for the
/// positions. Threads: any. Never blocks.
[[nodiscard]] Profile read_profile(std::string_view text, std::string name,
                                   const ReadLimits& limits = {},
                                   Strictness strictness = Strictness::lenient);

/// Returns "SAD", "SPD", ...; empty for a profile that could not be read.
[[nodiscard]] std::string_view kind_of(const Model& model);

}  // namespace orbweaver::profile
