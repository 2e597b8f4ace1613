// SPDX-License-Identifier: Apache-2.0
// The components that have registered, and the threads that wait for them. For front ends that
// serve the components' naming context.
#pragma once
#include <orbweaver/deploy/target.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>

namespace orbweaver::deploy {

/// Threads: any.
class Registrations {
 public:
  /// A component has registered. A second reference replaces the first.
  void add(const std::string& component, ObjectRef reference);
  void remove(const std::string& component);

  /// Null if the component has not registered.
  [[nodiscard]] ObjectRef find(const std::string& component) const;

  /// Blocks: until the component registers, or as `limit` says.
  /// Fails: `timed_out`, `cancelled`.
  [[nodiscard]] Outcome<ObjectRef> await(const std::string& component, const Limit& limit) const;

 private:
  mutable os::Mutex mutex_;
  mutable os::ConditionVariableAny changed_;
  std::map<std::string, ObjectRef> references_;
};

}  // namespace orbweaver::deploy
