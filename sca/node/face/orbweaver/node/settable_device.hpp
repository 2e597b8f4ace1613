// SPDX-License-Identifier: Apache-2.0
// A base class for devices with properties that can be set. Derive from it, and give the class to
// run_device_program():
//
//   class FrontEnd final : public node::SettableDevice {
//    public:
//     FrontEnd(files::Adapter adapter, const node::DeviceContext& context)
//         : SettableDevice(std::move(adapter), context, {{.id = "channels", .total = 4}},
//                          {component::simple<double>("frequency", 100e6)}) {
//       (void)settings().on_change("frequency", [](const property::Value&) { /* tune */ });
//     }
//   };
#pragma once
#include <orbweaver/device/device.hpp>
#include <orbweaver/node/device_program.hpp>
#include <orbweaver/resource/property_set_core.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace orbweaver::node {

/// Threads: any.
class SettableDevice : public device::Device {
 public:
  /// `properties`: properties that can be set and queried, besides the capacities. `on_change`:
  /// called under the device's lock when one of its states changes; may be empty.
  SettableDevice(files::Adapter adapter, const DeviceContext& context,
                 std::vector<device::CapacityDescription> capacities,
                 std::vector<property::Property> properties,
                 device::DeviceState::OnChange on_change = {});

  void configure(const CF::Properties& given) override;
  void query(CF::Properties& asked) override;
  void releaseObject() override;

 protected:
  /// The device's properties. A listener refuses a value by throwing.
  [[nodiscard]] resource::PropertyStore& settings() const noexcept { return *settings_; }

 private:
  const std::function<void()> on_released_;
  const std::shared_ptr<resource::PropertyStore> settings_;
  resource::PropertySetCore core_;
};

}  // namespace orbweaver::node
