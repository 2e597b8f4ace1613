// SPDX-License-Identifier: Apache-2.0
// A new file that replaces another one once it is complete. Until then it has a temporary name. It
// is removed if it is not completed.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/files/open_file.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <string>
#include <utility>

namespace orbweaver::files {

class Replacement {
 public:
  /// Begins a file `name` in `folder`; `name` need not exist yet.
  [[nodiscard]] static Result<Replacement, os::SystemError> begin(os::UniqueFd folder,
                                                                  std::string name);
  Replacement(Replacement&& other) noexcept
      : folder_(std::move(other.folder_)),
        file_(std::move(other.file_)),
        name_(std::move(other.name_)),
        temporary_(std::exchange(other.temporary_, {})) {}
  Replacement& operator=(Replacement&&) = delete;
  ~Replacement();

  /// Copies `source` from its position to its end.
  [[nodiscard]] Result<void, os::SystemError> fill_from(OpenFile& source);
  [[nodiscard]] Result<void, os::SystemError> write(Bytes bytes);
  [[nodiscard]] Result<void, os::SystemError> finish(unsigned mode);

 private:
  Replacement(os::UniqueFd folder, OpenFile file, std::string name, std::string temporary)
      : folder_(std::move(folder)),
        file_(std::move(file)),
        name_(std::move(name)),
        temporary_(std::move(temporary)) {}

  os::UniqueFd folder_;
  OpenFile file_;
  std::string name_, temporary_;  // temporary_: empty once the file has its name
};

}  // namespace orbweaver::files
