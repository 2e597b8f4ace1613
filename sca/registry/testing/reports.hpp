// SPDX-License-Identifier: Apache-2.0
// Reports of threads to a test.
#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::registry::test {

/// In the order in which it was reported. Threads: any.
class Reports {
 public:
  void add(std::string text) {
    const std::scoped_lock lock{mutex_};
    all_.push_back(std::move(text));
    changed_.notify_all();
  }
  /// Waits until this was reported that often.
  void await(const std::string& text, std::ptrdiff_t count = 1) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return count_of(text) >= count; });
  }
  /// Waits until a report begins with this; returns the first that does.
  std::string await_begin(const std::string& begin) {
    std::unique_lock lock{mutex_};
    const auto begins = [&](const std::string& text) { return text.starts_with(begin); };
    changed_.wait(lock, [&] { return std::ranges::any_of(all_, begins); });
    return *std::ranges::find_if(all_, begins);
  }
  [[nodiscard]] std::ptrdiff_t count(const std::string& text) {
    const std::scoped_lock lock{mutex_};
    return count_of(text);
  }
  [[nodiscard]] std::vector<std::string> all() {
    const std::scoped_lock lock{mutex_};
    return all_;
  }

 private:
  [[nodiscard]] std::ptrdiff_t count_of(const std::string& text) const {
    return std::ranges::count(all_, text);
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> all_;
};

}  // namespace orbweaver::registry::test
