// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include <orbweaver/corba/end_calls.hpp>
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/node/domain_search.hpp>
#include <orbweaver/node/node.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/descriptor_limit.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/os/second_signal.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/program/component_log.hpp>
#include <orbweaver/program/exception_text.hpp>
#include <orbweaver/program/log_file.hpp>
#include <orbweaver/program/watchdog.hpp>
#include <orbweaver/resource/names.hpp>
#include <orbweaver/runfile/run_file.hpp>

#include <algorithm>
#include <set>

#include "event_lines.hpp"

namespace orbweaver::node {

namespace {

using program::LogLevel;

constexpr int kDone = 0, kFailed = 1;
constexpr Nanoseconds kTriesAgain = std::chrono::milliseconds{500};
constexpr std::uint64_t kDescriptors = 4096;  // for connections, files, and pipes of programs

/// The parts of this machine that the node's programs use.
struct ProgramSurroundings {
  std::string guard;                // path of orbweaver-guard
  std::filesystem::path temporary;  // the folder for temporary files, removed with the node
};

/// The PATH begins with this program's folder, so that installed devices are found.
std::vector<std::string> environment_of_programs(const ProgramSurroundings& surroundings) {
  const auto here = std::filesystem::path{surroundings.guard}.parent_path().string();
  return {"PATH=" + here + ":/usr/local/bin:/usr/bin:/bin",
          "TMPDIR=" + surroundings.temporary.string()};
}

std::string line_subject(const ComponentEvent& event) {
  return (event.kind == NodeComponent::Kind::device ? "device '" : "service '") + event.id + "'";
}

std::string row_text(const ComponentEvent& event) {
  const auto number = std::to_string(event.restart);
  if (event.most_restarts == 0) return number;
  return number + " of " + std::to_string(event.most_restarts);
}

class Run {
 public:
  Run(const NodeArguments& arguments, const NodePlan& plan, const Signals& signals,
      std::shared_ptr<CORBA::ORB> orb, const ProgramSurroundings& surroundings,
      std::optional<program::LogFile> log)
      : arguments_(&arguments),
        plan_(&plan),
        signals_(&signals),
        log_(std::move(log)),
        orb_(std::move(orb)),
        by_(*plan.domain_manager),
        node_(orb_, options(surroundings)) {}

  int carry_out(const program::ServiceManager& manager) {
    const auto reference = orb_->object_to_string(node_.manager());
    lines_.node("started", *plan_,
                {{"profile", plan_->profile}, {"process", os::process_id()}, {"ior", reference}});
    report_missing_mounts();
    os::Thread worker{[this](const std::stop_token& stop) { bring_up(stop); }};
    std::optional<program::Watchdog> watchdog;
    watchdog.emplace(manager, reference, ask_for_what_is_there,
                     [this](const std::string& line) { lines_.failure(line); });
    serve_until_end(manager);
    manager.ending();
    if (!node_.missing().empty()) status_ = kFailed;
    const os::SecondSignal second_signal{signals_->awaited(), "orbweaver-node"};
    watchdog.reset();
    worker.request_stop();
    worker.join();
    lines_.node("ending", *plan_);
    node_.end();
    lines_.node("ended", *plan_);
    return status_;
  }

 private:
  void serve_until_end(const program::ServiceManager& manager) {
    manager.ready();
    while (signals_->wait(Deadline::never()) != Signals::SignalResult::to_end && !is_to_end_)
      continue;
  }

  /// Checks whether the threads that serve the domain are blocked: the call takes their locks.
  static void ask_for_what_is_there(const CORBA::object_reference<CORBA::Object>& object) {
    const auto manager = IDL::traits<CF::DeviceManager>::narrow(object);
    (void)manager->registeredDevices();
    (void)manager->registeredServices();
  }

  // Reports file systems of the DCD: it names them, but not the folders of this machine.
  void report_missing_mounts() {
    for (const auto& file_system : plan_->file_systems) {
      const auto is_it = [&](const auto& mount) {
        return mount.first == file_system.mount_name || mount.first == "/" + file_system.mount_name;
      };
      if (std::ranges::any_of(arguments_->mounts, is_it)) continue;
      lines_.failure(file_system.at.text() + ": filesystemname '" + file_system.mount_name +
                     "' has no folder; give --mount " + file_system.mount_name + "=FOLDER");
    }
  }

  NodeSetup options(const ProgramSurroundings& surroundings) {
    NodeSetup node_options;
    node_options.plan = *plan_;
    node_options.environment = environment_of_programs(surroundings);
    node_options.guard_program = surroundings.guard;
    node_options.parameters = arguments_->orb;
    node_options.mounts = arguments_->mounts;
    node_options.mounts_are_read_only = arguments_->read_only;
    node_options.connecting = arguments_->connecting;
    node_options.registration_timeout = arguments_->registration_timeout;
    node_options.call_timeout = arguments_->call_timeout;
    node_options.grace = arguments_->grace;
    node_options.domain_check = arguments_->domain_check;
    node_options.restart_after = arguments_->restart_after;
    node_options.most_restarts = arguments_->most_restarts;
    node_options.events = events();
    return node_options;
  }

  NodeEvents events() {
    return {.on_component = [this](const ComponentEvent& event) { component(event); },
            .on_line =
                [this](const std::string& component, device::Stream stream, std::string_view line) {
                  lines_.output(component, stream, line);
                  if (stream == device::Stream::output) log_line(component, line);
                },
            .on_problem = [this](const std::string& line) { fail(line, kFailed); },
            .on_absence = [this](const std::string& line) { report_failure(line); },
            .on_shutdown = [this] { end(); }};
  }

  void component(const ComponentEvent& event) {
    {
      const std::scoped_lock lock{mutex_};
      if (event.state == ComponentState::ready)
        ready_.insert(event.id);
      else
        ready_.erase(event.id);
    }
    lines_.component(event);
    log(event);
  }

  // SCA 2.2.2, 3.1.3.2.4: logs which devices and services registered, and which could not.
  void log(const ComponentEvent& event) {
    const auto subject = line_subject(event);
    if (event.state == ComponentState::ready)
      log(LogLevel::administrative_event, subject + " registered");
    if (event.state == ComponentState::unregistered)
      log(LogLevel::administrative_event, subject + " unregistered");
    if (event.state == ComponentState::restarting)
      log(LogLevel::administrative_event, subject + " is started again: " + row_text(event));
    if (event.state == ComponentState::failed || event.state == ComponentState::given_up)
      log(LogLevel::failure_alarm, subject + ": " + event.why);
  }

  /// Logs a line of a component. The node knows the program only by the name that the domain gave
  /// it; the line itself has the application's name.
  void log_line(const std::string& program, std::string_view line) {
    if (!log_) return;
    const auto said = program::component_record(line);
    if (said) log_->write({program, said->name.empty() ? program : said->name}, said->record);
  }

  void log(LogLevel level, std::string text) {
    if (log_) log_->write({plan_->identifier, plan_->label}, {level, std::move(text)});
  }

  void fail(const std::string& line, int status) {
    status_ = status;
    report_failure(line);
  }

  void report_failure(const std::string& line) {
    log(LogLevel::failure_alarm, line);
    lines_.failure(line);
  }

  void end() {
    is_to_end_ = true;
    signals_->wake();
  }

  // Runs on a thread of its own; a request to stop ends it.
  void bring_up(const std::stop_token& stop) {
    if (!join(stop)) return;
    report_joined();
    const os::Thread starter{[this, stop] { start(stop); }};
    while (const auto why = node_.await_loss(stop)) {
      lines_.node("lost", *plan_, {{"why", describe(by_) + ": " + *why}});
      log(LogLevel::failure_alarm, "the domain is lost: " + describe(by_) + ": " + *why);
      wait_a_while(stop);  // a pause, in case the domain gives up the node at once each time
      if (!join_again(stop)) return;
      report_joined();
    }
  }

  void report_joined() {
    lines_.node("joined", *plan_);
    log(LogLevel::administrative_event, "registered at the domain");
  }

  void start(const std::stop_token& stop) {
    node_.start(stop);
    if (stop.stop_requested()) return;
    const std::scoped_lock lock{mutex_};
    lines_.node("up", *plan_,
                {{"ready", std::vector<std::string>(ready_.begin(), ready_.end())},
                 {"open_connections", node_.open_connections()}});
  }

  // Joins a domain again. The node's programs go on meanwhile, so no answer of the domain ends the
  // node. Returns false if stop was requested.
  bool join_again(const std::stop_token& stop) {
    std::string reported;
    while (!stop.stop_requested()) {
      const auto outcome = try_to_join();
      if (outcome) return true;
      report_waiting(outcome.error().why, reported);
      wait_a_while(stop);
    }
    return false;
  }

  // Returns false if stop was requested, or if the node ends because the domain refuses it.
  bool join(const std::stop_token& stop) {
    std::string reported;
    while (!stop.stop_requested()) {
      const auto outcome = try_to_join();
      if (outcome) return true;
      if (outcome.error().is_final) {
        fail(describe(by_) + ": " + outcome.error().why, outcome.error().status);
        end();
        return false;
      }
      report_waiting(outcome.error().why, reported);
      wait_a_while(stop);
    }
    return false;
  }

  /// Reports a reason once, until there is another one.
  void report_waiting(const std::string& why, std::string& reported) {
    if (std::exchange(reported, why) != why)
      lines_.node("waiting", *plan_, {{"why", describe(by_) + ": " + why}});
  }

  struct NotJoined {
    bool is_final = false;
    int status = kFailed;
    std::string why;
  };
  /// Returns the domain of this user on this machine to join: the one with the name that the user
  /// or the DCD gives; if only the DCD gives a name, also the only one that runs. Returns nothing
  /// if the user names a naming service, or if the user or the DCD gives a reference. Reads the
  /// files again each time, since a domain may start after the node, and a restarted one has
  /// another reference.
  [[nodiscard]] std::optional<runfile::DomainEntry> running_domain(
      const profile::FindBy& wanted) const {
    if (arguments_->names_naming_service || wanted.way != profile::FindBy::Way::naming_service)
      return std::nullopt;
    const auto running = runfile::running_services(runfile::folder_of_this_user());
    const auto name = resource::first_step(wanted.name);
    auto found = std::ranges::find(running, name, &runfile::DomainEntry::name);
    if (found == running.end() && running.size() == 1 && !arguments_->domain)
      found = running.begin();
    if (found == running.end()) return std::nullopt;
    return *found;
  }

  /// Returns the user's way to the domain; if there is none, the DCD's.
  [[nodiscard]] profile::FindBy way_to_domain() {
    const auto& wanted = arguments_->domain ? *arguments_->domain : *plan_->domain_manager;
    const auto running = running_domain(wanted);
    if (!running) return wanted;
    take_naming(running->naming);
    return {.way = profile::FindBy::Way::stringified_reference, .name = running->manager};
  }

  /// The node finds event channels by the domain's naming service. The first one is kept.
  void take_naming(const std::string& naming) {
    try {
      orb_->register_initial_reference("NameService", orb_->string_to_object(naming));
    } catch (const CORBA::ORB::InvalidName&) {
      return;  // the ORB has one already
    } catch (const CORBA::Exception& error) {
      report_failure("the naming service of the domain: " + program::text_of(error));
    }
  }

  Result<void, NotJoined> try_to_join() {
    by_ = way_to_domain();
    const auto domain = find_domain_manager(*orb_, by_, arguments_->call_timeout);
    if (!domain)
      return unexpected(NotJoined{domain.error().kind == SearchFault::Kind::wrong,
                                  program::kWrongUsage, domain.error().why});
    const auto joined = node_.join(*domain);
    if (joined) return {};
    return unexpected(
        NotJoined{joined.error().kind == JoinFault::Kind::refused, kFailed, joined.error().why});
  }

  void wait_a_while(const std::stop_token& stop) {
    os::Mutex mutex;
    os::ConditionVariableAny never;
    std::unique_lock lock{mutex};
    never.wait_for(lock, stop, kTriesAgain, [] { return false; });
  }

  const NodeArguments* arguments_;
  const NodePlan* plan_;
  const Signals* signals_;
  std::optional<program::LogFile> log_;
  NodeEventLines lines_;
  os::Atomic<int> status_ = kDone;
  os::Atomic<bool> is_to_end_ = false;
  os::Mutex mutex_;
  std::set<std::string> ready_;  // guarded by mutex_
  std::shared_ptr<CORBA::ORB> orb_;
  profile::FindBy by_;  // used by the thread of bring_up() only
  Node node_;
};

int fail(const std::string& line, int status = kFailed) {
  NodeEventLines{}.failure(line);
  return status;
}

Result<std::optional<program::LogFile>, std::string> open_log(const std::filesystem::path& path) {
  std::optional<program::LogFile> log_file;
  if (path.empty()) return log_file;
  auto opened = program::LogFile::open(path);
  if (!opened) return unexpected("--log: " + opened.error());
  log_file.emplace(*std::move(opened));
  return log_file;
}

}  // namespace

int run_node(const NodeArguments& arguments, const NodePlan& plan, const Signals& signals,
             const program::ServiceManager& manager) {
  os::raise_descriptor_limit(kDescriptors);
  const auto guard = guard::program_beside_this();
  if (!guard) return fail("orbweaver-guard is not in the folder of this program");
  const auto folder = os::PrivateFolder::make("orbweaver-node");
  if (!folder) return fail(folder.error());
  auto log = open_log(arguments.log);
  if (!log) return fail(log.error());
  std::shared_ptr<CORBA::ORB> orb;
  try {
    orb = CORBA::ORB_init(corba::options_with_strings(corba::kUtf8Strings, arguments.own_orb));
  } catch (const CORBA::BAD_PARAM& wrong) {
    return fail(wrong.detail(), program::kWrongUsage);
  }
  int status = kDone;
  try {
    status =
        Run{arguments, plan, signals, orb, {*guard, folder->path()}, *std::move(log)}.carry_out(
            manager);
  } catch (const CORBA::Exception& exception) {
    status = fail(program::text_of(exception));
  }
  corba::end_calls(*orb);
  orb->destroy();
  return status;
}

}  // namespace orbweaver::node
