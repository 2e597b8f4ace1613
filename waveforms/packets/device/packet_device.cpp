// SPDX-License-Identifier: Apache-2.0
#include "packet_device.hpp"

#include <utility>

namespace orbweaver::packets_waveform {

namespace {

template <class Processing>
class Times final : public CORBA::servant_traits<Bench::PacketTimes>::base_type {
 public:
  explicit Times(std::shared_ptr<Processing> processing) : processing_(std::move(processing)) {}
  Bench::Times taken_ns() override { return processing_->taken_ns(); }

 private:
  const std::shared_ptr<Processing> processing_;
};

}  // namespace

PacketDevice::PacketDevice(const files::Adapter& adapter, device::DeviceDescription description,
                           std::function<void()> on_released)
    : Device(adapter, std::move(description), nullptr),
      on_released_(std::move(on_released)),
      processing_(std::make_shared<Processing>()),
      packets_({},
               [processing = processing_](auto& packet, const auto&) {
                 processing->push([&](auto& place) { place = std::move(packet); });
               }),
      times_(std::make_shared<Times<Processing>>(processing_)),
      packets_in_(packets_.activate(adapter)),
      times_in_(times_.activate(adapter)) {}

CORBA::object_reference<CORBA::Object> PacketDevice::getPort(const std::string& name) {
  if (name == "packets_in") return packets_in_;
  if (name == "times_in") return times_in_;
  throw CF::PortSupplier::UnknownPort();
}

void PacketDevice::releaseObject() {
  packets_.close();
  Device::releaseObject();
  on_released_();
}

device::DeviceDescription with_a_channel(device::DeviceDescription description) {
  description.capacities.push_back(
      {.id = kChannels, .type = device::CapacityType::double_precision, .total = 1});
  return description;
}

}  // namespace orbweaver::packets_waveform
