// The ports of `sca/ports` as a component uses them: typed by component::In and Out.
#pragma once
#include <orbweaver/component/messaging.hpp>
#include <orbweaver/component/output.hpp>
#include <orbweaver/component/sample_shelf.hpp>
#include <orbweaver/corba/peer.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/packets/snapshot.hpp>
#include <orbweaver/resource/port_table.hpp>
#include <orbweaver/resource/program/program.hpp>
#include <orbweaver/stage/stage_meter.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::component {

/// A packet as the meters know it.
[[nodiscard]] inline stage::PacketStamp identity_of(const packets::Stamp& stamp) noexcept {
  return {stamp.number, static_cast<std::uint64_t>(stamp.times.born_ns), stamp.connection};
}

/// The end of a stream is a flag of module Packet's streams, and an empty packet of all others.
struct Content {
  bool has_samples = false;
  bool is_end = false;
  std::size_t samples = 0;
};
template <class In_>
[[nodiscard]] Content content_of(const ports::PacketOf<typename In_::Interface>& packet) noexcept {
  const bool is_end = packet.ends_stream();
  if constexpr (In_::family == ports::Family::stream)
    return {.has_samples = !is_end || !packet.payload.empty(),
            .is_end = is_end,
            .samples = packet.payload.size()};
  else
    return {.has_samples = !is_end, .is_end = is_end, .samples = packet.I.size()};
}

/// Octets of a sample; of pairs: of both.
template <class Port_>
inline constexpr std::size_t kSampleBytes =
    sizeof(typename Port_::Sample) * (Port_::family == ports::Family::pair ? 2 : 1);

/// A uses port. Threads: any.
template <class Out_>
class Sender {
 public:
  explicit Sender(ports::UsesOptions options) : port_(std::move(options)) {}

  [[nodiscard]] resource::PortTable::Reference activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) {
    return port_.activate(adapter);
  }
  /// `samples` are others afterwards. `metadata`: null if there are none.
  void send(Samples<Out_>& samples, const packets::Metadata* metadata,
            const std::optional<packets::Times>& times) {
    const auto push_it = [&](auto... arguments) {
      if (metadata != nullptr)
        push(times, *metadata, std::move(arguments)...);
      else
        push(times, std::move(arguments)...);
    };
    if constexpr (Out_::family == ports::Family::pair)
      push_it(shelf_.share(samples.I), shelf_.share(samples.Q));
    else if constexpr (Out_::family == ports::Family::stream)
      push_it(control(false), shelf_.share(samples));
    else
      push_it(shelf_.share(samples));
  }
  void send_end() {
    if constexpr (Out_::family == ports::Family::pair)
      port_.push_last(Lent{}, Lent{});
    else if constexpr (Out_::family == ports::Family::stream)
      port_.push_last(control(true), Lent{});
    else
      port_.push_last(Lent{});
  }
  /// Of each connection that there is.
  [[nodiscard]] std::vector<packets::Statistics> statistics() const { return port_.statistics(); }
  [[nodiscard]] packets::PortSnapshot snapshot() const {
    return {.name = std::string{Out_::name},
            .interface = Out_::Interface::_id,
            .sample_bytes = kSampleBytes<Out_>,
            .connections = port_.statistics()};
  }
  /// The way that packets take to the first destination; empty if none went there.
  [[nodiscard]] std::string transport() const {
    for (const auto& each : port_.statistics())
      if (!ports::is_tap(each.connection)) return each.transport;
    return {};
  }

 private:
  using Lent = std::span<const typename Out_::Sample>;

  ports::StreamControl control(bool is_end) noexcept {
    // relaxed: only the number itself counts
    return {.end_of_stream = is_end,
            .sequence_number = sequence_.fetch_add(1, std::memory_order_relaxed)};
  }
  template <class... Arguments>
  void push(const std::optional<packets::Times>& times, Arguments&&... arguments) {
    if (times)
      port_.push_as_old_as(*times, std::forward<Arguments>(arguments)...);
    else
      port_.push(std::forward<Arguments>(arguments)...);
  }

  SampleShelf<typename Out_::Sample> shelf_;
  ports::UsesPort<typename Out_::Interface> port_;
  os::Atomic<std::uint8_t> sequence_{0};
};

/// A provides port, from open() to close(). Threads: one at a time; packets come on others.
template <class In_>
class Receiver {
 public:
  using Interface = typename In_::Interface;
  using Consumer = typename ports::ProvidesPort<Interface>::Consumer;

  void open(const CORBA::object_reference<PortableServer::POA>& adapter,
            const ports::ProvidesOptions& options, resource::NamedPorts& table, Consumer consumer) {
    adapter_ = adapter;
    port_ = std::make_unique<ports::ProvidesPort<Interface>>(options, std::move(consumer));
    object_ = port_->activate(adapter_);
    table.add(std::string{In_::name}, object_);
  }
  /// Blocks: while a packet is processed.
  void close() noexcept {
    if (port_) port_->close();
  }
  /// The most packets that waited at once: in the lane of its object, and in its queue.
  [[nodiscard]] std::size_t most_waiting() const {
    std::size_t most = adapter_->most_waiting(adapter_->reference_to_id(object_));
    for (const auto& one : port_->statistics()) most = std::max(most, one.most_depth);
    return most;
  }
  [[nodiscard]] packets::PortSnapshot snapshot() const {
    packets::PortSnapshot made{.name = std::string{In_::name},
                               .interface = Interface::_id,
                               .is_input = true,
                               .sample_bytes = kSampleBytes<In_>,
                               .waiting = corba::waiting_in_lane(object_),
                               .most_waiting = most_waiting(),
                               .connections = port_->statistics()};
    if (!made.connections.empty()) made.waiting += made.connections.front().depth;
    return made;
  }

 private:
  CORBA::object_reference<PortableServer::POA> adapter_;
  std::unique_ptr<ports::ProvidesPort<Interface>> port_;
  CORBA::object_reference<Interface> object_;
};

}  // namespace orbweaver::component
