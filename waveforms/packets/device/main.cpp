// SPDX-License-Identifier: Apache-2.0
// packet_device: the program of the Device. A device manager starts it.
#include <orbweaver/node/device_program.hpp>

#include "packet_device.hpp"

namespace {

using namespace orbweaver;

CORBA::object_reference<CF::Device> serve(const node::DeviceContext& context) {
  device::DeviceDescription description;
  description.identifier = context.arguments.identifier;
  description.label = context.arguments.label;
  description.software_profile = context.arguments.profile;
  description.composite = context.composite;
  const auto adapter = files::adapter_of(*context.orb, "devices");
  const auto servant = CORBA::make_reference<packets_waveform::PacketDevice>(
      adapter, packets_waveform::with_a_channel(std::move(description)), context.on_released);
  return IDL::traits<CF::Device>::narrow(adapter->servant_to_reference(servant));
}

}  // namespace

int main(int argc, char** argv) { return node::run_device_program(argc, argv, serve); }
