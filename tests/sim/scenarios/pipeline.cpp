// SPDX-License-Identifier: Apache-2.0
// Three to five processes in a row. Each stage forwards the packets that it gets, in one way of
// all. No connection breaks: each packet passes each stage once, in order; no lane holds more than
// its depth, however slow a stage behind it is.
#include "scenarios/pipeline.hpp"

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates =
    std::to_array<std::string_view>({"a connection paused by a full lane", "a lane that was full"});

struct Stage {
  std::uint32_t number = 0;  // from 1, which is also the number of its object
  bool is_last = false;
  Pace pace{};
  Way way{};  // in which it forwards
  Options options;
};

std::string name_of(std::uint32_t stage) { return "stage" + std::to_string(stage); }

/// What a stage sends to the next one.
class Forwarder {
 public:
  Forwarder(const Orb& orb, const Stage& from)
      : way_(from.way),
        next_(orb.sink(world().board.get(name_of(from.number + 1)))),
        sender_(from.number + 1, next_) {}

  void forward(std::uint32_t packet) {
    if (packet != sender_.next())
      fail("packets leave in order", "packet " + std::to_string(packet) + " came in the place of " +
                                         std::to_string(sender_.next()));
    (void)sender_.send(way_);
  }
  /// What was forwarded has reached the end of the row.
  void settle() const { sim::settle(next_); }

 private:
  Way way_;
  SinkReference next_;
  Sender sender_;
};

void run_stage(const Stage& stage) {
  Orb orb{stage.options};
  std::optional<Forwarder> forwarder;
  const auto servant = std::make_shared<SinkServant>(stage.number, stage.pace);
  if (!stage.is_last) {
    forwarder.emplace(orb, stage);
    servant->on_request = [&](std::uint32_t, std::uint32_t packet) { forwarder->forward(packet); };
    servant->on_count = [&] { forwarder->settle(); };
  }
  const auto reference = orb.publish(servant);
  world().board.put(name_of(stage.number), reference);
  world().over.wait();
  check_lane(orb, reference, stage.options);
  forwarder.reset();
  orb.destroy();
}

// A packet each millisecond, or as fast as the row takes them.
void run_source(const Options& options, Way way, std::uint32_t packets) {
  Orb orb{options};
  const auto first = orb.sink(world().board.get(name_of(1)));
  Sender sender{1, first};
  const auto period = one_of(kMillisecond, Time{0});
  for (auto moment = virtual_now(); packets > 0; --packets, moment += period) {
    if (moment > virtual_now()) sleep_until(moment);
    (void)sender.send(way);
  }
  settle(first);
  orb.destroy();
}

Options options_of_a_stage(bool is_ordered) {
  auto options = with(patient(server_options()), client_options());
  if (is_ordered) add(options, {"-ORBorderedDelivery", "on"});
  return options;
}

Way way_of_a_stage() {
  return one_of(Way::with_transport, Way::none, Way::with_server, Way::with_target, Way::two_way);
}

void run() {
  begin_world();
  const bool is_ordered = one_of(false, true);
  const auto stages = from_to(2, 4);
  std::vector<Process*> programs;
  for (auto number = stages; number > 0; --number) {
    world().history.promise(number, {.order_of_calls = is_ordered});
    const Stage stage{number, number == stages,
                      one_of(Pace::at_once, Pace::at_once, Pace::dawdles, Pace::slow),
                      way_of_a_stage(), options_of_a_stage(is_ordered)};
    programs.push_back(&start_program("stage", [stage] { run_stage(stage); }));
  }
  auto& source =
      start_program("source", [options = options_of_a_stage(is_ordered), way = way_of_a_stage(),
                               packets = from_to(5, 40)] { run_source(options, way, packets); });
  await_end(source);
  world().over.raise();
  for (auto* const program : programs) await_end(*program);
  world().history.check_end();
  check_end_of_all();
}

}  // namespace

Scenario pipeline_scenario() noexcept {
  return {"pipeline", "processes in a row forward packets in every way", run, kFaults, kStates};
}

}  // namespace orbweaver::sim
