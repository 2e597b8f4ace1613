// SPDX-License-Identifier: Apache-2.0
// A mounted file system: how it is called, and whether it answers.
//
//   answers ── a call timed out ──► silent: calls are refused at once
//      ▲                              │ after a while one call tries; the others are refused on
//      └────────── it answered ───────┘
#pragma once
#include <orbweaver/corba/caller.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/os/atomic.hpp>

#include <optional>
#include <utility>

namespace orbweaver::files {

/// Threads: any.
class Mount {
 public:
  using Files = IDL::traits<CF::FileSystem>::ref_type;

  /// `owner`: the client that mounted it; nothing: the program that has the file manager.
  Mount(Files files, const MountLimits& limits, std::optional<corba::Caller> owner)
      : files_(std::move(files)), limits_(limits), owner_(std::move(owner)) {}

  [[nodiscard]] const Files& files() const noexcept { return files_; }
  [[nodiscard]] Nanoseconds call_timeout() const noexcept { return limits_.call_timeout; }
  [[nodiscard]] bool is_of_a_client() const noexcept { return owner_.has_value(); }
  /// Whether the client that mounted it has left: then it is removed when it cannot be reached.
  [[nodiscard]] bool is_abandoned() const noexcept { return owner_ && owner_->has_left(); }

  /// Notes that a call could not reach it. Returns whether that has been so for the time of
  /// `silence`, without an answered call.
  [[nodiscard]] bool is_out_of_reach() noexcept;
  /// Whether it may be called: not while it is silent. For a silent one it is sometimes true: the
  /// caller then tries it.
  [[nodiscard]] bool may_be_called() noexcept;
  void answered() noexcept;
  void timed_out() noexcept;

 private:
  using Moment = os::Atomic<TimePoint>;

  const Files files_;
  const MountLimits limits_;
  const std::optional<corba::Caller> owner_;
  os::Atomic<bool> is_silent_{false};
  // relaxed: they say when, and guard nothing
  Moment next_try_{TimePoint{}};
  Moment out_of_reach_since_{TimePoint{}};  // the beginning of time: it can be reached
};

}  // namespace orbweaver::files
