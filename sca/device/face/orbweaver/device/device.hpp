// SPDX-License-Identifier: Apache-2.0
// CF::Device as a servant: states, capacities, properties. A device with hardware of its own
// derives from it. SCA 2.2.2, 3.1.3.3.1.
#pragma once
#include <orbweaver/device/device_description.hpp>
#include <orbweaver/device/device_state.hpp>
#include <orbweaver/device/kept.hpp>
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/generated/sca/CF/Device_poa.hpp>
#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <string>

namespace orbweaver::device {

/// Threads: any.
class Device : public virtual CORBA::servant_traits<CF::Device>::base_type {
 public:
  /// The object lives in `adapter`, where releaseObject() deactivates it. `on_change`: see
  /// DeviceState.
  Device(files::Adapter adapter, DeviceDescription description, DeviceState::OnChange on_change);

  // LifeCycle
  void initialize() override {}
  /// Locks the device and deactivates the object. A client's capacity ends with it.
  void releaseObject() override;
  // TestableObject: no test is built in.
  void runTest(std::uint32_t testid, CF::Properties& testValues) override;
  // PropertySet: the capacities with their free amounts, and the description's properties; none can
  // be configured. With the properties of kept.hpp, everything else that was taken is given back:
  // this blocks for operations under way that take something, and for programs that end.
  void configure(const CF::Properties& configProperties) override;
  void query(CF::Properties& configProperties) override;
  // PortSupplier: no port.
  IDL::traits<CORBA::Object>::ref_type getPort(const std::string& name) override;
  // Resource: a device runs as long as it exists.
  std::string identifier() override { return description_.identifier; }
  void start() override {}
  void stop() override {}

  CF::Device::UsageType usageState() override;
  CF::Device::AdminType adminState() override;
  void adminState(CF::Device::AdminType adminState) override;
  CF::Device::OperationalType operationalState() override;
  std::string softwareProfile() override { return description_.software_profile; }
  std::string label() override { return description_.label; }
  IDL::traits<CF::AggregateDevice>::ref_type compositeDevice() override {
    return description_.composite;
  }
  bool allocateCapacity(const CF::Properties& capacities) override;
  void deallocateCapacity(const CF::Properties& capacities) override;

  /// The states of the device and its free capacities, for the device's own code. Valid as long as
  /// the device.
  [[nodiscard]] DeviceState& state() noexcept { return state_; }

 protected:
  /// Throws CF::Device::InvalidState.
  [[noreturn]] void refuse(const StateRefusal& refusal) const;
  /// Gives back everything that is not in `kept`. Called while no operation takes something.
  virtual void keep_only(const Kept& kept);
  /// Keeps keep_only() out while an operation that takes something is under way.
  [[nodiscard]] std::shared_lock<os::SharedTimedMutex> begin_taking() {
    return std::shared_lock{taking_};
  }

 private:
  [[nodiscard]] Amounts amounts_of(const CF::Properties& capacities) const;
  [[nodiscard]] const CapacityDescription* capacity(const std::string& id) const;
  [[nodiscard]] CF::DataType left_of(const CapacityDescription& capacity) const;
  [[nodiscard]] bool answer(CF::DataType& property) const;
  [[noreturn]] void refuse(const CapacityRefusal& refusal, const CF::Properties& capacities) const;

  files::Adapter adapter_;
  const DeviceDescription description_;
  DeviceState state_;
  os::SharedTimedMutex taking_;  // exclusive: what was taken is counted
};

}  // namespace orbweaver::device
