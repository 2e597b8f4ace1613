// The templates behind stream_component.hpp.
#pragma once
#include <orbweaver/component/connections.hpp>
#include <orbweaver/component/control_ports.hpp>
#include <orbweaver/component/data_ports.hpp>
#include <orbweaver/component/last_metadata.hpp>
#include <orbweaver/component/output_shelf.hpp>
#include <orbweaver/component/source_loop.hpp>
#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/stage/ordered_workers.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace orbweaver::component {

namespace detail {

template <class... Ports>
struct List {};
template <class A, class B>
struct Joined;
template <class... A, class... B>
struct Joined<List<A...>, List<B...>> {
  using type = List<A..., B...>;
};
/// Those of one kind, in their order.
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

/// What the component does with a packet of the port.
template <class In_, class Output>
class Processor {
 public:
  virtual ~Processor() = default;
  virtual void process(const Input<In_>& in, Output& out) = 0;
};

/// What the component does without packets.
template <class Output>
class Producer {
 public:
  virtual ~Producer() = default;
  /// The next packets. False at the end of the stream: what was made by then is still sent.
  virtual bool produce(Output& out) = 0;
};

/// Uses ports, and what is sent through them.
template <class... Outs>
class Senders {
 public:
  template <class Options>
  explicit Senders([[maybe_unused]] Options options) : ports_(options(Outs::name)...) {}
  void activate(const resource::ProgramContext& context, resource::NamedPorts& table) {
    (table.add(std::string{Outs::name}, sender<Outs>().activate(context.adapter)), ...);
  }
  void send(Output<Outs...>& out, const std::optional<packets::Times>& times) {
    (out.template port<Outs>().take_all([&](auto& samples, const auto* metadata) {
      sender<Outs>().send(samples, metadata, times);
    }),
     ...);
    out.drop_all();
  }
  void send_end() { (sender<Outs>().send_end(), ...); }
  /// `note(port, statistics)`, for each connection of each port.
  template <class Note>
  void for_each_connection([[maybe_unused]] Note note) const {
    [[maybe_unused]] const auto of_port = [&](std::string_view port, const auto& all) {
      for (const auto& each : all) note(port, each);
    };
    (of_port(Outs::name, std::get<Sender<Outs>>(ports_).statistics()), ...);
  }
  void describe(std::vector<packets::PortSnapshot>& all) const {
    (all.push_back(std::get<Sender<Outs>>(ports_).snapshot()), ...);
  }
  [[nodiscard]] std::string transport() const {
    std::string way;
    ((way.empty() ? void(way = std::get<Sender<Outs>>(ports_).transport()) : void()), ...);
    return way;
  }

 private:
  template <class Out_>
  Sender<Out_>& sender() noexcept {
    return std::get<Sender<Out_>>(ports_);
  }
  std::tuple<Sender<Outs>...> ports_;
};

}  // namespace detail

/// What components with and without inputs share.
template <class... Outs>
class WithOutputs : public StreamBase {
 public:
  using Output = component::Output<Outs...>;

  /// The end of the stream has come: makes what is left. The next packet begins another stream.
  virtual void finish(Output& out) { (void)out; }

 protected:
  using StreamBase::StreamBase;

  void make_senders(const resource::ProgramContext& context, resource::NamedPorts& table) {
    senders_.emplace([this](std::string_view port) { return uses_options(port); });
    senders_->activate(context, table);
  }
  void end_senders() noexcept { senders_.reset(); }
  void send(Output& out, const std::optional<packets::Times>& times) { senders_->send(out, times); }
  void describe_ports(std::vector<packets::PortSnapshot>& ports) const override {
    senders_->describe(ports);
  }
  [[nodiscard]] bool finish_stream() override {
    if (!this->resume()) return false;
    meter().begin_step();
    auto out = shelf_.take();
    out->begin_step(last_metadata_.take());
    if (!attempt_and_check(*out, [&] { finish(*out); })) out->drop_all();
    this->rest();
    meter().begin_sending();
    senders_->send(*out, std::nullopt);
    senders_->send_end();
    meter().end_step();
    shelf_.put_back(std::move(out));
    senders_->for_each_connection([this](std::string_view port, const packets::Statistics& each) {
      report_losses(port, each);
    });
    return true;
  }
  [[nodiscard]] std::string transport() const override { return senders_->transport(); }
  [[nodiscard]] OutputShelf<Output>& shelf() noexcept { return shelf_; }
  /// As attempt(): a step that fills `out`. It fails for metadata that cannot be sent, too.
  template <class Step>
  bool attempt_and_check(Output& out, Step step) {
    return this->attempt([&] {
      step();
      out.require_sendable();
    });
  }
  void note_end_of_inputs() final { last_metadata_.note_end(); }
  /// A packet of so many samples is at work.
  void note_metadata(const packets::Metadata& metadata, std::size_t samples) {
    if (!metadata.is_empty()) last_metadata_.note(metadata, samples);
  }

 private:
  std::optional<detail::Senders<Outs...>> senders_;
  OutputShelf<Output> shelf_;
  LastMetadata last_metadata_;
};

/// Components with inputs, and sources: below.
template <class Ins, class Outs>
class StreamComponentOf;

template <class... Outs>
class StreamComponentOf<detail::List<>, detail::List<Outs...>>
    : public WithOutputs<Outs...>, public detail::Producer<Output<Outs...>> {
 public:
  using typename WithOutputs<Outs...>::Output;

 protected:
  StreamComponentOf(Definitions own, std::string_view connections)
      : WithOutputs<Outs...>(std::move(own), Shape{.has_outputs = true, .connections = connections},
                             {}) {}

 private:
  void make_ports(const resource::ProgramContext& context, resource::NamedPorts& table) final {
    this->make_senders(context, table);
  }
  void close_ports() noexcept final { this->end_senders(); }
  void start_source() final {
    loop_.run([this](SourceLoop& loop) { return step(loop); },
              [this](SourceLoop& loop) {
                this->end_source(loop);
                out_ = {};  // what was said of the samples is not said of those of the next stream
              });
  }
  void hurry_source() final { loop_.hurry(); }
  void finish_source() final { loop_.finish(); }

  static packets::Times born_at(TimePoint moment) noexcept {
    return {.born_ns = Nanoseconds{moment.time_since_epoch()}.count()};
  }
  SourceLoop::After step(SourceLoop& loop) {
    if (!this->resume()) return SourceLoop::After::released;
    this->meter().begin_step();
    bool goes_on = false;
    if (!this->attempt_and_check(out_, [&] { goes_on = this->produce(out_); })) out_.drop_all();
    this->rest();
    const auto due = out_.when_due();
    this->meter().pause();
    // If it was stopped meanwhile, what is made is still sent: a source does not make it again.
    if (due) loop.wait_until(*due);
    this->meter().begin_hand_on();
    loop.sending(due);
    this->send(out_, due ? std::optional{born_at(*due)} : std::nullopt);
    this->meter().end_step();
    if (!goes_on) return SourceLoop::After::end_has_come;
    loop.sent();
    return SourceLoop::After::goes_on;
  }
  [[nodiscard]] std::size_t most_waiting() const final { return 0; }

  SourceLoop loop_;
  Output out_;
};

template <class... Ins, class... Outs>
class StreamComponentOf<detail::List<Ins...>, detail::List<Outs...>>
    : public WithOutputs<Outs...>, public detail::Processor<Ins, Output<Outs...>>... {
 public:
  using typename WithOutputs<Outs...>::Output;
  /// A packet of the first input port, which is the only one of most components.
  using Input = component::Input<std::tuple_element_t<0, std::tuple<Ins...>>>;

 protected:
  StreamComponentOf(Definitions own, std::string_view connections, State state = State::kept)
      : WithOutputs<Outs...>(std::move(own),
                             Shape{.has_inputs = true,
                                   .has_outputs = sizeof...(Outs) > 0,
                                   .state = state,
                                   .connections = connections},
                             {std::string{Ins::name}...}),
        keeps_state_(state == State::kept) {}

 private:
  template <class In_>
  using PacketFrom = ports::PacketOf<typename In_::Interface>;
  using OwnedOutput = std::unique_ptr<Output>;

  /// A packet on its way through the workers. Only the first input's: a component that keeps no
  /// state has one.
  struct Item {
    PacketFrom<std::tuple_element_t<0, std::tuple<Ins...>>> packet;
    packets::Stamp stamp;
  };
  struct Made {
    OwnedOutput out;
    packets::Stamp stamp;
  };
  using Workers = stage::OrderedWorkers<Item, Made>;

  void make_ports(const resource::ProgramContext& context, resource::NamedPorts& table) final {
    this->make_senders(context, table);
    if (this->choice().parallel > 0 && sizeof...(Ins) == 1) start_workers();
    make_receivers(context, table, std::index_sequence_for<Ins...>{});
  }
  template <std::size_t... index>
  void make_receivers(const resource::ProgramContext& context, resource::NamedPorts& table,
                      std::index_sequence<index...>) {
    const auto adapter = this->adapter_of_inputs(context);
    (std::get<index>(receivers_)
         .open(adapter, this->provides_options(Ins::name), table,
               [this](auto& packet, const packets::Stamp& stamp) {
                 this->template arrive<Ins, index>(packet, stamp);
               }),
     ...);
  }
  void close_ports() noexcept final {
    std::apply([](auto&... each) { (each.close(), ...); }, receivers_);
    this->end_inputs();
    workers_.reset();
    this->end_senders();
  }

  template <class In_, std::size_t index>
  void arrive(PacketFrom<In_>& packet, const packets::Stamp& stamp) {
    const auto content = content_of<In_>(packet);
    if (!this->enter(index, stamp, content.is_end)) return;
    const bool has_workers = sizeof...(Ins) == 1 && workers_;
    if (content.has_samples) this->note_metadata(packet.metadata.get(), content.samples);
    if (!content.has_samples || has_workers) this->rest();
    if constexpr (sizeof...(Ins) == 1)
      if (content.has_samples && has_workers) return put({std::move(packet), stamp});
    if (content.has_samples) carry_out<In_>(packet, stamp);
    this->leave(index, stamp);
  }

  /// In the thread that brings the packet, or that of the port. The packet rests afterwards.
  template <class In_>
  void carry_out(const PacketFrom<In_>& packet, const packets::Stamp& stamp) {
    this->meter().begin(identity_of(stamp));
    {
      std::unique_lock turn(turn_, std::defer_lock);
      const bool is_wanted = !keeps_state_ || this->take(turn);
      OwnedOutput out;
      if (is_wanted) {
        out = make<In_>(packet, stamp);
        this->rest();
      }
      this->meter().begin_sending();
      if (is_wanted) hand_on({std::move(out), stamp});
    }
    this->meter().handed_on(identity_of(stamp));
  }
  template <class In_>
  OwnedOutput make(const PacketFrom<In_>& packet, const packets::Stamp& stamp) {
    auto out = this->shelf().take();
    detail::Processor<In_, Output>& processor = *this;
    const component::Input<In_> in{packet, stamp};
    out->begin_step(in.metadata());
    if (!this->attempt_and_check(*out, [&] { processor.process(in, *out); })) out->drop_all();
    return out;
  }
  void hand_on(Made made) {
    const bool knows_times = made.stamp.number != 0;
    this->send(*made.out, knows_times ? std::optional{made.stamp.times} : std::nullopt);
    this->shelf().put_back(std::move(made.out));
  }

  /// Empty if the component has been released.
  OwnedOutput work_on(const Item& item) {
    using First = std::tuple_element_t<0, std::tuple<Ins...>>;
    if (!this->resume()) return this->shelf().take();
    auto out = make<First>(item.packet, item.stamp);
    this->rest();
    return out;
  }
  void put(Item item) {
    // Nothing closes the workers before the gate is shut, so each packet is taken.
    (void)workers_->push(std::move(item), Deadline::never());
  }
  void start_workers() {
    if constexpr (sizeof...(Ins) == 1)
      workers_ =
          std::make_unique<Workers>(this->choice().parallel, this->choice().queue_depth, steps());
  }
  stage::OrderedSteps<Item, Made> steps() {
    return {.take_up = [this](const Item& item) { this->meter().begin(identity_of(item.stamp)); },
            .process =
                [this](Item item) {
                  Made made{work_on(item), item.stamp};
                  this->meter().end();
                  return made;
                },
            .hand_on =
                [this](Made made) {
                  const auto stamp = made.stamp;
                  this->meter().begin_hand_on();
                  hand_on(std::move(made));
                  this->meter().end_hand_on(identity_of(stamp));
                  this->leave(0, stamp);
                }};
  }

  void describe_ports(std::vector<packets::PortSnapshot>& ports) const final {
    std::apply([&](const auto&... each) { (ports.push_back(each.snapshot()), ...); }, receivers_);
    if (workers_) {
      ports.front().waiting += workers_->waiting();
      ports.front().most_waiting += workers_->most_waiting();
    }
    WithOutputs<Outs...>::describe_ports(ports);
  }
  [[nodiscard]] std::size_t most_waiting() const final {
    const auto in_ports =
        std::apply([](const auto&... each) { return (std::size_t{0} + ... + each.most_waiting()); },
                   receivers_);
    return in_ports + (workers_ ? workers_->most_waiting() : 0);
  }

  const bool keeps_state_;
  os::Mutex turn_;
  std::tuple<Receiver<Ins>...> receivers_;
  std::unique_ptr<Workers> workers_;
};

namespace detail {

template <Part wanted, class... Parts>
using Those = typename Only<wanted, Parts...>::type;

constexpr std::string_view text_of(List<>) { return {}; }
template <class Connections_>
constexpr std::string_view text_of(List<Connections_>) {
  return Connections_::text;
}

}  // namespace detail

/// The settings of a component, or that it has none.
template <class All>
class WithSettings;
template <>
class WithSettings<detail::List<>> {
 protected:
  static Definitions with(Definitions more) { return more; }
};
template <class S>
class WithSettings<detail::List<Settings<S>>> {
 public:
  /// As they are now. Stays as it is while process(), produce(), finish() or a hook runs.
  [[nodiscard]] const S& settings() const noexcept { return settings_; }

 protected:
  static Definitions with(Definitions more) {
    auto all = definitions_of<S>();
    for (auto& each : more) all.push_back(std::move(each));
    return all;
  }
  S settings_{};
};

template <class... Parts>
class StreamComponent : public WithSettings<detail::Those<Part::settings, Parts...>>,
                        public StreamComponentOf<detail::Those<Part::input, Parts...>,
                                                 detail::Those<Part::output, Parts...>> {
  using OfSettings = WithSettings<detail::Those<Part::settings, Parts...>>;
  using Base = StreamComponentOf<detail::Those<Part::input, Parts...>,
                                 detail::Those<Part::output, Parts...>>;
  using Controls =
      ControlPorts<detail::Those<Part::serves, Parts...>, detail::Those<Part::calls, Parts...>>;
  static constexpr bool kHasSettings = ((Parts::part == Part::settings) || ... || false);
  static constexpr std::string_view kConnectionsOfClass =
      detail::text_of(detail::Those<Part::connections, Parts...>{});

 public:
  /// For tests, which hold it against the profile.
  [[nodiscard]] static std::vector<PortDescription> ports() {
    return described(
        detail::Those<Part::input, Parts...>{}, detail::Those<Part::output, Parts...>{},
        detail::Those<Part::serves, Parts...>{}, detail::Those<Part::calls, Parts...>{});
  }
  /// For make_parts(): as open(), with the control ports. `Class` is the component's own.
  template <class Class>
  [[nodiscard]] static std::shared_ptr<resource::PortTable> open_all(
      Class& component, const resource::ProgramContext& context) {
    return component.open(context, [&](resource::NamedPorts& table) {
      static_cast<StreamComponent&>(component).controls_.open(component, context.adapter, table);
    });
  }

 protected:
  /// `own`: properties besides the settings.
  template <class... Options>
  explicit StreamComponent(Definitions own = {}, Options... options)
      : Base(OfSettings::with(std::move(own)), kConnectionsOfClass, options...) {}

  /// The object that the control port calls: that of the first connection; nil if there is none. A call
  /// throws what calls throw. Any thread.
  template <class Calls_>
  [[nodiscard]] CORBA::object_reference<typename Calls_::Interface> call() const {
    return controls_.template first<Calls_>();
  }
  /// Those of all its connections, in the order in which they were made: each has an `id` and an
  /// `object`. Any thread.
  template <class Calls_>
  [[nodiscard]] auto all_called() const {
    return controls_.template all<Calls_>();
  }

  /// Sets a member of settings(), and so what query() answers; on_settings() does not run. From
  /// process(), produce(), finish(), operations of control ports and the hooks; not of a component that
  /// keeps no state.
  template <class T, class Settings_>
  void publish(T Settings_::*member, std::type_identity_t<T> value) {
    auto& place = this->settings_.*member;
    const auto id =
        detail::id_of_member(&detail::describe_settings<Settings_>, &this->settings_, &place);
    place = std::move(value);
    (void)this->template set<T>(id, place);
  }

 private:
  template <class... Ins, class... Outs, class... Serving, class... Calling>
  static std::vector<PortDescription> described(detail::List<Ins...>, detail::List<Outs...>,
                                                detail::List<Serving...>,
                                                detail::List<Calling...>) {
    return describe<Ins..., Outs..., Serving..., Calling...>();
  }
  [[nodiscard]] std::vector<PortDescription> described_ports() const final { return ports(); }
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

  Controls controls_;
};

}  // namespace orbweaver::component
