// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/histogram.hpp>
#include <orbweaver/base/option_values.hpp>
#include <orbweaver/os/thread.hpp>
#include "launched/part.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <pipeline/dictionary_work.hpp>
#include <pipeline/packet_trace.hpp>
#include <pipeline/precise_wait.hpp>
#include <pipeline/senders.hpp>
#include <stop_token>
#include <vector>

#include "kinds.hpp"
#include "packet_sender.hpp"
#include "work.hpp"

namespace orbweaver::lab {

namespace {

using lab_pipeline::Moment;
using launched::Component;

struct Plan {
  std::uint32_t packets = 1000;
  std::size_t elements = 1024;
  double pace_ms = 0;
  std::uint32_t trace = 0;
  unsigned senders = 1;
  bool vary = false;
};

std::int64_t now_ns() { return Nanoseconds{now().time_since_epoch()}.count(); }

/// One of the threads that share the reference, and what it has sent.
class Sender {
 public:
  Sender(const Plan& plan, PacketSender& next, lab_pipeline::Senders& all,
         lab_pipeline::PacketTrace& trace, const std::int64_t& started_ns)
      : plan_(plan),
        next_(next),
        all_(all),
        trace_(trace),
        started_ns_(started_ns),
        samples_(plan.elements) {
    std::iota(samples_.begin(), samples_.end(), 0.0);
  }

  void operator()() {
    while (const auto number = all_.take()) {
      if (plan_.vary) lab_pipeline::fill_varied(number, samples_, samples_.size());
      const auto due_ns = all_.due_ns(number, started_ns_, now_ns());
      if (plan_.pace_ms > 0) lab_pipeline::wait_precisely_until(TimePoint{Nanoseconds{due_ns}});
      if (all_.is_stopping()) return;
      send(number, due_ns);
    }
  }
  [[nodiscard]] const Histogram& send_ns() const noexcept { return send_ns_; }
  [[nodiscard]] std::int64_t last_ns() const noexcept { return last_ns_; }
  [[nodiscard]] std::uint64_t packets() const noexcept { return packets_; }

 private:
  void send(std::uint64_t number, std::int64_t due_ns) {
    trace_.note(number, Moment::sending);
    next_.send(
        Lab::PacketHeader{static_cast<std::uint32_t>(number), static_cast<std::uint64_t>(due_ns)},
        samples_);
    trace_.note(number, Moment::handed_on);
    last_ns_ = now_ns();
    send_ns_.record(static_cast<std::uint64_t>(last_ns_ - due_ns));
    ++packets_;
  }

  const Plan& plan_;
  PacketSender& next_;
  lab_pipeline::Senders& all_;
  lab_pipeline::PacketTrace& trace_;
  const std::int64_t& started_ns_;
  Lab::Samples samples_;
  Histogram send_ns_;
  std::int64_t last_ns_ = 0;
  std::uint64_t packets_ = 0;
};

/// What one sender, or several that share the reference, send.
class Sending {
 public:
  Sending(const Plan& plan, PacketSender& next)
      : plan_(plan), next_(next), senders_(plan.packets, plan.pace_ms), trace_(plan.trace) {}

  /// Blocks: until all is sent, or a stop is requested. Fails: throws what a sender threw; the
  /// others stop.
  void run(const std::stop_token& stop) {
    const std::stop_callback on_stop{stop, [this] { senders_.stop(); }};
    std::vector<Sender> bodies;
    for (unsigned n = 0; n < plan_.senders; ++n)
      bodies.emplace_back(plan_, next_, senders_, trace_, started_ns_);
    started_ns_ = last_sent_ns_ = now_ns();
    senders_.run(bodies, [](std::size_t place, auto body) {
      return os::start_thread({.name = "ow-sender-" + std::to_string(place)}, body);
    });
    for (const auto& one : bodies) add(one);
  }
  /// All packets were sent before a stop was requested.
  [[nodiscard]] bool is_complete() const noexcept { return sent_ == plan_.packets; }

  [[nodiscard]] nlohmann::json to_json() const {
    nlohmann::json reported{{"started_ns", started_ns_},
                            {"last_sent_ns", last_sent_ns_},
                            {"send_us", component::to_json(send_ns_.summary(1000))}};
    if (trace_.is_on()) reported["trace"] = trace_.to_json();
    return reported;
  }

 private:
  void add(const Sender& one) {
    send_ns_.merge(one.send_ns());
    sent_ += one.packets();
    last_sent_ns_ = std::max(last_sent_ns_, one.last_ns());
  }

  const Plan& plan_;
  PacketSender& next_;
  lab_pipeline::Senders senders_;
  lab_pipeline::PacketTrace trace_;
  std::int64_t started_ns_ = 0;
  Histogram send_ns_;
  std::uint64_t sent_ = 0;
  std::int64_t last_sent_ns_ = 0;
};

// Asked to stop, it leaves without announcing an end: the stages must not take a part for the
// whole.
void send_all(const Component& component, const Plan& plan, PacketSender& next,
              const std::stop_token& stop) {
  Sending sending{plan, next};
  sending.run(stop);
  if (!sending.is_complete()) return;
  next.end_of_stream(plan.packets);
  auto reported = sending.to_json();
  reported["transport"] = component.transport();
  component.report("producer", reported);
}

std::unique_ptr<launched::Part> make_producer(Component& component, const Plan& plan) {
  const auto next = std::make_shared<PacketSender>(component);
  return std::make_unique<launched::SourcePart>(
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
      ->check(refuse_nan)
      ->capture_default_str();
  app.add_option("--senders", plan.senders,
                 "threads that share the reference to the next component")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_flag("--vary", plan.vary,
               "packets that repeat themselves more or less, for stages with "
               "--vary");
  app.add_option("--trace", plan.trace, "note when each of the first N packets was sent");
}

launched::MakePart prepare(CLI::App& app, launched::Settings& settings) {
  const auto plan = std::make_shared<Plan>();
  launched::add_program_options(app, settings);
  launched::add_sender_options(app, settings);
  app.get_option("--next")->required();
  add_options(app, *plan);
  return [plan](Component& component) { return make_producer(component, *plan); };
}

}  // namespace

launched::Kind producer_kind() {
  return {"producer", "The producer of the lab's pipeline: sends packets to the first stage.",
          prepare};
}

}  // namespace orbweaver::lab
