#include <orbweaver/base/histogram.hpp>
#include <orbweaver/component/part.hpp>

#include <nlohmann/json.hpp>
#include <numeric>
#include <pipeline/packet_trace.hpp>
#include <stop_token>

#include "kinds.hpp"
#include "packet_sender.hpp"
#include "work.hpp"

namespace orbweaver::lab {

namespace {

using component::Component;
using lab_pipeline::Moment;

struct Plan {
  std::uint32_t packets = 1000;
  std::size_t elements = 1024;
  double pace_ms = 0;
  std::uint32_t trace = 0;
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
  if (now() < due) wait_precisely_until(due);
  return due;
}

// Asked to stop, it leaves without announcing an end: the stages must not take a part for the
// whole.
void send_all(const Component& component, const Plan& plan, PacketSender& next,
              const std::stop_token& stop) {
  Lab::Samples samples(plan.elements);
  std::iota(samples.begin(), samples.end(), 0.0);
  Histogram send_ns;
  lab_pipeline::PacketTrace trace{plan.trace};
  const auto started = now();
  for (std::uint32_t number = 1; number <= plan.packets; ++number) {
    const auto due = wait_until_due(plan, started, number);
    if (stop.stop_requested()) return;
    trace.note(number, Moment::sending);
    next.send(Lab::PacketHeader{number, nanoseconds(due)}, samples);
    trace.note(number, Moment::handed_on);
    send_ns.record(static_cast<std::uint64_t>(Nanoseconds{now() - due}.count()));
  }
  const auto last_sent = now();
  next.end_of_stream(plan.packets);
  nlohmann::json told{{"started_ns", nanoseconds(started)},
                      {"last_sent_ns", nanoseconds(last_sent)},
                      {"transport", component.transport()},
                      {"send_us", component::to_json(send_ns.summary(1000))}};
  if (trace.is_on()) told["trace"] = trace.to_json();
  component.report("producer", told);
}

std::unique_ptr<component::Part> make_producer(Component& component, const Plan& plan) {
  const auto next = std::make_shared<PacketSender>(component);
  return std::make_unique<component::SourcePart>(
      component, [next, plan, &component](const std::stop_token& stop) {
        send_all(component, plan, *next, stop);
      });
}

void add_options(CLI::App& app, Plan& plan) {
  app.add_option("--packets", plan.packets, "packets to send")->capture_default_str();
  app.add_option("--elements", plan.elements, "doubles in a packet")->capture_default_str();
  app.add_option("--pace-ms", plan.pace_ms,
                 "one packet each so many ms, on a fixed schedule; 0: as fast as it can")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--trace", plan.trace, "note when each of the first N packets was sent");
}

component::MakePart prepare(CLI::App& app, component::Settings& settings) {
  const auto plan = std::make_shared<Plan>();
  component::add_program_options(app, settings);
  component::add_sender_options(app, settings);
  app.get_option("--next")->required();
  add_options(app, *plan);
  return [plan](Component& component) { return make_producer(component, *plan); };
}

}  // namespace

component::Kind producer_kind() {
  return {"producer", "The producer of the lab's pipeline: sends packets to the first stage.",
          prepare};
}

}  // namespace orbweaver::lab
