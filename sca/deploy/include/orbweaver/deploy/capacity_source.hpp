// SPDX-License-Identifier: Apache-2.0
// Where planning takes capacity from: the devices (in a Deployment), or a copy of their capacities.
#pragma once
#include <orbweaver/deploy/target.hpp>
#include <orbweaver/deploy/transaction.hpp>

namespace orbweaver::deploy {

class CapacitySource {
 public:
  CapacitySource() = default;
  CapacitySource(const CapacitySource&) = delete;
  CapacitySource& operator=(const CapacitySource&) = delete;
  virtual ~CapacitySource() = default;

  /// Takes all of `capacities` from the device, or none. Records in `taken` how to give them back,
  /// under the name of `component`. Fails: `refused` if the device has too little; else as
  /// `Target::allocate`.
  virtual Outcome<void> take(const std::string& component, const std::string& device,
                             const Capacities& capacities, Transaction& taken) = 0;
};

/// A copy of the capacities: no device is called. Numbers are amounts that get less; other values
/// must equal the device's. A capacity whose amount the device does not report is granted.
class CopiedCapacities final : public CapacitySource {
 public:
  explicit CopiedCapacities(Devices devices) : devices_(std::move(devices)) {}
  Outcome<void> take(const std::string& component, const std::string& device,
                     const Capacities& capacities, Transaction& taken) override;

 private:
  Devices devices_;
};

}  // namespace orbweaver::deploy
