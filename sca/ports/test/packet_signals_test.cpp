// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ports/control_port.hpp>
#include <orbweaver/ports/packet_signals.hpp>

#include "rig.hpp"

namespace orbweaver::ports {
namespace {

TEST(PacketSignals, let_a_producer_go_on_when_its_consumer_has_room) {
  Ends ends("unix");
  using Flow = ::Packet::FlowOctetStream;
  UsesPort<Flow> uses;
  Journal resumed;
  ControlProvidesPort<::Packet::FlowSignals> signals(std::make_shared<FlowSignalsServant>([&] {
    uses.resume();
    resumed.add(1);
  }));

  ControlUsesPort<::Packet::FlowSignals> to_producer;
  std::shared_ptr<FlowControlServant> control;
  ProvidesOptions options{.queue = {.depth = 2}};
  options.queue.has_room = [&] {
    if (control->is_enabled()) to_producer.first()->signalResume();
  };
  ProvidesPort<Flow> provides(options);
  control = std::make_shared<FlowControlServant>([&] { return provides.has_room(); });
  ControlProvidesPort<::Packet::FlowControl> controls(control);

  uses.connect(ends.seen(provides.activate(ends.receiver().poa())), "packets");
  to_producer.connect(ends.receiver().import(ends.sender(), signals.activate(ends.sender().poa())),
                      "signals");
  const auto asked = IDL::traits<::Packet::FlowControl>::narrow(
      ends.seen(controls.activate(ends.receiver().poa())));
  asked->enableFlowResumeSignals(true);
  EXPECT_TRUE(asked->spaceAvailable());
  const std::vector<std::uint8_t> payload(1);
  while (uses.has_room()) uses.push(StreamControl{}, payload);
  EXPECT_FALSE(asked->spaceAvailable());
  (void)provides.take();
  resumed.wait_for(1);
  EXPECT_TRUE(uses.has_room());
}

TEST(PacketSignals, say_to_a_producer_that_its_consumer_ran_dry) {
  Ends ends("unix");
  Journal emptied;
  ControlProvidesPort<::Packet::EmptySignals> signals(
      std::make_shared<EmptySignalsServant>([&](std::uint16_t stream) { emptied.add(stream); }));
  const auto control = std::make_shared<EmptyControlServant>();
  ControlProvidesPort<::Packet::EmptyControl> controls(control);
  const auto asked = IDL::traits<::Packet::EmptyControl>::narrow(
      ends.seen(controls.activate(ends.receiver().poa())));
  asked->enableEmptySignals(true);
  spin_until([&] { return control->is_enabled(); });
  ControlUsesPort<::Packet::EmptySignals> to_producer;
  to_producer.connect(ends.receiver().import(ends.sender(), signals.activate(ends.sender().poa())),
                      "signals");
  to_producer.first()->signalEmpty(7);
  EXPECT_EQ(emptied.wait_for(1), std::vector<std::uint64_t>{7});
}

}  // namespace
}  // namespace orbweaver::ports
