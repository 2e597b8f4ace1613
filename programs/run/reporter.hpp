// SPDX-License-Identifier: Apache-2.0
// The interface for reports of a run. Each form of output implements it.
#pragma once
#include <orbweaver/device/output_reader.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::domain {

struct ComponentLine {
  std::string name, identifier;
  std::uint32_t process = 0;  // 0: it runs in another component's process
  std::string device;
};

/// Threads: any.
class Reporter {
 public:
  Reporter() = default;
  virtual ~Reporter() = default;
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  /// The domain is ready. `name`: the name by which this user's commands find it; empty if they
  /// cannot. The others are stringified references.
  virtual void ready(const std::string& name, const std::string& manager,
                     const std::string& naming) = 0;
  /// Something that a user should know, but no failure.
  virtual void notice(const std::string& line) = 0;
  /// The user ended the run by a signal.
  virtual void interrupted() = 0;
  /// `state`: created, running, stopped or released.
  virtual void application(std::string_view state,
                           const std::vector<ComponentLine>& components) = 0;
  /// A line that a component printed.
  virtual void output(const std::string& component, device::Stream stream,
                      std::string_view line) = 0;
  virtual void component_ended(const std::string& component, const std::string& how) = 0;
  virtual void failure(const std::string& line) = 0;
  /// The run has ended. Returns the exit status: `status`, or 1 if something could not be written.
  virtual int finish(int status) = 0;
};

}  // namespace orbweaver::domain
