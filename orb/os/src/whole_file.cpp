// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/whole_file.hpp>

#include <orbweaver/base/bytes.hpp>
#include <orbweaver/os/file.hpp>

#include <system_error>

namespace orbweaver::os {

namespace {

void discard(const std::filesystem::path& path) {
  std::error_code failure;
  std::filesystem::remove(path, failure);
}

Result<UniqueFd, SystemError> write_and_rename(const std::filesystem::path& fresh,
                                               const std::filesystem::path& path,
                                               std::string_view text, unsigned mode) {
  auto file = open_to_write(fresh, OpenToWrite::replace, mode);
  if (!file) return file;
  if (const auto written = write_all(file->get(), as_bytes(text)); !written)
    return unexpected{written.error()};
  if (const auto renamed = rename_file(fresh, path); !renamed) return unexpected{renamed.error()};
  return file;
}

}  // namespace

Result<UniqueFd, SystemError> replace_file(const std::filesystem::path& path, std::string_view text,
                                           unsigned mode) {
  const auto fresh = std::filesystem::path{path}.concat(".new");
  discard(fresh);  // of a program that was killed: it may have another mode
  auto file = write_and_rename(fresh, path, text, mode);
  if (!file) discard(fresh);
  return file;
}

}  // namespace orbweaver::os
