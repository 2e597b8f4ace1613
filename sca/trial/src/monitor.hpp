// SPDX-License-Identifier: Apache-2.0
// Collects reports of the trial's threads for the thread that waits for them.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::trial {

/// Threads: any.
class Monitor {
 public:
  struct View {
    std::uint64_t changes = 0;  // how often anything was reported
    bool has_failed = false;
    bool has_printed_end = false;   // the component printed the end of its stream
    std::size_t feeds_at_work = 0;  // files that are not sent completely
    TimePoint last_sign;            // the last packet, line, or end of a file
  };

  explicit Monitor(std::function<void(const std::string& line)> on_failure)
      : on_failure_(std::move(on_failure)) {}

  void report(const std::string& line) {
    note([&](View& view) {
      view.has_failed = true;
      failures_.push_back(line);
    });
    if (on_failure_) on_failure_(line);
  }
  void note_sign_of_life() {
    note([](View& view) { view.last_sign = now(); });
  }
  void note_printed_end() {
    note([](View& view) { view.has_printed_end = true; });
  }
  void begin_feeds(std::size_t count) {
    note([&](View& view) {
      view.feeds_at_work = count;
      view.last_sign = now();
    });
  }
  void end_feed() {
    note([](View& view) {
      --view.feeds_at_work;
      view.last_sign = now();
    });
  }
  /// Reports any other change.
  void wake() {
    note([](View&) {});
  }

  [[nodiscard]] View view() const {
    const std::scoped_lock lock{mutex_};
    return view_;
  }
  /// Blocks: until more was reported than `seen` has, or the deadline.
  void await_change(const View& seen, const Deadline& deadline) const {
    std::unique_lock lock{mutex_};
    const auto is_there = [&] { return view_.changes != seen.changes; };
    if (deadline.is_never())
      changed_.wait(lock, is_there);
    else
      changed_.wait_until(lock, deadline.moment(), is_there);
  }
  [[nodiscard]] std::vector<std::string> failures() const {
    const std::scoped_lock lock{mutex_};
    return failures_;
  }

 private:
  template <class Change>
  void note(Change change) {
    const std::scoped_lock lock{mutex_};
    change(view_);
    ++view_.changes;
    changed_.notify_all();
  }

  const std::function<void(const std::string& line)> on_failure_;
  mutable os::Mutex mutex_;
  mutable os::ConditionVariable changed_;
  View view_;
  std::vector<std::string> failures_;
};

}  // namespace orbweaver::trial
