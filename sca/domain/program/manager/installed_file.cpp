#include "installed_file.hpp"

#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

namespace orbweaver::domain {

namespace {

using Json = nlohmann::ordered_json;
using Done = Result<void, std::string>;

constexpr int kSchema = 1;

unexpected<std::string> failed(const std::filesystem::path& file, const char* call) {
  return unexpected(file.string() + ": " + os::describe(os::SystemError{errno, call}));
}

Done write_whole(const std::filesystem::path& file, std::string_view text) {
  constexpr mode_t kForUserAndReaders = 0644;
  const os::UniqueFd to{
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kForUserAndReaders)};
  if (to.get() < 0) return failed(file, "open");
  while (!text.empty()) {
    const auto written = ::write(to.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed(file, "write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(to.get()) != 0) return failed(file, "fsync");
  return {};
}

/// So that the new name outlasts a failure of power, too.
Done sync_folder_of(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."};
  const os::UniqueFd opened{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (opened.get() < 0 || ::fsync(opened.get()) != 0) return failed(folder, "fsync");
  return {};
}

}  // namespace

Result<InstalledFiles, std::string> read_installed(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return InstalledFiles{};
  std::ifstream from{file};
  std::ostringstream text;
  text << from.rdbuf();
  const auto read = Json::parse(text.str(), nullptr, false);
  const bool is_ours = read.is_object() && read.value("schema", 0) == kSchema &&
                       read.contains("installed") && read["installed"].is_array();
  if (!is_ours)
    return unexpected(file.string() + ": it is no state of orbweaver-domain-manager; move it away");
  InstalledFiles made;
  for (const auto& each : read["installed"])
    if (each.is_string()) made.push_back(each.get<std::string>());
  return made;
}

Result<void, std::string> write_installed(const std::filesystem::path& file,
                                          const InstalledFiles& installed) {
  auto fresh = file;
  fresh += ".new";
  const auto text = Json{{"schema", kSchema}, {"installed", installed}}.dump(
      2, ' ', false, Json::error_handler_t::replace);
  if (auto done = write_whole(fresh, text + "\n"); !done) return done;
  if (::rename(fresh.c_str(), file.c_str()) != 0) return failed(file, "rename");
  return sync_folder_of(file);
}

}  // namespace orbweaver::domain
