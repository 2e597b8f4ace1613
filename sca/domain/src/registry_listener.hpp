// SPDX-License-Identifier: Apache-2.0
// Passes changes of nodes, devices and services on to the parts of the domain.
#pragma once
#include <orbweaver/registry/management_events.hpp>
#include <orbweaver/registry/registry_events.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "recovery.hpp"
#include "running_applications.hpp"

namespace orbweaver::domain {

/// Threads: any.
class RegistryListener final : public registry::RegistryEvents {
 public:
  /// All arguments outlive this. `management` and `recovery` are set before the first node
  /// registers. `keeps_records`: the domain has records of its predecessor's uses of devices.
  RegistryListener(FrontEnd& front_end, RunningApplications& applications,
                   const std::unique_ptr<registry::ManagementEvents>& management,
                   const std::unique_ptr<Recovery>& recovery, bool keeps_records)
      : front_end_(&front_end),
        applications_(&applications),
        management_(&management),
        recovery_(&recovery),
        keeps_records_(keeps_records) {}

  void node_changed(NodeChange change) override;
  void problem(const std::string& line) override { front_end_->post_problem(line); }
  void device_came() override;
  [[nodiscard]] std::optional<device::Kept> use_of(const registry::KnownDevice& known) override;
  void device_leaves(const std::string& id) override { applications_->device_leaves(id); }
  void device_gone(const std::string& id, const std::string& how) override {
    applications_->device_gone(id, how);
  }
  void programs_ended(const std::string& device,
                      const std::vector<registry::EndOfProgram>& programs) override {
    applications_->reported_ends(device, programs);
  }
  void service_came() override { applications_->post_service_came(); }
  void service_went(const std::string& name) override { applications_->post_service_went(name); }

 private:
  FrontEnd* front_end_;
  RunningApplications* applications_;
  const std::unique_ptr<registry::ManagementEvents>* management_;
  const std::unique_ptr<Recovery>* recovery_;
  const bool keeps_records_;
};

}  // namespace orbweaver::domain
