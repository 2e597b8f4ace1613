// SPDX-License-Identifier: Apache-2.0
// Failures of deployment: in which step, at which component and device, and why. One line each.
#pragma once
#include <orbweaver/base/result.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::deploy {

/// The steps of create, start, stop and release. Each of the second group gives back what its
/// partner in the first one took.
enum class Step {
  plan,
  allocate,
  load,
  execute,
  bind,             // await the registration of a component
  create_resource,  // at a resource factory
  initialise,
  get_port,
  connect,
  configure,
  start,
  stop,
  disconnect,
  release,           // the component's own release operation
  release_resource,  // at a resource factory
  shut_down,         // a resource factory
  terminate,
  unbind,  // the component's name: later than its process, which could bind it again
  unload,
  deallocate,
};
inline constexpr std::size_t kSteps = static_cast<std::size_t>(Step::deallocate) + 1;

/// "allocate", "create resource", ...
[[nodiscard]] std::string_view name_of(Step step);

/// Why a step failed.
enum class Cause {
  refused,       // the peer answered no, or nil
  failed,        // the peer answered with an error, or could not be reached
  timed_out,     // no answer until the deadline: the outcome is unknown
  wrong_answer,  // the peer reported success, but its answer cannot be true
  ended,         // the component ended
  cancelled,     // the application is being released
  absent,        // the object was not found; it may exist later
};

/// The peer's reason. `text`: one clause, may be empty.
struct Fault {
  Cause cause = Cause::failed;  // one of those above
  std::string text;             // one clause, without the cause
  bool is_answer = false;       // the peer said so, by an exception of its interface
};

template <class T>
using Outcome = Result<T, Fault>;

[[nodiscard]] inline unexpected<Fault> fault(Cause cause, std::string text = {}) {
  return unexpected<Fault>(Fault{cause, std::move(text)});
}

/// "refused: cpuload", or "timed out" if there is no text.
[[nodiscard]] std::string line(const Fault& fault);

/// A step that failed, and where.
struct StepFailure {
  Step step = Step::plan;  // which one
  std::string component;   // its identifier; empty: none is concerned
  std::string device;      // its identifier; empty: none is concerned
  Fault fault;             // why
};
/// In the order in which they happened.
using Failures = std::vector<StepFailure>;

/// "component 'rx:radio' on device 'gpp_1': execute: failed: no such file"
[[nodiscard]] std::string line(const StepFailure& failure);

}  // namespace orbweaver::deploy
