#include "folder_entries.hpp"

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <string_view>

namespace orbweaver::files {

Result<std::vector<std::string>, os::SystemError> entries_of(os::UniqueFd folder) {
  const auto close = [](DIR* stream) { (void)::closedir(stream); };
  const std::unique_ptr<DIR, decltype(close)> stream{::fdopendir(folder.get())};
  if (!stream) return unexpected{os::SystemError{errno, "opendir"}};
  (void)folder.release();  // the stream's now
  std::vector<std::string> names;
  errno = 0;
  while (const auto* const entry = ::readdir(stream.get())) {
    const std::string_view name{entry->d_name};
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  if (errno != 0) return unexpected{os::SystemError{errno, "readdir"}};
  return names;
}

}  // namespace orbweaver::files
