// orbweaver-producer: sends the packets of an experiment, as fast as it can or on a schedule fixed
// beforehand. See peers/CONTRACT.md.
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/component/component.hpp>

#include <nlohmann/json.hpp>
#include <numeric>
#include <stop_token>

#include "packet_sender.hpp"
#include "work.hpp"

namespace {

using namespace orbweaver;
using component::Component;

struct Plan {
  std::uint32_t packets = 1000;
  std::size_t elements = 1024;
  double pace_ms = 0;
};

std::uint64_t nanoseconds(TimePoint moment) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<Nanoseconds>(moment.time_since_epoch()).count());
}

// A packet that goes out late counts from the moment at which it was due: a stall is not forgiven
// to those behind it.
TimePoint wait_until_due(const Plan& plan, TimePoint started, std::uint32_t number) {
  if (plan.pace_ms <= 0) return now();
  const auto due =
      started + Nanoseconds{static_cast<std::int64_t>((number - 1) * plan.pace_ms * 1e6)};
  if (now() < due) lab::wait_precisely_until(due);
  return due;
}

// Asked to stop, it leaves without announcing an end: the stages must not take a part for the
// whole.
void send_all(const Component& component, const Plan& plan, lab::PacketSender& next,
              const std::stop_token& stop) {
  Lab::Samples samples(plan.elements);
  std::iota(samples.begin(), samples.end(), 0.0);
  Histogram send_ns;
  const auto started = now();
  for (std::uint32_t number = 1; number <= plan.packets; ++number) {
    const auto due = wait_until_due(plan, started, number);
    if (stop.stop_requested()) return;
    next.send(Lab::PacketHeader{number, nanoseconds(due)}, samples);
    send_ns.record(static_cast<std::uint64_t>(Nanoseconds{now() - due}.count()));
  }
  const auto last_sent = now();
  next.end_of_stream(plan.packets);
  component::print_result(component.name(), "producer",
                          {{"started_ns", nanoseconds(started)},
                           {"last_sent_ns", nanoseconds(last_sent)},
                           {"send_us", component::to_json(send_ns.summary(1000))}});
}

int run(Component& component, const Plan& plan) {
  lab::PacketSender next(component);
  component.announce();
  return component.serve_while(
      [&](const std::stop_token& stop) { send_all(component, plan, next, stop); });
}

}  // namespace

int main(int argc, char** argv) {
  component::Settings settings{.name = "producer"};
  Plan plan;
  CLI::App app{"The producer of the lab's pipeline: sends packets to the first stage."};
  component::add_program_options(app, settings);
  component::add_sender_options(app, settings);
  app.get_option("--next")->required();
  app.add_option("--packets", plan.packets, "packets to send")->capture_default_str();
  app.add_option("--elements", plan.elements, "doubles in a packet")->capture_default_str();
  app.add_option("--pace-ms", plan.pace_ms,
                 "one packet each so many ms, on a fixed schedule; 0: as fast as it can")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  return component::run_component(app, argc, argv, settings,
                                  [&](Component& component) { return run(component, plan); });
}
