// SPDX-License-Identifier: Apache-2.0
// The templates behind stream_component.hpp.
#pragma once
#include <orbweaver/component/stream_component.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace orbweaver::component {

template <class... Ports>
struct List {};

namespace detail {

template <class A, class B>
struct Joined;
template <class... A, class... B>
struct Joined<List<A...>, List<B...>> {
  using type = List<A..., B...>;
};
/// The arguments of one kind, in their order.
template <Part wanted, class... Parts>
struct Only {
  using type = List<>;
};
template <Part wanted, class First, class... Others>
struct Only<wanted, First, Others...> {
  using rest = typename Only<wanted, Others...>::type;
  using type =
      std::conditional_t<First::part == wanted, typename Joined<List<First>, rest>::type, rest>;
};
template <Part wanted, class... Parts>
using Those = typename Only<wanted, Parts...>::type;

constexpr std::string_view text_of(List<>) { return {}; }
template <class Connections_>
constexpr std::string_view text_of(List<Connections_>) {
  return Connections_::text;
}

template <class... Ins, class... Outs>
[[nodiscard]] StreamParts data_ports(List<Ins...>, List<Outs...>) {
  return {
      .inputs = {StreamParts::Input{Ins::name, &make_input_port<typename Ins::Interface>}...},
      .outputs = {StreamParts::Output{Outs::name, &make_output_port<typename Outs::Interface>}...}};
}

/// The process() of an input port.
template <class In_, class Output>
class Processor {
 public:
  virtual ~Processor() = default;
  virtual void process(const Input<In_>& in, Output& out) = 0;
};

/// The produce() of a source.
template <class Output>
class Producer {
 public:
  virtual ~Producer() = default;
  /// Makes the next packets. Returns false at the end of the stream; packets made by then are still
  /// sent.
  virtual bool produce(Output& out) = 0;
};

}  // namespace detail

/// The base of components with inputs and of sources.
template <class... Outs>
class WithOutputs : public StreamBase {
 public:
  /// The place to which process(), produce() and finish() write packets.
  using Output = component::Output<Outs...>;

  /// The end of the stream has arrived: makes the last packets. The next packet begins another
  /// stream.
  virtual void finish(Output& out) { (void)out; }

 protected:
  using StreamBase::StreamBase;
  /// For the base.
  static Output& typed(OutputBase& out) noexcept { return static_cast<Output&>(out); }

 private:
  [[nodiscard]] std::unique_ptr<OutputBase> make_output() const final {
    return std::make_unique<Output>();
  }
  void finish_packets(OutputBase& out) final { finish(typed(out)); }
};

/// Components with inputs, and sources: below.
template <class Ins, class Outs>
class StreamComponentOf;

template <class... Outs>
class StreamComponentOf<List<>, List<Outs...>> : public WithOutputs<Outs...>,
                                                 public detail::Producer<Output<Outs...>> {
 protected:
  StreamComponentOf(Definitions own, StreamParts parts)
      : WithOutputs<Outs...>(std::move(own), std::move(parts)) {}

 private:
  void process_packet(std::size_t, const ArrivedPacket&, const packets::Stamp&, OutputBase&) final {
  }
  [[nodiscard]] bool produce_packets(OutputBase& out) final {
    return this->produce(this->typed(out));
  }
};

template <class... Ins, class... Outs>
class StreamComponentOf<List<Ins...>, List<Outs...>>
    : public WithOutputs<Outs...>, public detail::Processor<Ins, Output<Outs...>>... {
 public:
  using typename WithOutputs<Outs...>::Output;
  /// A packet of the first input port, which is the only one of most components.
  using Input = component::Input<std::tuple_element_t<0, std::tuple<Ins...>>>;

 protected:
  StreamComponentOf(Definitions own, StreamParts parts, State state = State::kept)
      : WithOutputs<Outs...>(std::move(own), with(std::move(parts), state)) {}

 private:
  static StreamParts with(StreamParts parts, State state) {
    parts.state = state;
    return parts;
  }
  void process_packet(std::size_t input, const ArrivedPacket& packet, const packets::Stamp& stamp,
                      OutputBase& out) final {
    using Step = void (*)(StreamComponentOf&, const ArrivedPacket&, const packets::Stamp&, Output&);
    static constexpr std::array<Step, sizeof...(Ins)> kSteps{&process_from<Ins>...};
    kSteps[input](*this, packet, stamp, this->typed(out));
  }
  template <class In_>
  static void process_from(StreamComponentOf& self, const ArrivedPacket& packet,
                           const packets::Stamp& stamp, Output& out) {
    detail::Processor<In_, Output>& processor = self;
    processor.process(component::Input<In_>{packet, stamp}, out);
  }
  [[nodiscard]] bool produce_packets(OutputBase&) final { return false; }
};

/// The settings of a component; empty for a component without settings.
template <class All>
class WithSettings;
/// For the base: a component without settings.
template <>
class WithSettings<List<>> {
 protected:
  /// For the base.
  static Definitions with(Definitions more) { return more; }
};
/// A component with settings.
template <class S>
class WithSettings<List<Settings<S>>> {
 public:
  /// The present settings. They do not change while process(), produce(), finish() or a hook runs.
  [[nodiscard]] const S& settings() const noexcept { return settings_; }

 protected:
  /// For the base.
  static Definitions with(Definitions more) {
    auto all = definitions_of<S>();
    for (auto& text : more) all.push_back(std::move(text));
    return all;
  }
  /// For the base.
  S settings_{};
};

/// The control ports of a component: those that it has are in control.hpp.
template <class Serving, class Calling>
class ControlPorts;
template <>
class ControlPorts<List<>, List<>> {
 public:
  void close() noexcept {}
};

template <class... Parts>
class StreamComponent : public WithSettings<detail::Those<Part::settings, Parts...>>,
                        public StreamComponentOf<detail::Those<Part::input, Parts...>,
                                                 detail::Those<Part::output, Parts...>> {
  using OfSettings = WithSettings<detail::Those<Part::settings, Parts...>>;
  using Ins = detail::Those<Part::input, Parts...>;
  using Outs = detail::Those<Part::output, Parts...>;
  using Serving = detail::Those<Part::serves, Parts...>;
  using Calling = detail::Those<Part::calls, Parts...>;
  using Base = StreamComponentOf<Ins, Outs>;
  static constexpr bool kHasSettings = ((Parts::part == Part::settings) || ... || false);
  static constexpr bool kHasControls =
      ((Parts::part == Part::serves || Parts::part == Part::calls) || ... || false);

 public:
  /// Describes all ports. Tests compare them with the profile.
  [[nodiscard]] static std::vector<PortDescription> ports() {
    return described(Ins{}, Outs{}, Serving{}, Calling{});
  }
  /// The function that adds the control ports, for open() of a component of `Class`; null: it has
  /// none.
  template <class Class>
  [[nodiscard]] static StreamBase::AddPorts control_ports() noexcept {
    if constexpr (kHasControls)
      return [](StreamBase& base, const resource::ProgramContext& context,
                resource::NamedPorts& table) {
        auto& component = static_cast<Class&>(base);
        static_cast<StreamComponent&>(component).controls_.open(component, context, table);
      };
    else
      return nullptr;
  }

 protected:
  /// `own`: properties besides the settings.
  template <class... Options>
  explicit StreamComponent(Definitions own = {}, Options... options)
      : Base(OfSettings::with(std::move(own)), parts(), options...) {}

  /// The object that the control port calls: that of the first connection; nil if there is none. A
  /// call throws CORBA exceptions. Threads: any.
  template <class Calls_>
  [[nodiscard]] auto call() const {
    return controls_.template first<Calls_>();
  }
  /// The objects of all connections of the control port, in the order in which they were made: each
  /// has an `id` and an `object`. Threads: any.
  template <class Calls_>
  [[nodiscard]] auto all_called() const {
    return controls_.template all<Calls_>();
  }

  /// Sets a member of settings(), so that query() returns the new value; on_settings() does not
  /// run. Call it in process(), produce(), finish(), operations of control ports and hooks.
  /// Requires: the component keeps state.
  template <class T, class Settings_>
  void publish(T Settings_::*member, std::type_identity_t<T> value) {
    auto& place = this->settings_.*member;
    const auto id =
        detail::id_of_member(&detail::describe_settings<Settings_>, &this->settings_, &place);
    place = std::move(value);
    (void)this->template set<T>(id, place);
  }

 private:
  [[nodiscard]] static StreamParts parts() {
    auto data_ports = detail::data_ports(Ins{}, Outs{});
    data_ports.all = ports();
    data_ports.connections = detail::text_of(detail::Those<Part::connections, Parts...>{});
    return data_ports;
  }
  template <class... In_, class... Out_, class... Serves_, class... Calls_>
  static std::vector<PortDescription> described(List<In_...>, List<Out_...>, List<Serves_...>,
                                                List<Calls_...>) {
    return describe<In_..., Out_..., Serves_..., Calls_...>();
  }
  void close_controls() noexcept final { controls_.close(); }
  [[nodiscard]] Outcome take_settings([[maybe_unused]] const std::vector<std::string>& ids) final {
    if constexpr (kHasSettings) {
      const auto before = this->settings_;
      const auto describe = &detail::describe_settings<std::remove_cv_t<decltype(before)>>;
      auto members = detail::read_members(describe, &this->settings_, *this->properties(), ids);
      auto taken = this->on_settings(Changed{std::move(members)});
      if (!taken) this->settings_ = before;
      return taken;
    } else {
      return this->on_settings(Changed{{}});
    }
  }

  ControlPorts<Serving, Calling> controls_;
};

}  // namespace orbweaver::component
