// SPDX-License-Identifier: Apache-2.0
// Limits how much a program may print in a second, so that it cannot fill the disk on which its
// output is kept. Further lines are dropped and counted.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace orbweaver::program {

/// The most in each second.
struct OutputAllowance {
  std::size_t lines = 1'000;
  std::size_t bytes = std::size_t{256} * 1024;
};
/// The allowance of each component on a device that prints for its components.
inline constexpr OutputAllowance kDeviceOutput{10'000, std::size_t{2560} * 1024};

/// Threads: any.
class OutputLimit {
 public:
  using Print = std::function<void(std::string_view line)>;

  explicit OutputLimit(OutputAllowance allowance = {}) : allowance_(allowance) {}

  /// Prints the line, unless the program `name` has used its share of this second. The first
  /// dropped line is replaced by one that says so. "N lines left out" is printed before the next
  /// line that is printed. `print` is called without a lock.
  void pass(const std::string& name, std::string_view line, TimePoint at, const Print& print);

 private:
  struct Second {
    TimePoint began{};
    std::size_t lines = 0, bytes = 0, left_out = 0;
  };
  struct Verdict {
    bool is_printed = true;
    std::string note;  // printed before the line, or instead of it
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
