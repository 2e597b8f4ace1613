#include <orbweaver/domain/embedded_domain.hpp>

#include <orbweaver/corba/rt.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/naming/naming_service.hpp>

#include <algorithm>

#include "claimed_name.hpp"
#include "device_manager.hpp"
#include "domain_core.hpp"
#include "domain_manager.hpp"

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
      });
  const auto own = IDL::traits<CosNaming::NamingContextExt>::narrow(names.root());
  core->context = own->bind_new_context({CosNaming::NameComponent{core->options.name, ""}});
  core->all_names = core->options.naming ? core->options.naming : own;
}

void serve_files(DomainCore& core) {
  core.file_system = files::serve_file_system(core.orb, open_root(core.options.root));
  core.files = files::serve_file_manager(core.orb);
  core.files->mount("/", core.file_system);
}

void serve_events(DomainCore& core) {
  core.management = std::make_unique<ManagementEvents>(
      core.orb, *core.context, core.options.name, core.options.event_channels,
      [&core](const std::string& line) { core.post_problem(line); });
}

device::ExecutableDeviceOptions device_options(const std::shared_ptr<DomainCore>& core) {
  const std::weak_ptr<DomainCore> weak = core;
  return {
      .description =
          device::describe_this_machine(core->options.name + ":this_machine", "this_machine"),
      .cache_folder = core->options.cache_folder,
      .runner = {.guard_program = core->options.guard_program,
                 .on_line =
                     [weak](const std::string& name, device::Stream stream, std::string_view line) {
                       if (const auto alive = weak.lock()) alive->printed(name, stream, line);
                     }},
      .grace = core->options.grace,
      .on_change =
          [weak, id = core->options.name + ":this_machine"](const device::StateChange& change) {
            if (const auto alive = weak.lock()) alive->management->state_changed(id, change);
          },
      .on_end =
          [weak](const device::ProgramEnd& end) {
            if (const auto alive = weak.lock()) alive->ended(end.name, os::describe(end.end));
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
  serve_files(*core_);
  serve_events(*core_);
  take_node_options(*core_);
  if (core_->options.this_machine == DomainOptions::ThisMachine::is_a_device) serve_device(core_);
  core_->recovery = std::make_unique<Recovery>(core_);
  const auto servant = CORBA::make_reference<DomainManager>(core_);
  manager_ = serve<CF::DomainManager>(*core_, servant);
  core_->context->bind({CosNaming::NameComponent{"DomainManager", ""}}, manager_);
  if (core_->options.naming) claim_name(core_->options.naming, core_->options.name, core_->context);
}

void EmbeddedDomain::end() noexcept {
  try {
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
