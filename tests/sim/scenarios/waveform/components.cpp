// SPDX-License-Identifier: Apache-2.0
#include "scenarios/waveform/components.hpp"

#include <orbweaver/component/program.hpp>
#include <orbweaver/resource/program/input_connections.hpp>
#include <orbweaver/resource/program/served_component.hpp>
#include <orbweaver/sim/simulation.hpp>
#include <orbweaver/sim/thread.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "scenarios/rig/orb.hpp"
#include "scenarios/waveform/lines.hpp"

namespace orbweaver::sim {

namespace {

using NumbersIn = component::In<"numbers_in", standardInterfaces::realLong>;
using NumbersOut = component::Out<"numbers_out", standardInterfaces::realLong>;

/// The component's own code: it works for as long as its pace says.
void work(WaveformPlan& plan, const PlannedComponent& self) {
  plan.flow.works(self.number);
  if (self.pace == Pace::dawdles)
    if (const auto time = one_of(Time{0}, 60 * kMicrosecond, kMillisecond, 10 * kMillisecond))
      sleep_until(virtual_now() + time);
  plan.flow.works(self.number);
}

/// A packet says whose it is, and which one; the rest follows from that.
class Source final : public component::StreamComponent<NumbersOut> {
 public:
  Source(WaveformPlan& plan, const PlannedComponent& self) : plan_(plan), self_(self) {}

 private:
  component::Outcome on_start() override {
    if (std::exchange(has_ended_, false)) {
      made_ = 0;
      most_ = one_of(0U, 1U, 5U);
    }
    return {};
  }
  bool produce(Output& out) override {
    work(plan_, self_);
    if (made_ == most_ || (made_ > 0 && plan_.is_enough)) return false;
    ++made_;
    const auto number = plan_.flow.makes(self_.number);
    auto& packet = out.packet();
    packet.assign(plan_.sizes[number % plan_.sizes.size()], static_cast<std::int32_t>(number));
    packet[0] = static_cast<std::int32_t>(self_.number);
    if (period_ > 0) out.due(begun_ + made_ * Nanoseconds{period_});
    return true;
  }
  void finish(Output& /*out*/) override {
    work(plan_, self_);
    has_ended_ = true;
    plan_.flow.makes_no_more(self_.number);
  }

  WaveformPlan& plan_;
  const PlannedComponent& self_;
  const Time period_ = one_of(kMillisecond, Time{0});
  const TimePoint begun_ = now();
  std::uint32_t most_ = plan_.most_packets, made_ = 0;  // of this stream
  bool has_ended_ = false;
};

class Stage final : public component::StreamComponent<NumbersIn, NumbersOut> {
 public:
  Stage(WaveformPlan& plan, const PlannedComponent& self)
      : StreamComponent({}, self.keeps_state ? component::State::kept : component::State::none),
        plan_(plan),
        self_(self) {}

 private:
  void process(const Input& in, Output& out) override {
    work(plan_, self_);
    out.packet().assign(in.samples().begin(), in.samples().end());
  }
  void finish(Output& /*out*/) override { work(plan_, self_); }

  WaveformPlan& plan_;
  const PlannedComponent& self_;
};

class Sink final : public component::StreamComponent<NumbersIn> {
 public:
  Sink(WaveformPlan& plan, const PlannedComponent& self) : plan_(plan), self_(self) {}

 private:
  void process(const Input& in, Output& /*out*/) override {
    const auto packet = in.samples();
    const auto source = static_cast<std::uint32_t>(packet[0]);
    const auto number = static_cast<std::uint32_t>(packet[1]);
    if (packet.size() != plan_.sizes[number % plan_.sizes.size()] ||
        std::ranges::count(packet.subspan(1), packet[1]) != std::ssize(packet) - 1)
      sim::fail("integrity", "the numbers of a packet changed");
    plan_.flow.arrives(source, number);
    work(plan_, self_);
  }
  void finish(Output& /*out*/) override {
    work(plan_, self_);
    plan_.flow.ends();
  }

  WaveformPlan& plan_;
  const PlannedComponent& self_;
};

/// As component::make_parts() does it.
template <class Class>
resource::ResourceParts make(const resource::ProgramContext& context, WaveformPlan& plan,
                             const PlannedComponent& self) {
  auto new_class = std::make_unique<Class>(plan, self);
  if (!resource::apply_parameters(context.arguments, *new_class->properties()))
    fail("deployment", "a parameter does not fit");
  auto ports = new_class->open(context);
  return {.identifier = {}, .component = std::move(new_class), .ports = std::move(ports)};
}

resource::ResourceParts make_parts(const resource::ProgramContext& context, WaveformPlan& plan,
                                   const PlannedComponent& self) {
  if (self.number == kSink) return make<Sink>(context, plan, self);
  if (self.is_source()) return make<Source>(context, plan, self);
  return make<Stage>(context, plan, self);
}

resource::Arguments arguments_of(const PlannedComponent& self) {
  resource::Arguments arguments;
  arguments.identifier = self.name();
  for (std::size_t i = 0; i < self.parameters.size(); i += 2)
    arguments.parameters.push_back({self.parameters[i], self.parameters[i + 1]});
  if (!self.is_source())
    arguments.parameters.push_back(
        {resource::kInputConnections, "numbers_in=" + std::to_string(self.connections)});
  return arguments;
}

/// One component of the process, and what it prints.
class Served {
 public:
  Served(const Orb& orb, WaveformPlan& plan, PlannedComponent& self)
      : plan_(plan), self_(self), orb_(orb.share()), arguments_(arguments_of(self)) {
    adapter_ = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    served_ = std::move(*resource::ServedComponent::begin(
        {arguments_, orb_, adapter_, lines_.file(), errors_.file()},
        [this](const auto& context) { return make_parts(context, plan_, self_); },
        [this] { self_.is_released.raise(); }));
    self_.lines = &lines_;
    world().board.put(self_.name(), lines_.first());
  }
  void end() {
    self_.is_released.wait();
    if (!served_->end().empty()) fail("deployment", self_.name() + " was not released as a whole");
    if (plan_.ends_by_itself) lines_.check_is_over(plan_.streams_at(self_.number));
  }

 private:
  WaveformPlan& plan_;
  PlannedComponent& self_;
  Lines lines_, errors_;  // those say that a sink has no use for some of its parameters
  std::shared_ptr<CORBA::ORB> orb_;
  const resource::Arguments arguments_;
  CORBA::object_reference<PortableServer::POA> adapter_;
  std::unique_ptr<resource::ServedComponent> served_;
};

}  // namespace

void run_components(WaveformPlan& plan, const std::vector<PlannedComponent*>& components) {
  Orb orb{components.front()->orb};
  {
    std::deque<Served> all;
    for (auto* const component : components) all.emplace_back(orb, plan, *component);
    for (auto& served : all) served.end();
    orb->shutdown(true);  // the replies to releaseObject are sent
  }
  orb.destroy();
}

}  // namespace orbweaver::sim
