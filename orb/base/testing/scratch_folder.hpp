// SPDX-License-Identifier: Apache-2.0
// A folder of one test alone, gone at its end.
#pragma once
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include <stdlib.h>

namespace orbweaver {

class ScratchFolder {
 public:
  /// The system chooses a new name: a number of a process can come again, and a test that was
  /// killed leaves its folder. Throws std::filesystem::filesystem_error.
  ScratchFolder() {
    auto name = (std::filesystem::temp_directory_path() / "orbweaver-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw std::filesystem::filesystem_error{"mkdtemp", name, {errno, std::generic_category()}};
    path_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;  // another process may still write into it
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream{path_ / file, std::ios::binary} << text;
  }
  void write_program(const std::string& file, const std::string& script) const {
    write(file, "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(path_ / file, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string read(const std::string& file) const {
    std::ifstream stream{path_ / file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace orbweaver
