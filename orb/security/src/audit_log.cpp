// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/audit_log.hpp>

#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <mutex>
#include <new>

namespace orbweaver::security {

namespace {

constexpr unsigned kForItsOwner = 0600;

void add_text(std::string& line, std::string_view text) {
  line += '"';
  for (const char one : text) {
    const auto code = static_cast<unsigned char>(one);
    if (one == '"' || one == '\\')
      line += {'\\', one};
    else if (code >= ' ' && code < 0x7f)
      line += one;
    else
      line += fmt::format("\\u{:04x}", code);
  }
  line += '"';
}

std::string time_of_day() {
  using namespace std::chrono;
  const auto now = os::wall_clock_now();
  const auto milliseconds_of_it =
      duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(os::seconds_of_epoch(now)),
                     milliseconds_of_it);
}

}  // namespace

std::string audit_line(std::string_view time, AuditFields fields) {
  std::string line = "{\"time\":";
  add_text(line, time);
  for (const auto& [name, value] : fields) {
    line += ',';
    add_text(line, name);
    line += ':';
    add_text(line, value);
  }
  return line + '}';
}

Result<std::unique_ptr<AuditLog>, std::string> AuditLog::open(std::string path,
                                                              std::size_t most_bytes) {
  auto file = os::open_to_write(path, os::OpenToWrite::append, kForItsOwner);
  if (!file)
    return unexpected{path + ": the audit log cannot be opened: " + os::describe(file.error())};
  const auto size = os::size_of(file->get()).value_or(0);
  return std::unique_ptr<AuditLog>{
      new AuditLog(std::move(path), most_bytes, std::move(*file), size)};
}

void AuditLog::write(AuditFields fields) noexcept try {
  if (append(audit_line(time_of_day(), fields) + '\n')) return;
  static LogLimit limit;
  lost_.fetch_add(1, std::memory_order_relaxed);
  warn_seldom(limit, "{}: a line of the audit log cannot be written; {} are lost", path_, lost());
} catch (const std::bad_alloc&) {
  lost_.fetch_add(1, std::memory_order_relaxed);
}

bool AuditLog::append(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (size_ > 0 && size_ + line.size() > most_bytes_) begin_anew();
  if (!file_ || !os::write_all(file_.get(), as_bytes(line))) return false;
  size_ += line.size();
  return true;
}

// Requires: mutex_ held. Without a new file, the next line tries again.
void AuditLog::begin_anew() {
  file_.reset();
  if (!os::rename_file(path_, path_ + ".1")) return;
  auto file = os::open_to_write(path_, os::OpenToWrite::append, kForItsOwner);
  if (!file) return;
  file_ = std::move(*file);
  size_ = 0;
}

}  // namespace orbweaver::security
