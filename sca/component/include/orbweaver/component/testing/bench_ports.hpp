// SPDX-License-Identifier: Apache-2.0
// The ports of a bench: one in front of each input of a component, one behind each output. Behind
// bench.hpp.
#pragma once
#include <orbweaver/component/output.hpp>
#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/component/testing/bench_base.hpp>
#include <orbweaver/ports/provides_port.hpp>
#include <orbweaver/ports/uses_port.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace orbweaver::component::testing::detail {

using Adapter = CORBA::object_reference<PortableServer::POA>;
using Object = CORBA::object_reference<CORBA::Object>;

/// The port in front of an input. push() waits for the reply: when it returns, the component has
/// processed the packet, unless it has threads of its own.
template <class In_>
class Pusher {
 public:
  static constexpr std::string_view name() { return In_::name; }

  void open(const Adapter& /*adapter*/, const Object& input) { port_->connect(input, "bench"); }
  /// Sends a packet. False: the component did not take it.
  [[nodiscard]] bool push(const Samples<In_>& samples) {
    if constexpr (In_::family == ports::Family::pair)
      port_->push(Lent{samples.I}, Lent{samples.Q});
    else if constexpr (In_::family == ports::Family::stream)
      port_->push(control(false), Lent{samples});
    else
      port_->push(Lent{samples});
    return has_lost_none();
  }
  void push_end() {
    if (std::exchange(has_ended_, true)) return;
    if constexpr (In_::family == ports::Family::pair)
      port_->push_last(Lent{}, Lent{});
    else if constexpr (In_::family == ports::Family::stream)
      port_->push_last(control(true), Lent{});
    else
      port_->push_last(Lent{});
  }

 private:
  using Port = ports::UsesPort<typename In_::Interface>;
  using Lent = std::span<const typename In_::Sample>;

  static ports::UsesOptions options() {
    return {.name = std::string{In_::name},
            .connection = {.messaging = ports::Messaging::twoway, .send_timeout = kPatience}};
  }
  ports::StreamControl control(bool is_end) noexcept {
    return {.end_of_stream = is_end, .sequence_number = number_++};
  }
  [[nodiscard]] bool has_lost_none() const {
    return std::ranges::all_of(
        port_->statistics(),
        [](const packets::ConnectionStatistics& statistics) { return statistics.lost.all() == 0; });
  }

  std::unique_ptr<Port> port_ = std::make_unique<Port>(options());
  std::uint8_t number_ = 0;
  bool has_ended_ = false;
};

/// The outcome of taking a packet.
enum class Got { packet, end, nothing };
[[nodiscard]] inline const char* why(Got got) {
  return got == Got::end ? ": the stream is over, and no packet is left" : ": no packet came";
}

/// The port behind an output. It holds packets until the test takes them; a component that makes
/// more than kWaiting has to wait.
template <class Out_>
class Taker {
 public:
  static constexpr std::string_view name() { return Out_::name; }

  [[nodiscard]] Object open(const Adapter& adapter) { return port_->activate(adapter); }
  /// Adds the samples of the next packet. Blocks: until there is one, for kPatience.
  [[nodiscard]] Got take(Samples<Out_>& samples) {
    if (is_over_) return Got::end;
    const auto got = port_->take(Deadline::after(kPatience));
    if (!got) return Got::nothing;
    is_over_ = is_end(got->packet);
    if (is_over_ && got->packet.bytes() == 0) return Got::end;
    add(got->packet, samples);
    return Got::packet;
  }
  void close() { port_->close(); }

 private:
  using Port = ports::ProvidesPort<typename Out_::Interface>;
  using Packet = typename Port::Packet;
  static constexpr std::size_t kWaiting = 1024;  // packets

  static bool is_end(const Packet& packet) {
    if constexpr (Out_::family == ports::Family::stream)
      return packet.control.end_of_stream;
    else
      return packet.bytes() == 0;
  }
  static void append(std::span<const typename Out_::Sample> from,
                     std::vector<typename Out_::Sample>& to) {
    to.insert(to.end(), from.begin(), from.end());
  }
  static void add(const Packet& packet, Samples<Out_>& samples) {
    if constexpr (Out_::family == ports::Family::pair) {
      append(packet.I.values(), samples.I);
      append(packet.Q.values(), samples.Q);
    } else if constexpr (Out_::family == ports::Family::stream) {
      append(packet.payload.values(), samples);
    } else {
      append(packet.I.values(), samples);
    }
  }

  std::unique_ptr<Port> port_ =
      std::make_unique<Port>(ports::ProvidesOptions{.queue = {.depth = kWaiting}});
  bool is_over_ = false;
};

// ---- which ports a class has ----

/// The direction of a data port; `none` for any other argument of StreamComponent.
enum class Direction { none, in, out };
template <class Part>
inline constexpr auto kDirection = Direction::none;
template <PortName name, ports::IsDataInterface Interface>
inline constexpr auto kDirection<In<name, Interface>> = Direction::in;
template <PortName name, ports::IsDataInterface Interface>
inline constexpr auto kDirection<Out<name, Interface>> = Direction::out;

template <class Part, template <class> class End, Direction direction>
[[nodiscard]] auto end_of() {
  if constexpr (kDirection<Part> == direction)
    return std::tuple<End<Part>>{};
  else
    return std::tuple<>{};
}
template <template <class> class End, Direction direction, class... Parts>
[[nodiscard]] auto ends_of(const StreamComponent<Parts...>&) {
  return std::tuple_cat(end_of<Parts, End, direction>()...);
}
/// An End for each data port of the class in this direction.
template <class Class, template <class> class End, Direction direction>
using PortsOf = decltype(ends_of<End, direction>(std::declval<const Class&>()));

/// The port of the only End.
template <class Ends>
struct OnlyOf {
  struct NameThePort;
  using type = NameThePort;
};
template <template <class> class End, class P>
struct OnlyOf<std::tuple<End<P>>> {
  using type = P;
};
template <class Ends>
using Only = typename OnlyOf<Ends>::type;

}  // namespace orbweaver::component::testing::detail
