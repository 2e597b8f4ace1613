// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/log_file.hpp>

#include <orbweaver/os/file.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace orbweaver::program {

namespace {

using Json = nlohmann::ordered_json;

Result<os::UniqueFd, os::SystemError> open_to_append(const std::filesystem::path& path) {
  constexpr unsigned kOwnerAlone = 0600;
  return os::open_to_write(path, os::OpenToWrite::append, kOwnerAlone);
}

std::string time_text(os::WallTime time) {
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(time - second).count();
  const auto clock = os::WallTime::clock::to_time_t(second);
  std::tm utc{};
  ::gmtime_r(&clock, &utc);
  std::array<char, 64> text{};
  const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &utc);
  std::snprintf(text.data() + size, text.size() - size, ".%06dZ", static_cast<int>(rest));
  return text.data();
}

std::string line_of(const LogProducer& producer, const LogRecord& record, std::size_t most_bytes) {
  const Json json{{"time", time_text(record.time)},
                  {"level", name_of(record.level)},
                  {"producer", producer.id},
                  {"name", producer.name},
                  {"text", std::string_view{record.text}.substr(0, most_bytes)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Result<LogFile, std::string> LogFile::open(std::filesystem::path path, LogLimits limits) {
  auto file = open_to_append(path);
  const auto size = file ? os::size_of(file->get()) : unexpected{file.error()};
  if (size) return LogFile{std::move(path), std::move(limits), *std::move(file), *size};
  return unexpected(path.string() +
                    ": the log cannot be written: " + os::text_of(size.error().code));
}

LogFile::LogFile(std::filesystem::path path, LogLimits limits, os::UniqueFd file,
                 std::uint64_t size)
    : path_(std::move(path)),
      limits_(std::move(limits)),
      file_(std::move(file)),
      size_(size),
      second_began_(limits_.clock()) {}

// Before others know it.
LogFile::LogFile(LogFile&& other) noexcept
    : path_(other.path_),
      limits_(other.limits_),
      file_(std::move(other.file_)),
      size_(other.size_),
      second_began_(other.second_began_) {}

LogFile::~LogFile() {
  if (file_) write_lost(lost_by_);
}

void LogFile::write(const LogProducer& producer, const LogRecord& record) {
  const std::scoped_lock lock{mutex_};
  const bool is_lost = is_over_the_rate() || (write_lost(producer), !append(producer, record));
  if (!is_lost) return;
  ++lost_;
  lost_by_ = producer;
}

bool LogFile::is_over_the_rate() {
  const auto time = limits_.clock();
  if (time - second_began_ >= std::chrono::seconds{1}) {
    second_began_ = time;
    in_this_second_ = 0;
  }
  if (in_this_second_ >= limits_.lines_a_second) return true;
  ++in_this_second_;
  return false;
}

void LogFile::write_lost(const LogProducer& producer) {
  if (lost_ == 0) return;
  const LogRecord record{LogLevel::flow_control_error,
                         std::to_string(lost_) + " lines were not written: more than " +
                             std::to_string(limits_.lines_a_second) +
                             " came in a second, or the file system refused them"};
  if (append(producer, record)) lost_ = 0;
}

// A line is written whole or not at all.
bool LogFile::append(const LogProducer& producer, const LogRecord& record) {
  const auto line = line_of(producer, record, limits_.line_bytes);
  if (!has_room(line.size())) return false;
  const auto written = os::write_some(file_.get(), as_bytes(line));
  if (written && *written == line.size()) {
    size_ += line.size();
    return true;
  }
  if (written) (void)os::cut_to(file_.get(), size_);
  return false;
}

bool LogFile::has_room(std::size_t more) {
  if (size_ == 0 || size_ + more <= limits_.file_bytes) return true;
  auto old = path_;
  old += ".1";
  const auto moved = os::rename_file(path_, old);
  if (!moved && moved.error().code != ENOENT) return false;
  auto fresh = open_to_append(path_);
  if (!fresh) return false;
  file_ = *std::move(fresh);
  size_ = 0;
  return true;
}

}  // namespace orbweaver::program
