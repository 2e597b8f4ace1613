// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/state_file.hpp>

#include <orbweaver/os/file.hpp>

#include <array>
#include <cerrno>
#include <string_view>

#include "record_json.hpp"

namespace orbweaver::domain {

namespace {

using Done = Result<void, std::string>;

constexpr int kOldSchema = 1;  // its files have no applications
constexpr int kSchema = 2;

unexpected<std::string> failed(const std::filesystem::path& file, const os::SystemError& error) {
  return unexpected(file.string() + ": " + os::describe(error));
}

Done write_whole(const std::filesystem::path& file, std::string_view text) {
  constexpr unsigned kForUser = 0600;  // its references let a reader call every component
  const auto to = os::open_to_write(file, os::OpenToWrite::replace, kForUser);
  if (!to) return failed(file, to.error());
  if (const auto done = os::write_all(to->get(), as_bytes(text)); !done)
    return failed(file, done.error());
  if (const auto done = os::flush_to_disk(to->get()); !done) return failed(file, done.error());
  return {};
}

/// Makes the new name reach the disk, so that it survives a failure of power.
Done sync_folder_of(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."};
  if (const auto done = os::flush_names(folder); !done) return failed(folder, done.error());
  return {};
}

Result<std::string, os::SystemError> read_whole(const std::filesystem::path& file) {
  const auto from = os::open_to_read(file);
  if (!from) return unexpected{from.error()};
  std::string text;
  std::array<std::byte, 4096> piece{};
  for (;;) {
    const auto size = os::read_some(from->get(), piece);
    if (!size) return unexpected{size.error()};
    if (*size == 0) return text;
    text += as_text(Bytes{piece}.first(*size));
  }
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Throws std::exception if `json` is no state.
DomainState state_of(const Json& json) {
  const int schema = json.at("schema");
  if (schema != kSchema && schema != kOldSchema) throw std::invalid_argument("schema");
  DomainState domain_state;
  domain_state.installed = json.at("installed").get<std::vector<std::string>>();
  if (schema == kOldSchema) return domain_state;
  for (const auto& entry : json.at("applications"))
    domain_state.applications.push_back(record_of(entry));
  return domain_state;
}

}  // namespace

Result<DomainState, std::string> StateFile::read() {
  const auto text = read_whole(path_);
  const auto code = text ? 0 : text.error().code;
  if (code == ENOENT || code == ENOTDIR) return DomainState{};
  if (!text) return unexpected(path_.string() + ": it cannot be read");
  try {
    auto state = state_of(Json::parse(*text));
    const std::scoped_lock lock{mutex_};
    installed_ = state.installed;
    for (const auto& application : state.applications)
      applications_[application.name] = text_of(json_of(application));
    return state;
  } catch (const std::exception&) {
    return unexpected(path_.string() +
                      ": it is damaged, or no state of orbweaver-domain; move it away, and "
                      "restart the nodes to end what ran on them");
  }
}

Done StateFile::set_installed(std::vector<std::string> files) {
  const std::scoped_lock lock{mutex_};
  if (is_written_ && installed_ == files) return {};
  installed_ = std::move(files);
  return write();
}

Done StateFile::set_application(const ApplicationRecord& record) {
  auto text = text_of(json_of(record));
  const std::scoped_lock lock{mutex_};
  auto& kept = applications_[record.name];
  if (is_written_ && kept == text) return {};
  kept = std::move(text);
  return write();
}

Done StateFile::remove_application(const std::string& name) {
  const std::scoped_lock lock{mutex_};
  const bool has_changed = applications_.erase(name) > 0;
  return has_changed || !is_written_ ? write() : Done{};
}

Done StateFile::write_again() {
  const std::scoped_lock lock{mutex_};
  return write();
}

Done StateFile::write() {
  auto done = write_whole_file();
  is_written_ = done.has_value();
  return done;
}

Done StateFile::write_whole_file() const {
  auto text = "{\"schema\": " + std::to_string(kSchema) +
              ", \"installed\": " + text_of(Json(installed_)) + ", \"applications\": [";
  for (const char* before = "\n"; const auto& [name, record] : applications_) {
    text += before + record;
    before = ",\n";
  }
  auto fresh = path_;
  fresh += ".new";
  if (auto done = write_whole(fresh, text + "]}\n"); !done) return done;
  if (const auto done = os::rename_file(fresh, path_); !done) return failed(path_, done.error());
  return sync_folder_of(path_);
}

}  // namespace orbweaver::domain
