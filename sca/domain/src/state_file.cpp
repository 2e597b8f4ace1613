#include <orbweaver/domain/state_file.hpp>

#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string_view>

#include "record_json.hpp"

namespace orbweaver::domain {

namespace {

using Done = Result<void, std::string>;

constexpr int kOldSchema = 1;  // without applications
constexpr int kSchema = 2;

unexpected<std::string> failed(const std::filesystem::path& file, const char* call) {
  return unexpected(file.string() + ": " + os::describe(os::SystemError{errno, call}));
}

Done write_whole(const std::filesystem::path& file, std::string_view text) {
  constexpr mode_t kForUser = 0600;  // what it holds lets a reader call every component
  const os::UniqueFd to{::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kForUser)};
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

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Throws std::exception for what is no state.
DomainState state_of(const Json& json) {
  const int schema = json.at("schema");
  if (schema != kSchema && schema != kOldSchema) throw std::invalid_argument("schema");
  DomainState made;
  made.installed = json.at("installed").get<std::vector<std::string>>();
  if (schema == kOldSchema) return made;
  for (const auto& each : json.at("applications")) made.applications.push_back(record_of(each));
  return made;
}

}  // namespace

Result<DomainState, std::string> StateFile::read() {
  std::error_code error;
  if (!std::filesystem::exists(path_, error) && !error) return DomainState{};
  std::ifstream from{path_};
  const std::string text{std::istreambuf_iterator<char>{from}, {}};
  if (!from.is_open() || from.bad()) return unexpected(path_.string() + ": it cannot be read");
  try {
    auto state = state_of(Json::parse(text));
    const std::scoped_lock lock{mutex_};
    installed_ = state.installed;
    for (const auto& each : state.applications) applications_[each.name] = text_of(json_of(each));
    return state;
  } catch (const std::exception&) {
    return unexpected(path_.string() +
                      ": it is damaged, or no state of orbweaver-domain-manager; move it away, and "
                      "restart the nodes to end what ran on them");
  }
}

Done StateFile::set_installed(std::vector<std::string> files) {
  const std::scoped_lock lock{mutex_};
  if (installed_ == files) return {};
  installed_ = std::move(files);
  return write();
}

Done StateFile::set_application(const ApplicationRecord& record) {
  auto text = text_of(json_of(record));
  const std::scoped_lock lock{mutex_};
  auto& kept = applications_[record.name];
  if (kept == text) return {};
  kept = std::move(text);
  return write();
}

Done StateFile::remove_application(const std::string& name) {
  const std::scoped_lock lock{mutex_};
  return applications_.erase(name) > 0 ? write() : Done{};
}

Done StateFile::write() const {
  auto text = "{\"schema\": " + std::to_string(kSchema) +
              ", \"installed\": " + text_of(Json(installed_)) + ", \"applications\": [";
  for (const char* before = "\n"; const auto& [name, record] : applications_) {
    text += before + record;
    before = ",\n";
  }
  auto fresh = path_;
  fresh += ".new";
  if (auto done = write_whole(fresh, text + "]}\n"); !done) return done;
  if (::rename(fresh.c_str(), path_.c_str()) != 0) return failed(path_, "rename");
  return sync_folder_of(path_);
}

}  // namespace orbweaver::domain
