// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include <orbweaver/domain/component_line.hpp>

#include <algorithm>

namespace orbweaver::trial {

using deploy::Cause;
using deploy::Step;

namespace {

constexpr Nanoseconds kMostToBeReported = std::chrono::seconds{30};

std::string text_of(Nanoseconds time) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

Deadline earlier(const Deadline& one, const Deadline& other) {
  if (one.is_never()) return other;
  return other.is_never() || one.moment() < other.moment() ? one : other;
}

std::string samples_of(const samples::DataKind& kind) {
  return std::string{kind.name()} + " (" + std::string{kind.sample} + ")";
}

}  // namespace

Trial::Run::Run(Subject subject, TrialOptions options)
    : subject_(std::move(subject)),
      options_(std::move(options)),
      monitor_(options_.events.on_failure),
      orb_(CORBA::ORB_init()),
      adapter_(
          IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"))),
      object_(orb_) {
  names_.emplace(orb_, naming::NamingLimits{}, [this](const std::string& id, const Object& object) {
    if (id == subject_.name)
      registrations_.add(subject_.name, std::shared_ptr<CORBA::Object>(object));
  });
  program_ = std::make_unique<SubjectProgram>(
      options_.guard_program, options_.timeouts.of(Step::execute),
      [this](const std::string&, device::Stream stream, std::string_view line) {
        printed(stream, line);
      },
      [this] {
        stop_.request_stop();
        monitor_.wake();
      });
}

Trial::Run::~Run() {
  program_.reset();
  inputs_.clear();
  outputs_.clear();
  orb_->destroy();
}

Result<void, std::string> Trial::Run::open_files() {
  for (const auto& file : subject_.files.inputs) {
    auto reader = samples::SampleReader::open(file.file, file.kind->sample_bytes);
    if (!reader)
      return unexpected("--input " + file.port + "=" + reader.error() +
                        "; name a file of whole samples: " + samples_of(*file.kind));
    inputs_.push_back({file, *std::move(reader), nullptr});
  }
  const bool keeps_order = !subject_.messaging.starts_with("oneway");
  for (const auto& file : subject_.files.outputs) {
    auto writer = samples::SampleWriter::open(file.file);
    if (!writer) {
      for (auto& opened : outputs_) (void)opened.receiver->finish(false);
      return unexpected("--output " + file.port + "=" + writer.error() +
                        "; name a file that can be written, in a folder that is there");
    }
    auto receiver = make_receiver(file.kind->interface, *std::move(writer), keeps_order,
                                  [this] { monitor_.note_sign_of_life(); });
    outputs_.push_back({file, std::move(receiver), nullptr});
  }
  return {};
}

trial::TrialOutcome Trial::Run::carry_out() {
  auto ended = TrialEnd::failed;
  is_started_ = create();
  if (is_started_) {
    const auto began = now();
    begin_feeds();
    ended = await_end();
    ran_ = now() - began;
  } else if (is_interrupted_) {
    ended = TrialEnd::interrupted;
  }
  give_back();
  close_files();
  return outcome(ended);
}

void Trial::Run::interrupt() {
  is_interrupted_ = true;
  monitor_.wake();
  const std::scoped_lock lock{phase_mutex_};
  if (phase_ != Phase::creating) return;
  stop_.request_stop();
  program_->terminate(grace());
}

void Trial::Run::enter(Phase phase) {
  const std::scoped_lock lock{phase_mutex_};
  phase_ = phase;
}

// ---- what the program and its threads report ----

void Trial::Run::printed(device::Stream stream, std::string_view line) {
  if (stream == device::Stream::output && take_reference(line)) return;
  if (options_.events.on_line) options_.events.on_line(stream, line);
  if (stream == device::Stream::output) take_event(line);
  monitor_.note_sign_of_life();
}

/// Takes the reference that a component prints if it does not use the naming context.
bool Trial::Run::take_reference(std::string_view line) {
  if (!line.starts_with("IOR:") || registrations_.find(subject_.name)) return false;
  try {
    registrations_.add(subject_.name,
                       std::shared_ptr<CORBA::Object>(orb_->string_to_object(std::string{line})));
    return true;
  } catch (const CORBA::Exception&) {
    return false;  // so it is a line like any other
  }
}

void Trial::Run::take_event(std::string_view line) {
  if (domain::is_end_of_stream(line)) monitor_.note_printed_end();
  if (const auto error = domain::error_in(line))
    monitor_.report("component '" + subject_.identifier + "': " + *error);
  if (const auto loss = domain::loss_in(line); loss && !monitor_.view().has_failed)
    monitor_.report("component '" + subject_.identifier + "': " + *loss);
}

void Trial::Run::feed_ended(const PortFile& port, const std::string& failure, Feed::Cause cause) {
  if (failure.empty()) return monitor_.end_feed();
  if (cause == Feed::Cause::file) return monitor_.report(failure);
  // The connection may have broken because the program ended: await_end() reports that.
  if (cause == Feed::Cause::connection && program_->await_end(time_to_be_reported())) return;
  monitor_.report("component '" + subject_.identifier + "': port '" + port.port +
                  "': pushPacket: " + failure);
}

/// The time from the program's end, which breaks its connections, to the guard's report of it.
Nanoseconds Trial::Run::time_to_be_reported() const {
  const auto timeout = options_.data_timeout;
  return timeout > Nanoseconds::zero() ? std::min(timeout, kMostToBeReported) : kMostToBeReported;
}

void Trial::Run::fail(Step step, const std::string& port, deploy::Fault fault) {
  if (is_interrupted_ && phase_ == Phase::creating) return;
  if (fault.cause == Cause::timed_out) {
    is_hung_ = true;
    fault.text += (fault.text.empty() ? "no answer" : "") +
                  (" within " + text_of(options_.timeouts.of(step)));
  }
  if (const auto how = program_->how_it_ended()) fault = {Cause::ended, *how};
  if (!port.empty())
    fault.text = "port '" + port + "'" + (fault.text.empty() ? "" : ": " + fault.text);
  monitor_.report(deploy::line(deploy::StepFailure{step, subject_.identifier, {}, fault}));
}

// ---- while it runs ----

void Trial::Run::begin_feeds() {
  enter(Phase::running);
  monitor_.begin_feeds(inputs_.size());
  for (auto& input : inputs_)
    input.feed->begin([this, &input](const std::string& failure, Feed::Cause cause) {
      feed_ended(input.port, failure, cause);
    });
}

TrialEnd Trial::Run::await_end() {
  const auto run_time =
      options_.run_time ? Deadline::at(now() + *options_.run_time) : Deadline::never();
  while (true) {
    const auto view = monitor_.view();
    if (const auto ended = ended_now(view, run_time)) return *ended;
    monitor_.await_change(view, earlier(run_time, end_of_silence(view)));
  }
}

std::optional<TrialEnd> Trial::Run::ended_now(const Monitor::View& view, const Deadline& run_time) {
  if (view.has_failed) return TrialEnd::failed;
  if (is_interrupted_) return TrialEnd::interrupted;
  for (const auto& output : outputs_)
    if (report_unwritten(output)) return TrialEnd::failed;
  if (is_through(view)) return TrialEnd::through;
  if (const auto how = program_->how_it_ended()) {
    report_end(*how);
    return TrialEnd::failed;
  }
  if (run_time.has_passed()) return TrialEnd::time;
  if (end_of_silence(view).has_passed()) return after_silence(view);
  return std::nullopt;
}

void Trial::Run::report_end(const std::string& how) {
  monitor_.report("component '" + subject_.identifier + "' ended: " + how);
}

bool Trial::Run::report_unwritten(const Output& output) {
  const auto failure = output.receiver->received().failure;
  if (!failure.empty()) monitor_.report("port '" + output.port.port + "': " + failure);
  return !failure.empty();
}

bool Trial::Run::is_through(const Monitor::View& view) const {
  if (view.feeds_at_work > 0) return false;
  if (!outputs_.empty())
    return std::ranges::all_of(
        outputs_, [](const auto& entry) { return entry.receiver->received().has_ended; });
  const bool was_taken = !inputs_.empty() && std::ranges::all_of(inputs_, &Input::replies);
  return view.has_printed_end || was_taken;
}

/// A component without an end of stream yet may be silent for as long as it likes.
Deadline Trial::Run::end_of_silence(const Monitor::View& view) const {
  const bool is_limited = options_.data_timeout > Nanoseconds::zero();
  const bool may_be_silent = inputs_.empty() && !view.has_printed_end;
  if (may_be_silent || view.feeds_at_work > 0 || !is_limited) return Deadline::never();
  return Deadline::at(view.last_sign + options_.data_timeout);
}

/// Called when nothing came for long after all input was sent. A component that hangs will fail to
/// stop. One that printed the end of its stream, or has no output, is done.
TrialEnd Trial::Run::after_silence(const Monitor::View& view) {
  if (view.has_printed_end || outputs_.empty()) return TrialEnd::through;
  monitor_.report("component '" + subject_.identifier +
                  "': end of stream: timed out: nothing came for " +
                  text_of(options_.data_timeout) +
                  " after all samples went in; --seconds S ends a trial of a component that passes "
                  "no end on");
  return TrialEnd::failed;
}

}  // namespace orbweaver::trial
