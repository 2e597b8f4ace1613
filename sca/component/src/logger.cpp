// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/logger.hpp>

#include <orbweaver/component/stage/event_lines.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

namespace orbweaver::component {

namespace {

constexpr std::array<std::string_view, 5> kNames{"debug", "info", "warning", "error", "off"};
constexpr Nanoseconds kSecond = std::chrono::seconds{1};

std::string time_text(os::WallTime time) {
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(time - second).count();
  const auto clock = os::WallTime::clock::to_time_t(second);
  std::tm utc{};
  ::gmtime_r(&clock, &utc);
  std::array<char, 32> text{};
  const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &utc);
  return fmt::format("{}.{:06}Z", std::string_view{text.data(), size}, rest);
}

std::string formatted(fmt::string_view format, fmt::format_args arguments) {
  try {
    return fmt::vformat(format, arguments);
  } catch (const std::exception&) {  // a value of the writer's own type may throw
    return {format.data(), format.size()};
  }
}

}  // namespace

std::optional<Level> level_named(std::string_view name) noexcept {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Level>(found - kNames.begin());
}

void Logger::open(std::string name, std::FILE* output) {
  const std::lock_guard lock{mutex_};
  name_ = std::move(name);
  output_ = output;
}

void Logger::say(Level level, fmt::string_view format, fmt::format_args arguments) {
  if (!takes(level)) return;
  if (const auto left_out = take_room()) print(level, formatted(format, arguments), *left_out);
}

std::optional<std::size_t> Logger::take_room() {
  const std::lock_guard lock{mutex_};
  const auto time = now();
  if (time - second_began_ >= kSecond) {
    second_began_ = time;
    printed_ = 0;
  }
  if (printed_ == kMostInSecond) {
    ++left_out_;
    return std::nullopt;
  }
  ++printed_;
  return std::exchange(left_out_, 0);
}

void Logger::print(Level level, const std::string& text, std::size_t left_out) {
  nlohmann::json line{{"event", "log"},
                      {"level", kNames.at(static_cast<std::size_t>(level))},
                      {"time", time_text(os::wall_clock_now())}};
  std::FILE* output = nullptr;
  {
    const std::lock_guard lock{mutex_};
    line["name"] = name_;
    output = output_;
  }
  if (left_out > 0) line["left_out"] = left_out;
  line["text"] = text;
  print_line(line, output);
}

void Logger::finish() {
  std::size_t left_out = 0;
  {
    const std::lock_guard lock{mutex_};
    left_out = std::exchange(left_out_, 0);
  }
  if (left_out > 0) print(Level::warning, fmt::format("{} lines left out", left_out), left_out);
}

}  // namespace orbweaver::component
