// SPDX-License-Identifier: Apache-2.0
// The profiles of test/data, copied to a folder of the test's own, where it may spoil them.
#pragma once
#include <orbweaver/profile/check.hpp>

#include <filesystem>
#include <string>

#include "scratch_folder.hpp"

namespace orbweaver::profile {

class Sample {
 public:
  /// `good`: strictly SCA 2.2.2. `redhawk`: with additions.
  explicit Sample(const std::string& name = "good");

  [[nodiscard]] const std::filesystem::path& folder() const { return scratch_.path(); }
  [[nodiscard]] std::filesystem::path path(const std::string& file) const {
    return folder() / file;
  }
  [[nodiscard]] std::string read(const std::string& file) const;
  void write(const std::string& file, const std::string& text) const;

  /// Puts `to` where `from` stands first, and gives the line of that place. A test that names what
  /// is not there fails.
  int replace(const std::string& file, const std::string& from, const std::string& to) const;

  /// Checks all top-level profiles of the sample.
  [[nodiscard]] CheckReport check(CheckOptions options = {}) const;

 private:
  ScratchFolder scratch_;
};

/// "code file:line" of each finding, one a line; the file without its folder.
[[nodiscard]] std::string summary(const Findings& findings);

}  // namespace orbweaver::profile
