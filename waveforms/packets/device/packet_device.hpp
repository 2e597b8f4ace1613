// SPDX-License-Identifier: Apache-2.0
// The receiving end of paper 4: a Device with a port for packets of the JTRS Packet API, behind it
// a queue and a processing thread, as behind those of the bench servers (peers/bench).
#pragma once
#include <orbweaver/device/device.hpp>
#include <orbweaver/generated/lab/packet_times_poa.hpp>
#include <orbweaver/ports/control_port.hpp>
#include <orbweaver/ports/provides_port.hpp>

#include <bench/processing.hpp>

#include <functional>
#include <memory>
#include <string>

namespace orbweaver::packets_waveform {

/// What a component allocates to use the device: one of it.
inline constexpr const char* kChannels = "packet_channels";

/// Threads: any. Provides the ports `packets_in` and `times_in`.
class PacketDevice final : public device::Device {
 public:
  /// `on_released`: called once, when releaseObject() has closed the ports and withdrawn the
  /// object.
  PacketDevice(const files::Adapter& adapter, device::DeviceDescription description,
               std::function<void()> on_released);

  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override;
  void releaseObject() override;

 private:
  using Interface = Packet::OctetStream;
  using Processing = bench::Processing<ports::PacketOf<Interface>>;

  const std::function<void()> on_released_;
  const std::shared_ptr<Processing> processing_;
  ports::ProvidesPort<Interface> packets_;
  ports::ControlProvidesPort<Bench::PacketTimes> times_;
  const CORBA::object_reference<CORBA::Object> packets_in_, times_in_;
};

/// `description` with the channel.
[[nodiscard]] device::DeviceDescription with_a_channel(device::DeviceDescription description);

}  // namespace orbweaver::packets_waveform
