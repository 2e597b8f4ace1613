// SPDX-License-Identifier: Apache-2.0
// Report of planning: each component with each implementation on each device, with all comparisons
// that matched or did not, and both values.
#pragma once
#include <orbweaver/deploy/execute_options.hpp>
#include <orbweaver/deploy/failure.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::deploy {

/// The comparison of one requirement with one device.
struct Comparison {
  enum class Kind {
    file,          // of the implementation
    code,          // its type, and the kind of the device
    availability,  // of the device
    os,
    processor,
    property,    // an allocation property that deployment compares
    capacity,    // a capacity about which the device decides
    package,     // a package that the implementation depends on
    assignment,  // the device that the user chose
  };
  Kind kind = Kind::property;
  std::string subject;  // id or name of what is compared; may be empty
  std::string wanted;
  std::string found;
  bool matches = false;
};

/// One implementation of one component on one device.
struct PlanAttempt {
  std::string component;       // id of the instantiation; empty: a device of the whole application
  std::string implementation;  // id; empty for a device that the component uses
  std::string uses_device;     // id of the usesdevice; empty: the component's own device
  std::string device;          // id; empty: no device was compared
  std::vector<Comparison> comparisons;
  [[nodiscard]] bool fits() const;
};

/// How the program of one component is to run.
struct ComponentOptions {
  std::string component;  // id of the instantiation
  ExecuteOptions options;
};

struct PlanReport {
  std::string application;
  std::vector<PlanAttempt> attempts;              // in the order in which they were made
  std::vector<ComponentOptions> execute_options;  // of components that have some
  Failures failures;                              // why there is no plan; empty if there is one
  Failures not_given_back;  // capacity of an attempt that a device did not take back
};

[[nodiscard]] std::string_view name_of(Comparison::Kind kind);

/// "processor: wants arm, found x86_64"
[[nodiscard]] std::string line(const Comparison& comparison);

/// The comparisons that did not match in any attempt of the component, on one line:
/// "implementation 'arm' on device 'gpp_1': processor: wants arm, found x86_64; ..."
[[nodiscard]] std::string why_nothing_fits(const PlanReport& report, std::string_view component);

/// Readable: a block for each component, a line for each comparison.
[[nodiscard]] std::string to_text(const PlanReport& report);

/// For programs: {"application", "fits", "trials": [...], "failures": [...],
/// "execute_options": [{"component", "options": {NAME: VALUE}}]}.
[[nodiscard]] std::string to_json(const PlanReport& report);

}  // namespace orbweaver::deploy
