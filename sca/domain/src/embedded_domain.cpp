#include <orbweaver/domain/embedded_domain.hpp>

#include <orbweaver/corba/rt.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/naming/naming_service.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <algorithm>

#include "claimed_name.hpp"
#include "device_manager.hpp"
#include "domain_core.hpp"
#include "domain_manager.hpp"
#include "file_swap.hpp"

namespace orbweaver::domain {

namespace {

constexpr const char* kAdapter = "orbweaver.domain";
constexpr std::size_t kThreadsThatAsk = 2;  // components on this machine: the second if one hangs

// `create` waits for components, which call the naming service: so it must not take the threads
// that serve them.
files::Adapter make_adapter(CORBA::ORB& orb) {
  using PortableServer::ImplicitActivationPolicyValue;
  const auto rt = IDL::traits<RTCORBA::RTORB>::narrow(orb.resolve_initial_references("RTORB"));
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
  const auto pool = rt->create_threadpool(0, 2, 62, 0, true, 0, 0);
  return root->create_POA(
      kAdapter, root->the_POAManager(),
      {root->create_implicit_activation_policy(ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION),
       std::make_shared<corba::DispatchPolicy>(wire::Dispatch::pool),
       rt->create_threadpool_policy(pool)});
}

files::RootFolder open_root(const std::filesystem::path& path) {
  auto folder = files::RootFolder::open(path);
  if (folder) return *std::move(folder);
  throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO,
                         path.string() + ": " + os::describe(folder.error()));
}

template <class Interface, class Servant>
CORBA::object_reference<Interface> serve(DomainCore& core,
                                         const std::shared_ptr<Servant>& servant) {
  return IDL::traits<Interface>::narrow(core.adapter->servant_to_reference(servant));
}

void serve_names(const std::shared_ptr<DomainCore>& core) {
  const std::weak_ptr<DomainCore> weak = core;
  const naming::NamingService names(
      core->orb, {},
      [weak](const std::string& id, const CORBA::object_reference<CORBA::Object>& o) {
        if (const auto alive = weak.lock()) alive->bound(id, o);
      },
      [weak](const std::string& id) {
        if (const auto alive = weak.lock()) alive->unbound(id);
      });
  const auto own = IDL::traits<CosNaming::NamingContextExt>::narrow(names.root());
  core->context = own->bind_new_context({CosNaming::NameComponent{core->options.name, ""}});
  core->kept_names.keep_context(own, core->options.name, core->context);
  core->all_names = core->options.naming ? core->options.naming : own;
}

/// A domain without nodes has its applications for a run, and may share its root with one that replaces
/// some.
void end_unfinished_swaps_of(DomainCore& core) {
  if (!core.options.nodes) return;
  for (const auto& line : end_unfinished_swaps(core.root.folder(), resource::kNewFiles))
    core.post_problem(line);
}

void serve_files(DomainCore& core) {
  const auto changes =
      core.options.files_are_read_only ? files::Changes::refused : files::Changes::allowed;
  core.file_system = files::serve_file_system(core.orb, open_root(core.options.root), {}, changes);
  files::MountLimits limits;
  if (core.options.nodes) limits.call_timeout = core.options.nodes->timeout;
  core.files = files::serve_file_manager(core.orb, limits);
  core.own_files = files::serve_for_own_work(core.orb, core.files);
  core.files_to_load = files::serve_for_loading(core.orb, core.files);
  core.own_files->mount("/", core.file_system);
}

void serve_events(DomainCore& core) {
  core.management = std::make_unique<ManagementEvents>(
      core.orb, *core.context, core.options.name, core.options.event_channels,
      [&core](const std::string& line) { core.post_problem(line); });
  for (const auto& [name, channel] : core.management->named_channels())
    core.kept_names.keep(core.context, name, channel);
}

void claim_names(DomainCore& core) {
  const auto& options = core.options;
  if (!options.naming) return;
  claim_name(options.naming, options.name, core.context);
  core.name_watch = std::make_unique<NameWatch>(
      NameWatch::Watched{options.naming, options.name, core.context}, options.name_check,
      [&core](const std::string& line) { core.post_problem(line); });
}

/// A host process answers once its component is made, which has the limit of a step.
Nanoseconds start_timeout_of(const DomainOptions& options) {
  const bool has_limit =
      options.deployment.timeouts.of(deploy::Step::execute) > Nanoseconds::zero();
  return has_limit ? device::RunnerOptions{}.start_timeout : Nanoseconds::zero();
}

device::ExecutableDeviceOptions device_options(const std::shared_ptr<DomainCore>& core) {
  const std::weak_ptr<DomainCore> weak = core;
  return {
      .description =
          device::describe_this_machine(core->options.name + ":this_machine", "this_machine"),
      .cache_folder = core->options.cache_folder,
      .runner = {.guard_program = core->options.guard_program,
                 .start_timeout = start_timeout_of(core->options),
                 .on_line =
                     [weak](const std::string& name, device::Stream stream, std::string_view line) {
                       if (const auto alive = weak.lock()) alive->printed(name, stream, line);
                     }},
      .grace = core->options.grace,
      .on_change =
          [weak, id = core->options.name + ":this_machine"](const device::StateChange& change) {
            if (const auto alive = weak.lock()) alive->management->state_changed(id, change);
          },
      .on_ends =
          [weak](const std::vector<device::ProgramEnd>& ends) {
            std::vector<EndOfProgram> programs;
            for (const auto& end : ends) programs.push_back({end.name, device::line_of(end)});
            if (const auto alive = weak.lock()) alive->ended(programs);
          }};
}

void serve_device(const std::shared_ptr<DomainCore>& core) {
  auto options = device_options(core);
  auto view = deployment_view_of(options.description);
  const auto device = device::serve_executable_device(core->orb, std::move(options));
  core->devices->add({std::move(view), device, device, device});
  core->own_leases = std::make_unique<Leases>(core->options.component_lease, kThreadsThatAsk);
  core->node = serve<CF::DeviceManager>(*core, CORBA::make_reference<DeviceManager>(core));
}

void take_node_options(DomainCore& core) {
  if (!core.options.nodes) return;
  auto options = *core.options.nodes;
  options.lease =
      std::clamp(options.lease, NodeOptions::kShortestLease, NodeOptions::kLongestLease);
  core.nodes = std::make_unique<Nodes>(core, options);
}

}  // namespace

EmbeddedDomain::EmbeddedDomain(const std::shared_ptr<CORBA::ORB>& orb, DomainOptions options)
    : core_(std::make_shared<DomainCore>(orb, std::move(options))) {
  try {
    begin();
  } catch (...) {
    end();
    throw;
  }
}

EmbeddedDomain::~EmbeddedDomain() { end(); }

void EmbeddedDomain::begin() {
  core_->adapter = make_adapter(*core_->orb);
  serve_names(core_);
  end_unfinished_swaps_of(*core_);
  serve_files(*core_);
  serve_events(*core_);
  take_node_options(*core_);
  if (core_->options.this_machine == DomainOptions::ThisMachine::is_a_device) serve_device(core_);
  core_->recovery = std::make_unique<Recovery>(core_);
  const auto servant = CORBA::make_reference<DomainManager>(core_);
  manager_ = serve<CF::DomainManager>(*core_, servant);
  core_->context->bind({CosNaming::NameComponent{"DomainManager", ""}}, manager_);
  core_->kept_names.keep(core_->context, "DomainManager", manager_);
  claim_names(*core_);
}

void EmbeddedDomain::end() noexcept {
  try {
    core_->name_watch.reset();
    core_->kept_names.give_up();
    if (core_->options.naming && core_->context)
      give_back_name(core_->options.naming, core_->options.name, core_->context);
    if (core_->recovery) core_->recovery->finish();
    core_->applications.close();
    (void)release_all();
    if (core_->nodes) core_->nodes->finish();
    if (core_->own_leases) core_->own_leases->finish();
    core_->errands.finish();
    core_->reports.finish();
    if (core_->adapter) core_->adapter->destroy(false, false);
    end_own_devices();
    if (core_->management) core_->management->end();
    core_->node = nullptr;  // it refers to the core
  } catch (const CORBA::Exception& exception) {
    if (core_->options.events.on_problem) core_->options.events.on_problem(exception.what());
  }
}

/// Devices of other processes are their nodes' to end.
void EmbeddedDomain::end_own_devices() {
  for (const auto& each : core_->devices->all())
    if (each.ends == KnownDevice::Ends::are_reported) each.device->releaseObject();
}

CORBA::object_reference<CF::DomainManager> EmbeddedDomain::manager() const { return manager_; }

CORBA::object_reference<CORBA::Object> EmbeddedDomain::names() const { return core_->all_names; }

deploy::Failures EmbeddedDomain::release_all() {
  if (core_->recovery) core_->recovery->finish();
  return core_->release_all();
}

}  // namespace orbweaver::domain
