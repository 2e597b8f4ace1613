// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/control_calls.hpp>

#include <orbweaver/corba/exception.hpp>
#include <orbweaver/os/blocked_thread.hpp>

namespace orbweaver::component {

namespace {

// The call that is inside may need a thread of this pool to come to its end.
std::unique_lock<os::Mutex> locked(os::Mutex& mutex) {
  const os::BlockedThread blocked;
  return std::unique_lock{mutex};
}

StreamBase& require(StreamBase* component) {
  if (component == nullptr)
    throw CORBA::OBJECT_NOT_EXIST(0, CORBA::CompletionStatus::COMPLETED_NO,
                                  "the component has been released");
  return *component;
}

}  // namespace

ControlCalls::ControlCall::ControlCall(ControlCalls& calls)
    : alone_(locked(calls.mutex_)), pause_(require(calls.component_)) {}

void ControlCalls::close() noexcept {
  const auto alone = locked(mutex_);
  component_ = nullptr;
}

}  // namespace orbweaver::component
