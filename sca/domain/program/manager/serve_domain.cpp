#include "serve_domain.hpp"

#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/domain/bounded_call.hpp>
#include <orbweaver/domain/state_file.hpp>
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/program/exception_text.hpp>
#include <orbweaver/program/log_file.hpp>
#include <orbweaver/runfile/domain_file.hpp>

#include <algorithm>

#include "manager_lines.hpp"
#include "second_signal.hpp"

namespace orbweaver::domain {

namespace {

using program::text_of;

constexpr int kFailed = 1;
constexpr const char* kProgram = "orbweaver-domain-manager";

std::string text_of_open(const std::string& endpoint) {
  return endpoint +
         " can be reached from other machines: whoever reaches it can run programs "
         "on the domain's devices and read and write its files";
}

/// What a device of this process needs.
struct OwnDevice {
  std::optional<os::PrivateFolder> folder;
  std::string guard;
};

class Service {
 public:
  Service(const ManagerArguments& arguments, std::shared_ptr<CORBA::ORB> orb,
          const OwnDevice& device)
      : arguments_(&arguments), orb_(std::move(orb)) {
    if (!arguments.state.empty()) state_.emplace(arguments.state);
    for (auto done : {open_log(), read_state()})
      if (!done) throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, done.error());
    log_what_is_open();
    domain_.emplace(orb_, options(device));
  }

  int serve(Inbox& inbox) {
    install_again();
    const auto runs_here = publish();
    lines_.ready(arguments_->name, text_of(domain_->manager()), text_of(domain_->names()));
    while (inbox.next(Deadline::never()) != Message::interrupted) continue;
    os::print_error(std::string{kProgram} + ": ending; one more signal ends it at once\n");
    const SecondSignal second_signal{inbox, kProgram};
    is_ending_ = true;
    report(domain_->release_all());
    domain_.reset();
    orb_->destroy();  // after it no line of a program comes any more
    lines_.ended();
    return has_failed_ ? kFailed : 0;
  }

 private:
  DomainOptions options(const OwnDevice& device) {
    DomainOptions made;
    made.name = arguments_->name;
    made.root = arguments_->root;
    made.this_machine = arguments_->this_machine;
    if (device.folder) made.cache_folder = device.folder->path() / "cache";
    made.guard_program = device.guard;
    made.nodes = arguments_->nodes;
    made.naming = naming();
    for (const auto& [name, reference] : arguments_->event_channels)
      made.event_channels[name] = orb_->string_to_object(reference);
    made.deployment.timeouts = deploy::Timeouts{arguments_->step_timeout};
    if (arguments_->step_timeout > Nanoseconds::zero())
      made.grace = std::min(made.grace, arguments_->step_timeout);
    if (arguments_->keep) made.deployment.on_end = deploy::DeploymentOptions::OnEnd::keep;
    made.parameters = arguments_->orb;
    made.records = std::move(records_);
    made.on_restart = arguments_->on_restart;
    made.restart_timeout = arguments_->restart_timeout;
    made.events = events();
    return made;
  }

  DomainEvents events() {
    DomainEvents made;
    made.on_line = [this](const ComponentName& component, device::Stream stream,
                          std::string_view line) { lines_.output(component, stream, line); };
    made.on_end = [this](const ComponentName& component, const std::string& how) {
      lines_.component_ended(component, how);
    };
    made.on_torn_down = [this](const std::string& name, const deploy::Failures& failures) {
      for (const auto& each : failures) lines_.failure(deploy::line(each));
      lines_.released(name);
    };
    made.on_node_change = [this](const NodeChange& change) { lines_.node_change(change); };
    made.on_problem = [this](const std::string& line) { lines_.failure(line); };
    if (log_)
      made.on_log = [this](const program::LogRecord& record) { log_->write(producer(), record); };
    made.on_installed = [this](const std::vector<std::string>& files) { keep_installed(files); };
    if (state_)
      made.on_record = [this](const std::string& name, const ApplicationRecord* record) {
        keep_application(name, record);
      };
    made.on_restored = [this](const Restored& restored) {
      for (const auto& each : restored.failures) lines_.failure(deploy::line(each));
      lines_.restored(restored);
    };
    return made;
  }

  CORBA::object_reference<CosNaming::NamingContextExt> naming() {
    if (arguments_->naming.empty()) return nullptr;
    constexpr Nanoseconds kTimeout = std::chrono::seconds{5};
    const auto named = orb_->string_to_object(arguments_->naming);
    auto names =
        IDL::traits<CosNaming::NamingContextExt>::narrow(bounded(named, Deadline::after(kTimeout)));
    if (names) return names;
    throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, "--naming: it is no naming service");
  }

  /// This user's commands and nodes find the domain without an option as long as the result lives.
  [[nodiscard]] std::optional<os::ClaimedFile> publish() {
    auto made = runfile::publish(
        runfile::folder_of_this_user(),
        {arguments_->name, text_of(domain_->manager()), text_of(domain_->names())});
    if (made) return *std::move(made);
    lines_.notice(made.error() + ": commands find this domain by --domain or --ior alone");
    return std::nullopt;
  }

  [[nodiscard]] std::string text_of(const CORBA::object_reference<CORBA::Object>& object) const {
    return orb_->object_to_string(object);
  }

  void report(const deploy::Failures& failures) {
    for (const auto& each : failures) {
      has_failed_ = true;
      lines_.failure(deploy::line(each));
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
    for (const auto& each : arguments_->endpoints)
      if (log_ && is_open(each))
        log_->write(producer(), {program::LogLevel::security_alarm, text_of_open(each)});
  }

  Result<void, std::string> read_state() {
    if (!state_) return {};
    auto read = state_->read();
    if (!read) return unexpected(std::move(read.error()));
    to_install_ = std::move(read->installed);
    records_ = std::move(read->applications);
    return {};
  }

  /// What cannot be installed now is kept in the state for the next start.
  void install_again() {
    for (const auto& each : to_install_) {
      try {
        domain_->manager()->installApplication(each);
      } catch (const CORBA::Exception& wrong) {
        kept_.push_back(each);
        lines_.failure(each + " is not installed again: " + domain::text_of(wrong));
      }
    }
    is_installed_again_ = true;
  }

  void keep_installed(std::vector<std::string> files) {
    if (!state_ || !is_installed_again_ || is_ending_) return;
    files.insert(files.end(), kept_.begin(), kept_.end());
    if (const auto done = state_->set_installed(std::move(files)); !done)
      lines_.failure("which applications are installed is not kept: " + done.error());
  }

  void keep_application(const std::string& name, const ApplicationRecord* record) {
    const auto done =
        record != nullptr ? state_->set_application(*record) : state_->remove_application(name);
    if (!done) lines_.failure("application '" + name + "' is not kept: " + done.error());
  }

  const ManagerArguments* arguments_;
  ManagerLines lines_;
  std::shared_ptr<CORBA::ORB> orb_;
  std::optional<program::LogFile> log_;
  std::optional<StateFile> state_;
  std::vector<std::string> to_install_, kept_;
  std::vector<ApplicationRecord> records_;
  os::Atomic<bool> is_installed_again_ = false, is_ending_ = false, has_failed_ = false;
  std::optional<EmbeddedDomain> domain_;
};

int fail(const std::string& line, int status = kFailed) {
  ManagerLines{}.failure(line);
  return status;
}

Result<OwnDevice, std::string> prepare_device(DomainOptions::ThisMachine this_machine) {
  OwnDevice made;
  if (this_machine == DomainOptions::ThisMachine::is_no_device) return made;
  const auto guard = guard::program_beside_this();
  if (!guard)
    return unexpected<std::string>("orbweaver-guard is not in the folder of this program");
  made.guard = *guard;
  auto folder = os::PrivateFolder::make("orbweaver-domain");
  if (!folder) return unexpected(folder.error());
  made.folder.emplace(*std::move(folder));
  return made;
}

void say_what_is_open(const ManagerArguments& arguments) {
  for (const auto& each : arguments.endpoints)
    if (is_open(each)) ManagerLines{}.notice(text_of_open(each));
}

}  // namespace

int serve_domain(const ManagerArguments& arguments, Inbox& inbox) {
  const auto device = prepare_device(arguments.this_machine);
  if (!device) return fail(device.error());
  std::shared_ptr<CORBA::ORB> orb;
  try {
    orb = CORBA::ORB_init(
        corba::options_with_strings(corba::kUtf8Strings, arguments.own_orb));
  } catch (const CORBA::BAD_PARAM& wrong) {
    return fail(wrong.detail(), program::kWrongUsage);
  }
  say_what_is_open(arguments);
  try {
    return Service{arguments, std::move(orb), *device}.serve(inbox);
  } catch (const CORBA::BAD_PARAM& wrong) {
    return fail(wrong.detail());
  } catch (const CORBA::Exception& exception) {
    return fail(text_of(exception));
  }
}

}  // namespace orbweaver::domain
