// SPDX-License-Identifier: Apache-2.0
#include "serve_domain.hpp"

#include <orbweaver/corba/end_calls.hpp>
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/descriptor_limit.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/os/second_signal.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/os/this_process.hpp>
#include <orbweaver/program/component_log.hpp>
#include <orbweaver/program/exception_text.hpp>
#include <orbweaver/program/log_file.hpp>
#include <orbweaver/program/watchdog.hpp>
#include <orbweaver/registry/bounded_call.hpp>
#include <orbweaver/runfile/domain_file.hpp>

#include <algorithm>

#include "command_line/endpoint_option.hpp"
#include "domain_upkeep.hpp"
#include "event_lines.hpp"
#include "kept_state.hpp"

namespace orbweaver::domain {

namespace {

using program::text_of;

constexpr int kFailed = 1;
constexpr const char* kProgram = "orbweaver-domain";
/// Descriptors for the most connections and files of clients (two for a connection over shared
/// memory), and for the domain itself.
constexpr std::uint64_t kDescriptors = 4096;

std::string text_of_open(const std::string& endpoint) {
  return endpoint +
         " is open to every host of the network (--insecure): each of them can run programs "
         "on the domain's devices, and read and write its files";
}

/// The programs and folders that the device of this process needs.
struct OwnDevice {
  std::optional<os::PrivateFolder> folder;
  std::string guard;
};

class Service {
 public:
  Service(const ManagerArguments& arguments, std::shared_ptr<CORBA::ORB> orb,
          const OwnDevice& device, const program::ServiceManager& manager)
      : arguments_(&arguments), manager_(&manager), orb_(std::move(orb)) {
    for (auto done : {open_log(), open_state(), open_upkeep()})
      if (!done) throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, done.error());
    log_what_is_open();
    domain_.emplace(orb_, options(device));
  }

  ~Service() {
    if (upkeep_) upkeep_->finish();  // before the domain: it uses it
  }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  int serve(Inbox& inbox) {
    install_again();
    const auto runs_here = publish();
    lines_.ready(arguments_->name, text_of(domain_->manager()), text_of(domain_->names()));
    if (upkeep_) upkeep_->begin(orb_, domain_->manager());
    serve_until_end(inbox);
    manager_->ending();
    os::print_error(std::string{kProgram} + ": ending; one more signal ends it at once\n");
    const os::SecondSignal second_signal{inbox.signals(), kProgram};
    is_ending_ = true;
    if (upkeep_) upkeep_->stop();
    report(domain_->release_all());
    if (upkeep_) upkeep_->finish();
    domain_.reset();
    corba::end_calls(*orb_);  // ends calls of clients' file systems that hang
    orb_->destroy();          // afterwards no line of a program is reported
    lines_.ended();
    return has_failed_ ? kFailed : 0;
  }

 private:
  void serve_until_end(Inbox& inbox) {
    manager_->ready();
    const program::Watchdog watchdog{*manager_, text_of(domain_->manager()), ask_for_what_is_there,
                                     [this](const std::string& line) { lines_.failure(line); }};
    wait_for_end(inbox);
  }

  /// Checks whether the threads that serve clients are blocked: the call takes their locks.
  static void ask_for_what_is_there(const CORBA::object_reference<CORBA::Object>& object) {
    const auto manager = IDL::traits<CF::DomainManager>::narrow(object);
    (void)manager->applications();
    (void)manager->applicationFactories();
    (void)manager->deviceManagers();
  }

  void wait_for_end(Inbox& inbox) {
    while (true) {
      const auto message = inbox.next(Deadline::never());
      if (message == Message::interrupted) return;
      if (message == Message::told_to_leave) leave();
      if (message != Message::hung_up) continue;
      if (!upkeep_ && !manager_->is_there()) return;  // its terminal has closed
      read_wanted_again();
    }
  }

  /// Ends as if the domain were killed, so that the next domain adopts applications in one way
  /// only.
  void leave() {
    if (!state_)
      return lines_.notice(
          "SIGUSR2: it leaves nothing, as it keeps no state; start it with --state");
    if (const auto problem = state_->problem())
      return lines_.notice("SIGUSR2: it goes on, as the next one would not know what runs: " +
                           *problem);
    manager_->ending();
    lines_.notice("it leaves what runs to the domain that is started next");
    lines_.ended();
    os::exit_at_once(0);
  }

  void read_wanted_again() {
    if (!upkeep_) return lines_.notice("SIGHUP: there is no --wanted that could be read again");
    if (const auto done = upkeep_->read_again(); !done)
      lines_.failure(done.error() + "; what was wanted before is wanted on");
    else
      lines_.notice("SIGHUP: " + arguments_->wanted.string() + " was read again");
  }

  DomainOptions options(const OwnDevice& device) {
    DomainOptions domain_options;
    domain_options.name = arguments_->name;
    domain_options.root = arguments_->root;
    domain_options.files_are_read_only = arguments_->read_only;
    domain_options.this_machine = arguments_->this_machine;
    if (device.folder) domain_options.cache_folder = device.folder->path() / "cache";
    domain_options.guard_program = device.guard;
    domain_options.nodes = arguments_->nodes;
    domain_options.naming = naming();
    for (const auto& [name, reference] : arguments_->event_channels)
      domain_options.event_channels[name] = orb_->string_to_object(reference);
    domain_options.deployment.timeouts = deploy::Timeouts{arguments_->step_timeout};
    if (arguments_->step_timeout > Nanoseconds::zero())
      domain_options.grace = std::min(domain_options.grace, arguments_->step_timeout);
    if (arguments_->keep) domain_options.deployment.on_end = deploy::DeploymentOptions::OnEnd::keep;
    domain_options.parameters = arguments_->orb;
    domain_options.records = std::move(records_);
    domain_options.on_restart = arguments_->on_restart;
    domain_options.restart_timeout = arguments_->restart_timeout;
    domain_options.events = events();
    if (upkeep_)
      domain_options.keeps_rest = [this](const std::string& name) {
        return upkeep_->keeps_rest(name);
      };
    domain_options.problems = [this] { return problems(); };
    return domain_options;
  }

  DomainEvents events() {
    DomainEvents domain_events;
    domain_events.on_line = [this](const ComponentName& component, device::Stream stream,
                                   std::string_view line) {
      lines_.output(component, stream, line);
      if (stream == device::Stream::output) log_line(component, line);
    };
    domain_events.on_end = [this](const ComponentName& component, const std::string& how) {
      lines_.component_ended(component, how);
    };
    domain_events.on_torn_down = [this](const TornDown& torn_down) {
      for (const auto& entry : torn_down.not_given_back) lines_.failure(deploy::line(entry));
      lines_.released(torn_down.application);
      if (upkeep_) upkeep_->ended(torn_down.wished_name);
    };
    domain_events.on_node_change = [this](const NodeChange& change) {
      lines_.node_change(change);
      if (upkeep_) upkeep_->node_change(change);
    };
    domain_events.on_problem = [this](const std::string& line) { lines_.failure(line); };
    if (log_)
      domain_events.on_log = [this](const program::LogRecord& record) {
        log_->write(producer(), record);
      };
    domain_events.on_installed = [this](const std::vector<std::string>& files) {
      keep_installed(files);
    };
    if (state_)
      domain_events.on_record = [this](const std::string& name, const ApplicationRecord* record) {
        state_->set_application(name, record);
      };
    domain_events.on_restored = [this](const Restored& restored) {
      for (const auto& failure : restored.failures) lines_.failure(deploy::line(failure));
      lines_.restored(restored);
      if (upkeep_) upkeep_->restored(restored);
    };
    return domain_events;
  }

  /// Logs a line under the component's name in this domain, whatever name the line has.
  void log_line(const ComponentName& component, std::string_view line) {
    if (!log_) return;
    const auto name = component.application_name + "/" + component.instantiation;
    if (const auto said = program::component_record(line)) log_->write({name, name}, said->record);
  }

  CORBA::object_reference<CosNaming::NamingContextExt> naming() {
    if (arguments_->naming.empty()) return nullptr;
    constexpr Nanoseconds kTimeout = std::chrono::seconds{5};
    const auto named = orb_->string_to_object(arguments_->naming);
    auto names = IDL::traits<CosNaming::NamingContextExt>::narrow(
        registry::bounded(named, Deadline::after(kTimeout)));
    if (names) return names;
    throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, "--naming: it is no naming service");
  }

  /// Lets this user's commands and nodes find the domain without an option, while the result lives.
  [[nodiscard]] std::optional<os::ClaimedFile> publish() {
    auto publication =
        runfile::publish(runfile::folder_of_this_user(),
                         {arguments_->name, text_of(domain_->manager()), text_of(domain_->names()),
                          os::process_id(), state_ != nullptr});
    if (publication) return *std::move(publication);
    lines_.notice(publication.error() + ": commands find this domain by --domain or --ior alone");
    return std::nullopt;
  }

  [[nodiscard]] std::string text_of(const CORBA::object_reference<CORBA::Object>& object) const {
    return orb_->object_to_string(object);
  }

  void report(const deploy::Failures& failures) {
    for (const auto& failure : failures) {
      has_failed_ = true;
      lines_.failure(deploy::line(failure));
    }
  }

  [[nodiscard]] program::LogProducer producer() const {
    return {arguments_->name, arguments_->name};
  }

  Result<void, std::string> open_log() {
    if (arguments_->log.empty()) return {};
    auto opened = program::LogFile::open(arguments_->log);
    if (!opened) return unexpected("--log: " + opened.error());
    log_.emplace(*std::move(opened));
    return {};
  }

  void log_what_is_open() {
    if (!log_) return;
    for (const auto& endpoint : arguments_->open_endpoints)
      log_->write(producer(), {program::LogLevel::security_alarm, text_of_open(endpoint)});
  }

  Result<void, std::string> open_state() {
    if (arguments_->state.empty()) return {};
    auto opened =
        KeptState::open(arguments_->state, [this](const auto& problem) { report_state(problem); });
    if (!opened) return unexpected(std::move(opened.error()));
    state_ = *std::move(opened);
    auto read = state_->take();
    to_install_ = std::move(read.installed);
    records_ = std::move(read.applications);
    return {};
  }

  void report_state(const std::optional<std::string>& problem) {
    if (log_)
      log_->write(producer(), problem
                                  ? program::LogRecord{program::LogLevel::failure_alarm, *problem}
                                  : program::LogRecord{program::LogLevel::administrative_event,
                                                       "the state is kept again"});
    if (problem)
      lines_.failure(*problem);
    else
      lines_.notice("the state is kept again");
  }

  /// Returns the problems of the domain and of the wanted applications.
  [[nodiscard]] std::vector<std::string> problems() const {
    std::vector<std::string> problems;
    if (upkeep_) problems = upkeep_->problems();
    if (auto problem = state_ ? state_->problem() : std::nullopt)
      problems.push_back(*std::move(problem));
    return problems;
  }

  Result<void, std::string> open_upkeep() {
    if (arguments_->wanted.empty()) return {};
    std::set<std::string> being_restored;
    for (const auto& record : records_) being_restored.insert(record.wished_name);
    auto opened = DomainUpkeep::open(arguments_->wanted, std::move(being_restored),
                                     [this](const upkeep::Event& event) { report(event); });
    if (!opened) return unexpected("--wanted: " + opened.error());
    upkeep_ = *std::move(opened);
    return {};
  }

  void report(const upkeep::Event& event) {
    using Level = program::LogLevel;
    lines_.upkeep(event);
    const bool is_well = event.kind == upkeep::Event::Kind::made;
    if (log_)
      log_->write(producer(),
                  {is_well ? Level::administrative_event : Level::failure_alarm, event.line});
  }

  /// Installs the applications of the state. One that cannot be installed stays in the state.
  void install_again() {
    for (const auto& sad : to_install_) {
      try {
        domain_->manager()->installApplication(sad);
      } catch (const CORBA::Exception& wrong) {
        kept_.push_back(sad);
        lines_.failure(sad + " is not installed again: " + domain::text_of(wrong));
      }
    }
    is_installed_again_ = true;
  }

  void keep_installed(std::vector<std::string> files) {
    if (!state_ || !is_installed_again_ || is_ending_) return;
    files.insert(files.end(), kept_.begin(), kept_.end());
    state_->set_installed(std::move(files));
  }

  const ManagerArguments* arguments_;
  const program::ServiceManager* manager_;
  DomainEventLines lines_;
  std::shared_ptr<CORBA::ORB> orb_;
  std::optional<program::LogFile> log_;
  std::unique_ptr<KeptState> state_;  // null: no state is stored
  std::vector<std::string> to_install_, kept_;
  std::vector<ApplicationRecord> records_;
  os::Atomic<bool> is_installed_again_ = false, is_ending_ = false, has_failed_ = false;
  std::unique_ptr<DomainUpkeep> upkeep_;  // null: no wanted applications
  std::optional<EmbeddedDomain> domain_;
};

int fail(const std::string& line, int status = kFailed) {
  DomainEventLines{}.failure(line);
  return status;
}

Result<OwnDevice, std::string> prepare_device(DomainOptions::ThisMachine this_machine) {
  OwnDevice own_device;
  if (this_machine == DomainOptions::ThisMachine::is_no_device) return own_device;
  const auto guard = guard::program_beside_this();
  if (!guard)
    return unexpected<std::string>("orbweaver-guard is not in the folder of this program");
  own_device.guard = *guard;
  auto folder = os::PrivateFolder::make("orbweaver-domain");
  if (!folder) return unexpected(folder.error());
  own_device.folder.emplace(*std::move(folder));
  return own_device;
}

void say_what_is_open(const ManagerArguments& arguments) {
  for (const auto& endpoint : arguments.open_endpoints)
    DomainEventLines{}.notice(text_of_open(endpoint));
}

}  // namespace

int serve_domain(const ManagerArguments& arguments, Inbox& inbox,
                 const program::ServiceManager& manager) {
  os::raise_descriptor_limit(kDescriptors);
  const auto device = prepare_device(arguments.this_machine);
  if (!device) return fail(device.error());
  std::shared_ptr<CORBA::ORB> orb;
  try {
    orb = CORBA::ORB_init(corba::options_with_strings(corba::kUtf8Strings, arguments.own_orb));
  } catch (const CORBA::BAD_PARAM& wrong) {
    return fail(command_line::named_as_written(wrong.detail(), arguments.endpoints),
                program::kWrongUsage);
  }
  say_what_is_open(arguments);
  try {
    return Service{arguments, std::move(orb), *device, manager}.serve(inbox);
  } catch (const CORBA::BAD_PARAM& wrong) {
    return fail(wrong.detail());
  } catch (const CORBA::Exception& exception) {
    return fail(text_of(exception));
  }
}

}  // namespace orbweaver::domain
