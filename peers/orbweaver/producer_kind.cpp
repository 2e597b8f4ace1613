#include <orbweaver/base/histogram.hpp>
#include <orbweaver/component/part.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <pipeline/dictionary_work.hpp>
#include <pipeline/packet_trace.hpp>
#include <stop_token>
#include <thread>
#include <vector>

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
  unsigned senders = 1;
  bool vary = false;
};

std::uint64_t nanoseconds(TimePoint moment) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<Nanoseconds>(moment.time_since_epoch()).count());
}

// A packet that goes out late counts from the moment at which it was due: a stall is not forgiven
// to those behind it.
TimePoint wait_until_due(const Plan& plan, TimePoint started, std::uint64_t number) {
  if (plan.pace_ms <= 0) return now();
  const auto due =
      started +
      Nanoseconds{static_cast<std::int64_t>(static_cast<double>(number - 1) * plan.pace_ms * 1e6)};
  if (now() < due) wait_precisely_until(due);
  return due;
}

/// What one sender, or several that share the reference, are about to send.
class Sending {
 public:
  Sending(const Plan& plan, PacketSender& next, const std::stop_token& stop)
      : plan_(plan), next_(next), stop_(stop), trace_(plan.trace) {}

  /// Fails: throws what a sender threw; the others stop.
  void run() {
    {
      std::vector<std::jthread> others;
      for (unsigned n = 1; n < plan_.senders; ++n)
        others.push_back(os::start_thread({.name = "ow-sender-" + std::to_string(n)},
                                          [this] { send_or_fail(); }));
      send_or_fail();
    }
    if (failure_) std::rethrow_exception(failure_);
  }
  /// Nobody asked to stop before the last packet was out.
  [[nodiscard]] bool is_complete() const noexcept { return sent_ == plan_.packets; }

  [[nodiscard]] nlohmann::json to_json() const {
    nlohmann::json told{{"started_ns", nanoseconds(started_)},
                        {"last_sent_ns", nanoseconds(last_sent_)},
                        {"send_us", component::to_json(send_ns_.summary(1000))}};
    if (trace_.is_on()) told["trace"] = trace_.to_json();
    return told;
  }

 private:
  /// What one thread has sent; added to that of the others when it is done.
  struct Sent {
    Histogram send_ns;
    std::uint64_t packets = 0;
    TimePoint last{};
  };

  void send_or_fail() {
    Sent sent;
    std::exception_ptr failure;
    try {
      send_some(sent);
    } catch (...) {
      failure = std::current_exception();
      number_ = plan_.packets;
    }
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = failure;
    send_ns_.merge(sent.send_ns);
    sent_ += sent.packets;
    last_sent_ = std::max(last_sent_, sent.last);
  }

  void send_some(Sent& sent) {
    Lab::Samples samples(plan_.elements);
    std::iota(samples.begin(), samples.end(), 0.0);
    for (auto number = ++number_; number <= plan_.packets; number = ++number_) {
      if (plan_.vary) lab_pipeline::fill_varied(number, samples, samples.size());
      const auto due = wait_until_due(plan_, started_, number);
      if (stop_.stop_requested()) return;
      trace_.note(number, Moment::sending);
      next_.send(Lab::PacketHeader{static_cast<std::uint32_t>(number), nanoseconds(due)}, samples);
      trace_.note(number, Moment::handed_on);
      sent.last = now();
      sent.send_ns.record(static_cast<std::uint64_t>(Nanoseconds{sent.last - due}.count()));
      ++sent.packets;
    }
  }

  const Plan& plan_;
  PacketSender& next_;
  const std::stop_token& stop_;
  lab_pipeline::PacketTrace trace_;
  const TimePoint started_ = now();
  std::atomic<std::uint64_t> number_{0};  // of the latest packet that a sender took
  std::mutex mutex_;
  Histogram send_ns_;
  std::uint64_t sent_ = 0;
  TimePoint last_sent_ = started_;
  std::exception_ptr failure_;
};

// Asked to stop, it leaves without announcing an end: the stages must not take a part for the
// whole.
void send_all(const Component& component, const Plan& plan, PacketSender& next,
              const std::stop_token& stop) {
  Sending sending{plan, next, stop};
  sending.run();
  if (!sending.is_complete()) return;
  next.end_of_stream(plan.packets);
  auto told = sending.to_json();
  told["transport"] = component.transport();
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
  app.add_option("--senders", plan.senders,
                 "threads that share the reference to the next component")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_flag("--vary", plan.vary,
               "packets that repeat themselves more or less, for stages with "
               "--vary");
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
