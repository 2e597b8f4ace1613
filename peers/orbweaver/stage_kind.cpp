// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/option_values.hpp>
#include <orbweaver/generated/lab/pipeline_poa.hpp>
#include "launched/part.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <pipeline/dictionary_work.hpp>
#include <pipeline/packet_trace.hpp>
#include <string>
#include <string_view>

#include "kinds.hpp"
#include "packet_sender.hpp"
#include "work.hpp"

namespace orbweaver::lab {

namespace {

using component::StageStamp;
using launched::Component;
/// A packet is read where it arrived, waits so for the worker, and is handed on from there.
using Samples = corba::View<double>;
using Stage = launched::PacketStage<Samples, Samples>;
using lab_pipeline::Moment;
using Trace = std::shared_ptr<lab_pipeline::PacketTrace>;

class StageServant final : public CORBA::servant_traits<Lab::PacketSink>::views_type {
 public:
  StageServant(Stage& stage, Trace trace) : stage_(stage), trace_(std::move(trace)) {}
  ~StageServant() override { stage_.stop(); }

  void send_packet(const Lab::PacketHeader& header, Samples samples) override {
    trace_->note(header.number(), Moment::arrived);
    stage_.accept({header.number(), header.created_ns()}, std::move(samples));
    trace_->note(header.number(), Moment::returned);
  }
  void push_packet(const Lab::PacketHeader& header, Samples samples) override {
    send_packet(header, std::move(samples));
  }
  void end_of_stream(std::uint32_t packets) override { stage_.end_of_stream(packets); }

 private:
  Stage& stage_;
  Trace trace_;
};

constexpr std::string_view kRandom = "random:";

struct Options {
  WorkKind kind = WorkKind::wait;
  double work_ms = 5;
  std::string delay = "none";
  std::uint32_t packets = 0;
  std::uint32_t trace = 0;
  bool vary = false;

  [[nodiscard]] Nanoseconds work() const {
    return Nanoseconds{static_cast<std::int64_t>(work_ms * 1e6)};
  }
  [[nodiscard]] std::optional<RandomDelay> random_delay() const {
    if (delay == "none") return std::nullopt;
    return RandomDelay{std::stoull(delay.substr(kRandom.size()))};
  }
};

using Part = launched::StagePart<StageServant, Samples, Samples>;

/// Each packet's work: always the same, or what its data ask for.
class Processing {
 public:
  explicit Processing(const Options& options)
      : kind_(options.kind), whole_(options.work()), vary_(options.vary) {}

  void work_on(const Samples& samples) {
    if (!vary_) return Work{kind_, whole_}.carry_out();
    const auto begun = reading_of_clock(kind_);
    const Nanoseconds work{lab_pipeline::work_on(samples.data(), samples.size(), whole_.count())};
    meter_.record(work.count());
    Work{kind_, work - (reading_of_clock(kind_) - begun)}.carry_out();
  }
  /// Adds what it was in all, where it varies.
  void tell(nlohmann::json& reported) const {
    if (vary_) reported["work_ns"] = meter_.to_json();
  }

 private:
  WorkKind kind_;
  Nanoseconds whole_;
  bool vary_;
  lab_pipeline::WorkMeter meter_;
};

auto processing(const Options& options, const std::shared_ptr<Processing>& work,
                const Trace& trace) {
  return [work, delay = options.random_delay(), trace](const StageStamp& stamp, Samples& samples) {
    trace->note(stamp.number, Moment::begun);
    if (delay) delay->carry_out(stamp.number);
    work->work_on(samples);
    trace->note(stamp.number, Moment::worked);
    return std::move(samples);
  };
}

auto handing_on(const std::shared_ptr<PacketSender>& next, const Trace& trace) {
  return [next, trace](const StageStamp& stamp, Samples& samples) {
    trace->note(stamp.number, Moment::sending);
    next->send(Lab::PacketHeader{static_cast<std::uint32_t>(stamp.number), stamp.created_ns},
               std::move(samples));
    trace->note(stamp.number, Moment::handed_on);
  };
}

auto finishing(Component& component, const std::shared_ptr<PacketSender>& next,
               const std::shared_ptr<Processing>& work, const Trace& trace) {
  return [next, &component, work, trace](const component::StageReport& report) {
    next->end_of_stream(static_cast<std::uint32_t>(report.received));
    auto reported = component::to_json(report);
    work->tell(reported);
    if (trace->is_on()) reported["trace"] = trace->to_json();
    component.report("stage", reported);
  };
}

std::unique_ptr<launched::Part> make_stage(Component& component, const Options& options) {
  const auto next = std::make_shared<PacketSender>(component);
  const auto trace = std::make_shared<lab_pipeline::PacketTrace>(options.trace);
  const auto work = std::make_shared<Processing>(options);
  return std::make_unique<Part>(component,
                                Part::Actions{.process = processing(options, work, trace),
                                              .hand_on = handing_on(next, trace),
                                              .finish = finishing(component, next, work, trace)},
                                trace);
}

std::string check_delay(const std::string& text) {
  const auto seed = std::string_view{text}.substr(std::min(kRandom.size(), text.size()));
  const bool is_number = !seed.empty() && seed.size() < 19 &&
                         seed.find_first_not_of("0123456789") == std::string_view::npos;
  if (text == "none" || (text.starts_with(kRandom) && is_number)) return {};
  return "takes none or random:SEED, not '" + text + "'";
}

void add_options(CLI::App& app, Options& options) {
  add_choice<CLI::App, WorkKind>(app, "--work", options.kind,
                                 {{"wait", WorkKind::wait}, {"spin", WorkKind::spin}},
                                 "wait as for an offload, or spin");
  app.add_option("--work-ms", options.work_ms, "work for each packet")
      ->check(CLI::NonNegativeNumber)
      ->check(refuse_nan)
      ->capture_default_str();
  app.add_flag("--vary", options.vary,
               "work as a dictionary coder: --work-ms on average, less for what repeats itself");
  app.add_option("--delay", options.delay,
                 "none, or random:SEED: seldom and varied, besides the work")
      ->check(check_delay)
      ->capture_default_str();
  app.add_option("--packets", options.packets,
                 "not needed: the end is announced by the one before");
  app.add_option("--trace", options.trace, "note when each of the first N packets passed");
}

launched::MakePart prepare(CLI::App& app, launched::Settings& settings) {
  const auto options = std::make_shared<Options>();
  launched::add_program_options(app, settings);
  launched::add_sender_options(app, settings);
  launched::add_receiver_options(app, settings);
  launched::add_stateless_options(app, settings);
  add_options(app, *options);
  return [options](Component& component) { return make_stage(component, *options); };
}

}  // namespace

launched::Kind stage_kind() {
  return {"stage", "One stage of the lab's pipeline: takes packets, works on each, hands it on.",
          prepare};
}

}  // namespace orbweaver::lab
