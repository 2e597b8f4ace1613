// SPDX-License-Identifier: Apache-2.0
// orbweaver-event-consumer: takes the events of a channel, numbers from 0 on, and says whether all
// came in their order. See peers/CONTRACT.md.
#include <orbweaver/component/stage/event_lines.hpp>
#include <orbweaver/generated/corba/CosEventChannelAdmin.hpp>
#include <orbweaver/generated/corba/CosEventComm_poa.hpp>
#include "launched/component.hpp"

#include <atomic>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace {

using namespace orbweaver;
using launched::Component;

/// One thread at a time pushes: its dispatch is `lane`.
class Consumer final : public CORBA::servant_traits<CosEventComm::PushConsumer>::base_type {
 public:
  Consumer(Component& component, std::int32_t expected)
      : component_(component), expected_(expected) {}

  void push(const CORBA::Any& data) override {
    std::int32_t value = -1;
    is_in_order_ = (data >>= value) && value == received_ && is_in_order_;
    if (++received_ == expected_)
      component_.report("consumer", {{"received", received_}, {"in_order", is_in_order_}});
  }
  void disconnect_push_consumer() override { component_.end(); }

 private:
  Component& component_;
  const std::int32_t expected_;
  std::int32_t received_ = 0;
  bool is_in_order_ = true;
};

void connect(Component& component, const std::string& channel) {
  const auto events = IDL::traits<CosEventChannelAdmin::EventChannel>::narrow(
      component.orb().string_to_object(channel));
  const auto consumer = IDL::traits<CosEventComm::PushConsumer>::narrow(
      component.orb().string_to_object(component.reference()));
  events->for_consumers()->obtain_push_supplier()->connect_push_consumer(consumer);
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-event-consumer"};
  std::string channel;
  std::int32_t events = 1000;
  CLI::App app{"Takes the events of a channel until it ends."};
  launched::add_program_options(app, settings);
  launched::add_receiver_options(app, settings);
  app.add_option("--ior", channel, "reference of a CosEventChannelAdmin::EventChannel")->required();
  app.add_option("--events", events, "events until the result line")->capture_default_str();
  return launched::run_component(app, argc, argv, settings, [&](Component& component) {
    component.publish(CORBA::make_reference<Consumer>(component, events));
    connect(component, channel);
    component::print_line({{"event", "connected"}, {"name", component.name()}});
    return component.serve();
  });
}
