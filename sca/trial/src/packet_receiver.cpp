#include "packet_receiver.hpp"

#include <orbweaver/ports/provides_port.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "data_interfaces.hpp"

namespace orbweaver::trial {

namespace {

using ports::Family;

template <class Interface>
class TypedReceiver final : public PacketReceiver {
  using Traits = ports::DataInterface<Interface>;
  using Sample = typename Traits::Sample;
  using Packet = ports::PacketOf<Interface>;

 public:
  TypedReceiver(SampleWriter writer, bool keeps_order, std::function<void()> changed)
      : PacketReceiver(std::move(writer), keeps_order, std::move(changed)),
        // In its lane: in order, one at a time; while a file takes nothing, the component waits.
        port_({.dispatch = wire::Dispatch::lane},
              [this](Packet& packet, const packets::Stamp& stamp) { consume(packet, stamp); }) {}
  ~TypedReceiver() override { port_.close(); }

  CORBA::object_reference<CORBA::Object> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) override {
    return port_.activate(adapter);
  }
  void close() override { port_.close(); }

 private:
  void consume(const Packet& packet, const packets::Stamp& stamp) {
    if constexpr (Traits::family == Family::stream)
      take(stamp, packet.control.end_of_stream, bytes_of(packet.payload.values()), sizeof(Sample),
           {});
    else if constexpr (Traits::family == Family::real)
      take(stamp, packet.I.empty(), bytes_of(packet.I.values()), sizeof(Sample), {});
    else
      consume_pair(packet.I.values(), packet.Q.values(), stamp);
  }
  void consume_pair(std::span<const Sample> I, std::span<const Sample> Q,
                    const packets::Stamp& stamp) {
    both_.clear();
    for (std::size_t k = 0; k < std::min(I.size(), Q.size()); ++k) {
      both_.push_back(I[k]);
      both_.push_back(Q[k]);
    }
    const auto problem = I.size() == Q.size() ? std::string{}
                                              : "a packet has " + std::to_string(I.size()) +
                                                    " and " + std::to_string(Q.size()) +
                                                    " samples: what has no partner was left out";
    take(stamp, I.empty() && Q.empty(), bytes_of(std::span<const Sample>{both_}),
         2 * sizeof(Sample), problem);
  }
  static std::span<const std::byte> bytes_of(std::span<const Sample> samples) {
    return std::as_bytes(samples);
  }

  std::vector<Sample> both_;  // of the thread that consumes
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

std::unique_ptr<PacketReceiver> make_receiver(std::string_view interface, SampleWriter writer,
                                              bool keeps_order, std::function<void()> changed) {
  std::unique_ptr<PacketReceiver> made;
  DataInterfaces::choose(interface, [&]<class Interface>(std::type_identity<Interface>) {
    made = std::make_unique<TypedReceiver<Interface>>(std::move(writer), keeps_order,
                                                      std::move(changed));
  });
  return made;
}

}  // namespace orbweaver::trial
