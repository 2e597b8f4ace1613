// SPDX-License-Identifier: Apache-2.0
#include "packet_receiver.hpp"

#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/samples/data_interfaces.hpp>
#include <orbweaver/samples/file_order.hpp>

#include <utility>

namespace orbweaver::trial {

namespace {

template <class Interface>
class TypedPacketReceiver final : public PacketReceiver {
  using Order = samples::FileOrder<Interface>;
  using Packet = ports::PacketOf<Interface>;

 public:
  TypedPacketReceiver(samples::SampleWriter writer, bool keeps_order, std::function<void()> changed)
      : PacketReceiver(std::move(writer), keeps_order, std::move(changed)),
        // In its lane: in order, one at a time; while a file takes nothing, the component waits.
        port_({.dispatch = wire::Dispatch::lane},
              [this](Packet& packet, const packets::Stamp& stamp) { consume(packet, stamp); }) {}
  ~TypedPacketReceiver() override { port_.close(); }

  CORBA::object_reference<CORBA::Object> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) override {
    return port_.activate(adapter);
  }
  void close() override { port_.close(); }

 private:
  void consume(const Packet& packet, const packets::Stamp& stamp) {
    const auto result = order_.of(packet);
    take(stamp, result.is_end, result.bytes, Order::kSampleBytes, result.problem);
  }

  Order order_;  // of the thread that consumes
  ports::ProvidesPort<Interface> port_;
};

}  // namespace

bool PacketReceiver::count(std::uint64_t packets, std::uint64_t samples,
                           const std::string& problem) {
  if (!problem.empty()) note(problem);
  const std::scoped_lock lock{mutex_};
  received_.packets += packets;
  received_.samples += samples;
  return received_.failure.empty();
}

void PacketReceiver::note(const std::string& failure) {
  const std::scoped_lock lock{mutex_};
  if (received_.failure.empty()) received_.failure = failure;
}

void PacketReceiver::take(const packets::Stamp& stamp, bool is_end,
                          std::span<const std::byte> samples, std::size_t sample_bytes,
                          const std::string& problem) {
  {
    const std::scoped_lock writing{writing_};
    if (!tracker_.accept(0, stamp, is_end)) return;  // an end that came before
    const bool is_packet = !is_end || !samples.empty();
    if (count(is_packet ? 1 : 0, samples.size() / sample_bytes, problem))
      if (auto written = writer_.write(samples, wake_); !written) note(written.error());
    tracker_.complete(0, stamp);
    const std::scoped_lock lock{mutex_};
    received_.has_ended |= tracker_.is_over();
  }
  changed_();
}

Result<std::string, std::string> PacketReceiver::finish(bool is_kept) {
  const std::scoped_lock writing{writing_};
  if (auto finished = writer_.finish(is_kept); !finished) return unexpected(finished.error());
  return writer_.part();
}

std::unique_ptr<PacketReceiver> make_receiver(std::string_view interface,
                                              samples::SampleWriter writer, bool keeps_order,
                                              std::function<void()> changed) {
  std::unique_ptr<PacketReceiver> packet_receiver;
  samples::DataInterfaces::choose(interface, [&]<class Interface>(std::type_identity<Interface>) {
    packet_receiver = std::make_unique<TypedPacketReceiver<Interface>>(
        std::move(writer), keeps_order, std::move(changed));
  });
  return packet_receiver;
}

}  // namespace orbweaver::trial
