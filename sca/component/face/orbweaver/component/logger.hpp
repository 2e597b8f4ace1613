// SPDX-License-Identifier: Apache-2.0
// Log lines of a component, for its user: each has a level, a time and the component's name.
//
//   log().info("locked to {} Hz", frequency);      // the notation of fmt
//
// They are JSON lines on the component's output, where a domain and a node find them:
//
//   {"event":"log","level":"info","time":"2026-05-04T12:00:01.204000Z","name":"radio/tuner",
//    "text":"locked to 100100000 Hz"}
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <fmt/core.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::component {

/// All levels from the least severe to the most. `off` switches all lines off.
enum class Level : std::uint8_t { debug, info, warning, error, off };
/// The level of this name: nothing for any other text.
[[nodiscard]] std::optional<Level> level_named(std::string_view name) noexcept;

/// Threads: any. A line below the level costs one comparison, without formatting. At most
/// kMostInSecond lines are printed in one second; the next line says how many were left out, and so
/// does finish(). A text that cannot be formatted is printed as it is. Blocks: until the program
/// that reads the output takes the line.
class Logger {
 public:
  static constexpr std::size_t kMostInSecond = 200;

  /// Print a line, if its level is printed. All take what fmt::format takes.
  template <class... Arguments>
  void debug(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    say(Level::debug, format, fmt::make_format_args(arguments...));
  }
  template <class... Arguments>
  void info(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    say(Level::info, format, fmt::make_format_args(arguments...));
  }
  template <class... Arguments>
  void warning(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    say(Level::warning, format, fmt::make_format_args(arguments...));
  }
  template <class... Arguments>
  void error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    say(Level::error, format, fmt::make_format_args(arguments...));
  }

  /// Whether lines of this level are printed: ask before work that is needed for a line alone.
  [[nodiscard]] bool takes(Level level) const noexcept {
    return level >= least_.load(std::memory_order_relaxed) && level != Level::off;
  }

  // ---- for the base of components ----

  /// Lines bear this name from now on. Earlier lines have none.
  void open(std::string name, std::FILE* output);
  void set_level(Level least) noexcept { least_.store(least, std::memory_order_relaxed); }
  /// Prints how many lines were left out, if any were.
  void finish();

 private:
  void say(Level level, fmt::string_view format, fmt::format_args arguments);
  void print(Level level, const std::string& text, std::size_t left_out);
  /// How many lines were left out before this one; nothing: this one is left out, too.
  [[nodiscard]] std::optional<std::size_t> take_room();

  os::Atomic<Level> least_{Level::info};
  os::Mutex mutex_;  // guards the members below
  std::string name_;
  std::FILE* output_ = stdout;
  TimePoint second_began_{};
  std::size_t printed_ = 0, left_out_ = 0;
};

}  // namespace orbweaver::component
