#include <orbweaver/adsb/recording.hpp>
#include <orbweaver/adsb/samples.hpp>
#include <orbweaver/base/histogram.hpp>

#include <stop_token>
#include <thread>

#include "kinds.hpp"
#include "receiver_stage.hpp"

namespace orbweaver::adsb {

namespace {

enum class Pace { none, realtime };

struct Plan {
  std::string input;
  std::size_t packet_samples = 1024;
  Pace pace = Pace::none;
};

// In real time a packet is due when its last sample would have come off the antenna; one that goes
// out late counts from then.
TimePoint wait_until_due(const Plan& plan, TimePoint started, std::uint64_t samples_so_far) {
  if (plan.pace == Pace::none) return now();
  const auto due =
      started +
      Nanoseconds{static_cast<std::int64_t>(samples_so_far * 1'000'000'000 / kSampleRateHz)};
  std::this_thread::sleep_until(due);
  return due;
}

class Source {
 public:
  Source(launched::Component& component, Plan plan)
      : component_(component),
        plan_(std::move(plan)),
        next_(component, &Adsb::IqSink::send_iq, &Adsb::IqSink::push_iq) {}

  /// Returns false if it was asked to stop: then no end is announced, as a part must not be taken
  /// for the whole. Throws std::runtime_error if the recording cannot be read on or the next
  /// component fails.
  bool send_all(RecordingReader& recording, const std::stop_token& stop) {
    started_ = now();
    Adsb::Iq packet;
    while (!stop.stop_requested()) {
      packet.resize(2 * plan_.packet_samples);
      const auto samples = recording.read(packet);
      if (!samples) throw std::runtime_error(samples.error().message);
      if (*samples == 0) {
        announce_end();
        return true;
      }
      packet.resize(2 * *samples);
      samples_ += *samples;
      send(packet);
    }
    return false;
  }

  void print_result() const {
    component_.report(
        "producer", {{"started_ns",
                      std::chrono::duration_cast<Nanoseconds>(started_.time_since_epoch()).count()},
                     {"last_sent_ns", last_sent_ns_},
                     {"samples", samples_},
                     {"transport", component_.transport()},
                     {"send_us", stage::to_json(send_ns_.summary(1000))}});
  }

 private:
  void announce_end() {
    last_sent_ns_ = monotonic_ns();
    next_.end_of_stream(packets_);
  }

  void send(const Adsb::Iq& packet) {
    const auto due = wait_until_due(plan_, started_, samples_);
    next_.send({++packets_, static_cast<std::uint64_t>(due.time_since_epoch().count())}, packet);
    send_ns_.record(static_cast<std::uint64_t>(Nanoseconds{now() - due}.count()));
  }

  launched::Component& component_;
  Plan plan_;
  Output<Adsb::IqSink, Adsb::Iq> next_;
  TimePoint started_;
  std::int64_t last_sent_ns_ = 0;
  std::uint64_t packets_ = 0, samples_ = 0;
  Histogram send_ns_;
};

std::unique_ptr<launched::Part> make(launched::Component& component, const Plan& plan) {
  auto opened = RecordingReader::open(plan.input);
  if (!opened) throw std::runtime_error(opened.error().message);
  const auto recording = std::make_shared<RecordingReader>(*std::move(opened));
  const auto source = std::make_shared<Source>(component, plan);
  return std::make_unique<launched::SourcePart>(component,
                                                [recording, source](const std::stop_token& stop) {
                                                  if (source->send_all(*recording, stop))
                                                    source->print_result();
                                                });
}

void add_options(CLI::App& app, Plan& plan) {
  app.add_option("--input", plan.input, "recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta")->required();
  app.add_option("--packet-samples", plan.packet_samples, "samples in a packet")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--pace", plan.pace, "none: as fast as the receiver takes them; realtime: 2 MS/s")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Pace>{{"none", Pace::none}, {"realtime", Pace::realtime}}));
}

launched::MakePart prepare(CLI::App& app, launched::Settings& settings) {
  const auto plan = std::make_shared<Plan>();
  launched::add_program_options(app, settings);
  launched::add_sender_options(app, settings);
  app.get_option("--next")->required();
  add_options(app, *plan);
  return [plan](launched::Component& component) { return make(component, *plan); };
}

}  // namespace

launched::Kind source_kind() {
  return {"source", "ADS-B receiver, first component: plays a recording.", prepare};
}

}  // namespace orbweaver::adsb
