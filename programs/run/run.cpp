// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include <orbweaver/corba/end_calls.hpp>
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/domain/embedded_domain.hpp>
#include <orbweaver/domain/stream_ends.hpp>
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/os/second_signal.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/program/exception_text.hpp>
#include <orbweaver/resource/program/debugged.hpp>
#include <orbweaver/runfile/run_file.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace orbweaver::domain {

namespace {

using program::text_of;

using Application = CORBA::object_reference<CF::Application>;

constexpr int kFailed = 1, kBadInput = 2;

/// Returns "rx" for the component "rx:radio".
std::string name_of(const std::string& identifier, const std::string& application) {
  return identifier.substr(0,
                           identifier.size() - std::min(identifier.size(), application.size() + 1));
}

std::vector<ComponentLine> components_of(CF::Application& application, const std::string& name) {
  std::vector<ComponentLine> component_lines;
  const auto processes = application.componentProcessIds();
  const auto devices = application.componentDevices();
  for (const auto& component_implementation : application.componentImplementations()) {
    const auto& id = component_implementation.componentId();
    ComponentLine line{name_of(id, name), id, 0, {}};
    for (const auto& one : processes)
      if (one.componentId() == id) line.process = one.processId();
    for (const auto& one : devices)
      if (one.componentId() == id && line.device.empty()) line.device = one.assignedDeviceId();
    component_lines.push_back(std::move(line));
  }
  return component_lines;
}

class Run {
 public:
  Run(const RunArguments& arguments, const Radio& radio, Inbox& inbox, Reporter& lines,
      std::shared_ptr<CORBA::ORB> orb, std::filesystem::path cache, std::string guard)
      : arguments_(&arguments),
        radio_(&radio),
        inbox_(&inbox),
        lines_(&lines),
        streams_(sinks_of(radio.application)),
        orb_(std::move(orb)) {
    domain_.emplace(orb_, options(std::move(cache), std::move(guard)));
  }

  int carry_out() {
    const auto runs_here = publish();
    os::Thread creator{[this] { create_and_start(); }};
    await_end();
    is_ending_ = true;
    const os::SecondSignal second_signal{inbox_->signals(), "orbweaver-run"};
    if (!is_created_) end_all();  // ends a creation that is under way
    creator.join();
    stop_and_release();
    end_all();
    domain_.reset();
    corba::end_calls(*orb_);
    orb_->destroy();  // afterwards no line of a program is reported
    report_losses();
    if (is_created_) lines_->application("released", components_);
    if (is_bad_input_) return kBadInput;
    return has_failed_ ? kFailed : 0;
  }

 private:
  DomainOptions options(std::filesystem::path cache, std::string guard) {
    DomainOptions domain_options;
    domain_options.root = radio_->root.folder();
    domain_options.files_are_read_only = true;  // they are the user's own files, not a copy
    domain_options.elsewhere = radio_->elsewhere;
    domain_options.cache_folder = std::move(cache);
    domain_options.guard_program = std::move(guard);
    domain_options.deployment.timeouts = deploy::Timeouts{arguments_->step_timeout};
    if (arguments_->step_timeout > Nanoseconds::zero())
      domain_options.grace = std::min(domain_options.grace, arguments_->step_timeout);
    if (arguments_->keep) domain_options.deployment.on_end = deploy::DeploymentOptions::OnEnd::keep;
    domain_options.parameters = arguments_->orb;
    // A device runs a program in the program's folder, but file names of the user count from here.
    std::error_code error;
    const auto here = std::filesystem::current_path(error);
    if (!error) domain_options.parameters.emplace_back("working_folder", here.string());
    if (!radio_->debug.empty())
      domain_options.parameters.emplace_back(resource::kDebugged, radio_->debug);
    domain_options.overrides = radio_->overrides;
    domain_options.placement = arguments_->placement;
    domain_options.events = events();
    return domain_options;
  }

  DomainEvents events() {
    return {
        .on_line =
            [this](const ComponentName& component, device::Stream stream, std::string_view line) {
              lines_->output(component.instantiation, stream, line);
              if (stream == device::Stream::output) note(component.instantiation, line);
            },
        .on_end =
            [this](const ComponentName& component, const std::string& how) {
              has_failed_ = true;
              lines_->component_ended(component.instantiation, how);
              if (!arguments_->keep) inbox_->post(Message::component_ended);
            },
        .on_torn_down = [this](const TornDown& torn_down) { report(torn_down.not_given_back); },
        .on_record =
            [this](const std::string& application, const ApplicationRecord* record) {
              if (record == nullptr && application == radio_->name) inbox_->post(Message::released);
            },
        .on_problem = [this](const std::string& line) { report(line); }};
  }

  /// Lets this user's commands find the domain by its name, while the result lives.
  [[nodiscard]] std::optional<os::ClaimedFile> publish() {
    const auto manager = orb_->object_to_string(domain_->manager());
    const auto naming = orb_->object_to_string(domain_->names());
    auto result = runfile::publish_run(runfile::folder_of_this_user(),
                                       {radio_->name, manager, naming, os::process_id(), false});
    lines_->ready(result ? result->name : std::string{}, manager, naming);
    if (result) return std::move(result->file);
    lines_->notice(result.error() + ": commands find this domain by --ior alone");
    return std::nullopt;
  }

  // Called by one thread, for all programs.
  void note(const std::string& component, std::string_view line) {
    if (const auto error = error_in(line)) report("component '" + component + "': " + *error);
    if (const auto loss = loss_in(line))
      losses_.push_back("component '" + component + "': " + *loss);
    if (streams_.printed(component, line) || is_lost_end(line)) inbox_->post(Message::through);
  }
  /// Reports lost packets, unless a failure was reported, which then is their reason.
  void report_losses() {
    if (has_failed_) return;
    for (const auto& loss : losses_) report(loss);
  }
  void report(const std::string& line) {
    has_failed_ = true;
    lines_->failure(line);
  }
  void report(const deploy::Failures& failures) {
    for (const auto& failure : failures) report(deploy::line(failure));
  }

  /// Calls, and reports an exception unless this run is ending.
  template <class Call>
  bool attempt(const char* what, Call call) {
    try {
      call();
      return true;
    } catch (const CORBA::Exception& exception) {
      // After a component has ended, the application is gone, and the end was reported.
      const bool is_gone = dynamic_cast<const CORBA::OBJECT_NOT_EXIST*>(&exception) != nullptr;
      // The domain has reported each setting that a component does not have.
      const bool is_named = dynamic_cast<const CF::ApplicationFactory::InvalidInitConfiguration*>(
                                &exception) != nullptr;
      is_bad_input_ = is_bad_input_ || is_named;
      if (!is_ending_ && !is_named && !(is_gone && has_failed_))
        report(std::string{what} + ": " + text_of(exception));
      return false;
    }
  }

  void create_and_start() {
    const bool is_there = attempt("create", [&] {
      const auto manager = domain_->manager();
      manager->installApplication(radio_->file);
      application_ = manager->applicationFactories().front()->create(radio_->name, {}, {});
      components_ = components_of(*application_, radio_->name);
    });
    is_created_ = is_there;
    if (is_there) lines_->application("created", components_);
    inbox_->post(Message::created);
    if (!is_there) return;
    is_running_ = attempt("start", [&] { application_->start(); });
    if (is_running_) lines_->application("running", components_);
    inbox_->post(Message::running);
  }

  void await_end() {
    auto deadline = Deadline::never();
    bool is_starting = true;
    bool is_over = false;  // the run is ending: calls under way will fail, and report that
    while (true) {
      switch (inbox_->next(deadline)) {
        case Message::created:
          if (!is_created_) return;
          break;
        case Message::running:
          if (!is_running_ || is_over) return;
          is_starting = false;
          if (arguments_->run_time) deadline = Deadline::at(now() + *arguments_->run_time);
          break;
        case Message::component_ended:
        case Message::through:
          if (!is_starting) return;
          is_over = true;
          break;
        case Message::interrupted:
          lines_->interrupted();
          return;
        case Message::released:
          if (is_starting) {  // or its creation failed, which is reported
            is_over = true;
            break;
          }
          lines_->notice("the application was released by another program; ending");
          return;
        case Message::hung_up:  // this program does not wait for either
        case Message::told_to_leave:
        case Message::time_is_up:
          return;
      }
    }
  }

  void stop_and_release() {
    if (!is_created_) return;
    // The application may be released already, because a component ended.
    if (is_running_ && attempt_at_end("stop", [&] { application_->stop(); }))
      lines_->application("stopped", components_);
    (void)attempt_at_end("release", [&] { application_->releaseObject(); });
  }

  template <class Call>
  bool attempt_at_end(const char* what, Call call) {
    try {
      call();
      return true;
    } catch (const CORBA::OBJECT_NOT_EXIST&) {
      return false;
    } catch (const CF::LifeCycle::ReleaseError& error) {
      for (const auto& error_message : error.errorMessages()) report(error_message);
    } catch (const CORBA::Exception& exception) {
      report(std::string{what} + ": " + text_of(exception));
    }
    return false;
  }

  void end_all() { report(domain_->release_all()); }

  const RunArguments* arguments_;
  const Radio* radio_;
  Inbox* inbox_;
  Reporter* lines_;
  StreamEnds streams_;
  std::vector<std::string> losses_;  // used by the thread that calls note()
  os::Atomic<bool> has_failed_ = false, is_ending_ = false, is_created_ = false,
                   is_running_ = false, is_bad_input_ = false;
  Application application_;
  std::vector<ComponentLine> components_;
  std::shared_ptr<CORBA::ORB> orb_;
  std::optional<EmbeddedDomain> domain_;
};

int fail(Reporter& lines, const std::string& line, int status = kFailed) {
  lines.failure(line);
  return status;
}

}  // namespace

int run_radio(const RunArguments& arguments, const Radio& radio, Inbox& inbox, Reporter& lines) {
  const auto guard = guard::program_beside_this();
  if (!guard) return fail(lines, "orbweaver-guard is not in the folder of this program");
  const auto folder = os::PrivateFolder::make("orbweaver-run");
  if (!folder) return fail(lines, folder.error());
  std::shared_ptr<CORBA::ORB> orb;
  try {
    orb = CORBA::ORB_init(corba::options_with_strings(corba::kUtf8Strings, arguments.own_orb));
  } catch (const CORBA::BAD_PARAM& wrong) {
    return fail(lines, text_of(wrong), kBadInput);
  }
  try {
    return Run{arguments, radio, inbox, lines, std::move(orb), folder->path() / "cache", *guard}
        .carry_out();
  } catch (const CORBA::Exception& exception) {
    return fail(lines, text_of(exception));
  }
}

}  // namespace orbweaver::domain
