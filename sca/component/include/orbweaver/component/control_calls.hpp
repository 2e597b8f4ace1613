// SPDX-License-Identifier: Apache-2.0
// Lets calls of control ports into a component one at a time, and between packets: so operations
// and process() need no lock for common members.
#pragma once
#include <orbweaver/component/stream_base.hpp>
#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <mutex>
#include <utility>

namespace orbweaver::component {

/// Threads: any.
class ControlCalls {
 public:
  explicit ControlCalls(StreamBase& component) : component_(&component) {}

  /// Refuses further calls, see ControlCall. Blocks: until the call inside has left.
  void close() noexcept;

  /// While this object lives, one call is inside the component.
  class ControlCall {
   public:
    /// Enters. Blocks: until the call that is inside has left, and the step or hook that runs has
    /// returned. Throws OBJECT_NOT_EXIST after close().
    explicit ControlCall(ControlCalls& calls);

   private:
    std::unique_lock<os::Mutex> alone_;
    StreamBase::Pause pause_;
  };

 private:
  os::Mutex mutex_;
  StreamBase* component_;  // null: closed
};

/// The pointer by which the tie of a control port reaches the component. The call is inside for the
/// length of one operation.
template <class Class>
class BetweenPackets {
 public:
  BetweenPackets(std::shared_ptr<ControlCalls> calls, Class& component)
      : calls_(std::move(calls)), component_(&component) {}

  class Operation {
   public:
    Operation(ControlCalls& calls, Class& component) : call_(calls), component_(component) {}
    Class* operator->() const noexcept { return &component_; }

   private:
    ControlCalls::ControlCall call_;
    Class& component_;
  };
  Operation operator->() const { return {*calls_, *component_}; }

 private:
  std::shared_ptr<ControlCalls> calls_;
  Class* component_;
};

}  // namespace orbweaver::component
