// SPDX-License-Identifier: Apache-2.0
// The ports of `sca/ports` as a component uses them: the parts that depend on a port's interface.
// Compiled once for each standard data interface, in the files beside this one.
#pragma once
#include <orbweaver/component/samples.hpp>
#include <orbweaver/component/stream_parts.hpp>
#include <orbweaver/corba/peer.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/ports/data_interface.hpp>
#include <orbweaver/ports/uses_port.hpp>

#include "data_port.hpp"
#include "sample_shelf.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::component {

namespace detail {

/// Octets of a sample; of pairs: of both.
template <class Interface>
inline constexpr std::size_t kSampleBytes =
    sizeof(typename ports::DataInterface<Interface>::Sample) *
    (ports::DataInterface<Interface>::family == ports::Family::pair ? 2 : 1);

template <class T>
[[nodiscard]] ArrivedPacket::Samples samples_of(const corba::View<T>& view) noexcept {
  return {view.data(), view.size(), &view.memory()};
}
template <class T>
[[nodiscard]] ArrivedPacket arrived(const ports::RealPacket<T>& packet) noexcept {
  const bool is_end = packet.ends_stream();
  return {.I = samples_of(packet.I),
          .is_end = is_end,
          .has_samples = !is_end,
          .metadata = &packet.metadata.get()};
}
template <class T>
[[nodiscard]] ArrivedPacket arrived(const ports::PairPacket<T>& packet) noexcept {
  const bool is_end = packet.ends_stream();
  return {.I = samples_of(packet.I),
          .Q = samples_of(packet.Q),
          .is_end = is_end,
          .has_samples = !is_end,
          .metadata = &packet.metadata.get()};
}
template <class T>
[[nodiscard]] ArrivedPacket arrived(const ports::StreamPacket<T>& packet) noexcept {
  const bool is_end = packet.ends_stream();
  return {.I = samples_of(packet.payload),
          .is_end = is_end,
          .has_samples = !is_end || !packet.payload.empty(),
          .metadata = &packet.metadata.get()};
}

template <class T>
[[nodiscard]] std::pair<Chunk, Chunk> memory_of(const ports::RealPacket<T>& packet) {
  return {packet.I.memory(), {}};
}
template <class T>
[[nodiscard]] std::pair<Chunk, Chunk> memory_of(const ports::PairPacket<T>& packet) {
  return {packet.I.memory(), packet.Q.memory()};
}
template <class T>
[[nodiscard]] std::pair<Chunk, Chunk> memory_of(const ports::StreamPacket<T>& packet) {
  return {packet.payload.memory(), {}};
}

}  // namespace detail

template <class Interface>
class TypedOutputPort final : public OutputPort {
 public:
  explicit TypedOutputPort(const ports::UsesOptions& options)
      : name_(options.name), port_(options) {}

  [[nodiscard]] resource::PortTable::Reference activate(const Adapter& adapter) override {
    return port_.activate(adapter);
  }
  void send(void* samples, const packets::Metadata* metadata,
            const std::optional<packets::Times>& times) override {
    auto& typed = *static_cast<SamplesOf<Interface>*>(samples);
    if constexpr (kFamily == ports::Family::pair)
      push_with(metadata, times, shelf_.share(typed.I), shelf_.share(typed.Q));
    else if constexpr (kFamily == ports::Family::stream)
      push_with(metadata, times, control(false), shelf_.share(typed));
    else
      push_with(metadata, times, shelf_.share(typed));
  }
  [[nodiscard]] LentSamples::Memory lend(std::size_t bytes) override {
    auto memory = port_.lend(bytes);
    auto* const first = memory.data() + corba::kLoanBegin;
    return {std::move(memory), first};
  }
  void send_lent(LentSamples samples, const packets::Metadata* metadata,
                 const std::optional<packets::Times>& times) override {
    const auto view_of = [&](LentSamples::Memory& lent) {
      const std::span written{static_cast<const Sample*>(lent.first), samples.count};
      return corba::View<Sample>{std::move(lent.memory), written};
    };
    if constexpr (kFamily == ports::Family::pair)
      push_with(metadata, times, view_of(samples.I), view_of(samples.Q));
    else if constexpr (kFamily == ports::Family::stream)
      push_with(metadata, times, control(false), view_of(samples.I));
    else
      push_with(metadata, times, view_of(samples.I));
  }
  void send_end() override {
    if constexpr (kFamily == ports::Family::pair)
      port_.push_last(Lent{}, Lent{});
    else if constexpr (kFamily == ports::Family::stream)
      port_.push_last(control(true), Lent{});
    else
      port_.push_last(Lent{});
  }
  [[nodiscard]] std::vector<packets::ConnectionStatistics> statistics() const override {
    return port_.statistics();
  }
  [[nodiscard]] packets::PortSnapshot snapshot() const override {
    return {.name = name_,
            .interface = Interface::_id,
            .sample_bytes = detail::kSampleBytes<Interface>,
            .connections = port_.statistics()};
  }

 private:
  static constexpr auto kFamily = ports::DataInterface<Interface>::family;
  using Sample = typename ports::DataInterface<Interface>::Sample;
  using Lent = std::span<const Sample>;

  ports::StreamControl control(bool is_end) noexcept {
    // relaxed: only the number itself counts
    return {.end_of_stream = is_end,
            .sequence_number = sequence_.fetch_add(1, std::memory_order_relaxed)};
  }
  template <class... Arguments>
  void push_with(const packets::Metadata* metadata, const std::optional<packets::Times>& times,
                 Arguments&&... arguments) {
    if (metadata != nullptr)
      push(times, *metadata, std::forward<Arguments>(arguments)...);
    else
      push(times, std::forward<Arguments>(arguments)...);
  }
  template <class... Arguments>
  void push(const std::optional<packets::Times>& times, Arguments&&... arguments) {
    if (times)
      port_.push_as_old_as(*times, std::forward<Arguments>(arguments)...);
    else
      port_.push(std::forward<Arguments>(arguments)...);
  }

  const std::string name_;
  SampleShelf<Sample> shelf_;
  ports::UsesPort<Interface> port_;
  os::Atomic<std::uint8_t> sequence_{0};
};

template <class Interface>
class TypedInputPort final : public InputPort {
 public:
  explicit TypedInputPort(std::string_view name) : name_(name) {}

  [[nodiscard]] resource::PortTable::Reference open(const Adapter& adapter,
                                                    const ports::ProvidesOptions& options,
                                                    std::size_t input,
                                                    PacketTaker& taker) override {
    adapter_ = adapter;
    port_ = std::make_unique<ports::ProvidesPort<Interface>>(
        options, [&taker, input](Packet& packet, const packets::Stamp& stamp) {
          TypedArrival arrival{packet};
          taker.arrive(input, arrival, stamp);
        });
    object_ = port_->activate(adapter_);
    return object_;
  }
  void close() noexcept override {
    if (port_) port_->close();
  }
  [[nodiscard]] std::size_t most_waiting() const override {
    std::size_t most = adapter_->most_waiting(adapter_->reference_to_id(object_));
    for (const auto& one : port_->statistics()) most = std::max(most, one.most_depth);
    return most;
  }
  [[nodiscard]] packets::PortSnapshot snapshot() const override {
    packets::PortSnapshot port_snapshot{.name = name_,
                                        .interface = Interface::_id,
                                        .is_input = true,
                                        .sample_bytes = detail::kSampleBytes<Interface>,
                                        .waiting = corba::waiting_in_lane(object_),
                                        .most_waiting = most_waiting(),
                                        .connections = port_->statistics()};
    if (!port_snapshot.connections.empty())
      port_snapshot.waiting += port_snapshot.connections.front().depth;
    return port_snapshot;
  }

 private:
  using Packet = ports::PacketOf<Interface>;
  class TypedArrival final : public Arrival {
   public:
    explicit TypedArrival(Packet& packet) noexcept
        : Arrival(detail::arrived(packet)), packet_(packet) {}
    [[nodiscard]] HeldPacket hold() override {
      auto [first, second] = detail::memory_of(packet_);
      return {packet(), std::move(first), std::move(second), std::move(packet_.metadata)};
    }

   private:
    Packet& packet_;
  };

  const std::string name_;
  Adapter adapter_;
  std::unique_ptr<ports::ProvidesPort<Interface>> port_;
  CORBA::object_reference<Interface> object_;
};

template <class T>
void take_samples(const ArrivedPacket::Samples& samples, std::vector<T>& into) {
  const std::span all{static_cast<const T*>(samples.first), samples.count};
  if (samples.memory != nullptr && SampleShelf<T>::take_back(*samples.memory, all, into)) return;
  into.assign(all.begin(), all.end());
}

template <class Interface>
std::unique_ptr<InputPort> make_input_port(std::string_view name) {
  return std::make_unique<TypedInputPort<Interface>>(name);
}
template <class Interface>
std::unique_ptr<OutputPort> make_output_port(const ports::UsesOptions& options) {
  return std::make_unique<TypedOutputPort<Interface>>(options);
}

}  // namespace orbweaver::component
