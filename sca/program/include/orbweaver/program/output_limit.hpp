// SPDX-License-Identifier: Apache-2.0
// How much a program may print in a second. One that prints more fills the disk of whoever keeps
// its output: the rest is left out and counted.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace orbweaver::program {

/// In each second.
struct OutputAllowance {
  std::size_t lines = 1'000;
  std::size_t bytes = std::size_t{256} * 1024;
};
/// The allowance of a device that prints for the components which it runs.
inline constexpr OutputAllowance kDeviceOutput{10'000, std::size_t{2560} * 1024};

/// Threads: any.
class OutputLimit {
 public:
  using Print = std::function<void(std::string_view line)>;

  explicit OutputLimit(OutputAllowance allowance = {}) : allowance_(allowance) {}

  /// Prints the line of the program `name`, unless it has had its share of this second. The first
  /// line that is left out has a line in its place that says so; before the first one that is
  /// printed after it stands "N lines left out". `print` is called without a lock.
  void pass(const std::string& name, std::string_view line, TimePoint at, const Print& print);

 private:
  struct Second {
    TimePoint began{};
    std::size_t lines = 0, bytes = 0, left_out = 0;
  };
  struct Verdict {
    bool is_printed = true;
    std::string note;  // printed before it, or in its place
  };
  [[nodiscard]] Verdict verdict(const std::string& name, std::size_t bytes, TimePoint at);
  /// Forgets programs that have ended long ago.
  void forget_others(TimePoint at);

  static constexpr std::size_t kMostKept = 1'000;
  const OutputAllowance allowance_;
  os::Mutex mutex_;
  std::map<std::string, Second> seconds_;
};

}  // namespace orbweaver::program
