// SPDX-License-Identifier: Apache-2.0
// Events of an application, for its domain.
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

  /// The object of a program's component is gone.
  virtual void object_gone(const std::string& program, const std::string& how) = 0;
  /// The CF::Application is registered: clients can find it.
  virtual void published() = 0;
  /// The CF::Application is gone. Consumers may have found it by either name.
  virtual void withdrawn(const std::string& name, const std::string& wished_name) = 0;
  /// All that the application with this number had is given back.
  virtual void released(std::uint64_t number) = 0;
};

}  // namespace orbweaver::domain
