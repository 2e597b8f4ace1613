// SPDX-License-Identifier: Apache-2.0
// The events that an application reports to its domain.
#pragma once
#include <cstdint>
#include <string>

namespace orbweaver::domain {

/// Threads: any. None blocks.
class ApplicationEvents {
 public:
  ApplicationEvents() = default;
  virtual ~ApplicationEvents() = default;
  ApplicationEvents(const ApplicationEvents&) = delete;
  ApplicationEvents& operator=(const ApplicationEvents&) = delete;

  /// The object of the component that `program` runs does not exist any more.
  virtual void object_gone(const std::string& program, const std::string& how) = 0;
  /// The CF::Application was registered at the domain: clients can find it.
  virtual void published() = 0;
  /// The CF::Application was removed. Consumers may have found it by either name.
  virtual void withdrawn(const std::string& name, const std::string& wished_name) = 0;
  /// The application with this number gave back all its resources.
  virtual void released(std::uint64_t number) = 0;
};

}  // namespace orbweaver::domain
