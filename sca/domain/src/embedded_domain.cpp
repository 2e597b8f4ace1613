// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/embedded_domain.hpp>

#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/naming/naming_service.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <algorithm>

#include <orbweaver/registry/claimed_name.hpp>
#include "domain_manager.hpp"
#include "domain_parts.hpp"
#include "file_swap.hpp"
#include "own_device_manager.hpp"

namespace orbweaver::domain {

namespace {

constexpr const char* kAdapter = "orbweaver.domain";
// they ask components; the second is for the case that one hangs
constexpr std::size_t kThreadsThatAsk = 2;

// A `create` that waits for components must not use the threads of the naming service, which these
// components call.
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
CORBA::object_reference<Interface> serve(DomainParts& parts,
                                         const std::shared_ptr<Servant>& servant) {
  return IDL::traits<Interface>::narrow(parts.adapter->servant_to_reference(servant));
}

/// A client unbound a name of the domain, or bound it to another object: binds it again on another
/// thread. `id`: the last part of the name. Never blocks.
void restore_names(DomainParts& parts, const std::string& id) {
  if (!parts.kept_names.has(id)) return;
  parts.errands.post([&parts] {
    for (const auto& line : parts.kept_names.restore()) parts.front_end.post_problem(line);
  });
}

void serve_names(const std::shared_ptr<DomainParts>& parts) {
  const std::weak_ptr<DomainParts> weak = parts;
  const naming::NamingService names(
      parts->orb, {},
      [weak](const std::string& id, const CORBA::object_reference<CORBA::Object>& o) {
        if (const auto alive = weak.lock()) alive->applications.bound(id, o);
      },
      [weak](const std::string& id) {
        if (const auto alive = weak.lock()) restore_names(*alive, id);
      });
  const auto own = IDL::traits<CosNaming::NamingContextExt>::narrow(names.root());
  parts->context = own->bind_new_context({CosNaming::NameComponent{parts->options.name, ""}});
  parts->kept_names.keep_context(own, parts->options.name, parts->context);
  parts->all_names = parts->options.naming ? parts->options.naming : own;
}

/// Not for a domain without nodes: it serves one run, and may share its root with a domain that is
/// replacing an application.
void end_unfinished_swaps_of(DomainParts& parts) {
  if (!parts.options.nodes) return;
  for (const auto& line : end_unfinished_swaps(parts.root.folder(), resource::kNewFiles))
    parts.front_end.post_problem(line);
}

void serve_files(DomainParts& parts) {
  const auto changes =
      parts.options.files_are_read_only ? files::Changes::refused : files::Changes::allowed;
  parts.file_system =
      files::serve_file_system(parts.orb, open_root(parts.options.root), {}, changes);
  files::MountLimits limits;
  if (parts.options.nodes) limits.call_timeout = parts.options.nodes->timeout;
  parts.files = files::serve_file_manager(parts.orb, limits);
  parts.own_files = files::serve_for_own_work(parts.orb, parts.files);
  parts.files_to_load = files::serve_for_loading(parts.orb, parts.files);
  parts.own_files->mount("/", parts.file_system);
}

void serve_events(DomainParts& parts) {
  parts.management = std::make_unique<registry::ManagementEvents>(
      parts.orb, *parts.context, parts.options.name, parts.options.event_channels,
      [&parts](const std::string& line) { parts.front_end.post_problem(line); });
  for (const auto& [name, channel] : parts.management->named_channels())
    parts.kept_names.keep(parts.context, name, channel);
}

void claim_names(DomainParts& parts) {
  const auto& options = parts.options;
  if (!options.naming) return;
  registry::claim_name(options.naming, options.name, parts.context);
  parts.name_watch = std::make_unique<registry::NameWatch>(
      registry::NameWatch::Watched{options.naming, options.name, parts.context}, options.name_check,
      [&parts](const std::string& line) { parts.front_end.post_problem(line); });
}

/// Returns the time in which a host process must answer: it does once its component is made. None
/// if the step `execute` has no limit.
Nanoseconds start_timeout_of(const DomainOptions& options) {
  const bool has_limit =
      options.deployment.timeouts.of(deploy::Step::execute) > Nanoseconds::zero();
  return has_limit ? device::RunnerOptions{}.start_timeout : Nanoseconds::zero();
}

device::ExecutableDeviceOptions device_options(const std::shared_ptr<DomainParts>& parts) {
  const std::weak_ptr<DomainParts> weak = parts;
  return {
      .description =
          device::describe_this_machine(parts->options.name + ":this_machine", "this_machine"),
      .cache_folder = parts->options.cache_folder,
      .runner = {.guard_program = parts->options.guard_program,
                 .start_timeout = start_timeout_of(parts->options),
                 .on_line =
                     [weak](const std::string& name, device::Stream stream, std::string_view line) {
                       if (const auto alive = weak.lock())
                         alive->applications.printed(name, stream, line);
                     }},
      .grace = parts->options.grace,
      .on_change =
          [weak, id = parts->options.name + ":this_machine"](const device::StateChange& change) {
            if (const auto alive = weak.lock()) alive->management->state_changed(id, change);
          },
      .on_ends =
          [weak](const std::vector<device::ProgramEnd>& ends) {
            std::vector<registry::EndOfProgram> programs;
            for (const auto& end : ends) programs.push_back({end.name, device::line_of(end)});
            if (const auto alive = weak.lock()) alive->applications.programs_ended(programs);
          }};
}

void serve_device(const std::shared_ptr<DomainParts>& parts) {
  auto options = device_options(parts);
  auto view = registry::deployment_view_of(options.description);
  const auto device = device::serve_executable_device(parts->orb, std::move(options));
  parts->devices->add({std::move(view), device, device, device});
  parts->own_leases =
      std::make_unique<registry::Leases>(parts->options.component_lease, kThreadsThatAsk);
  parts->own_node = serve<CF::DeviceManager>(
      *parts, CORBA::make_reference<OwnDeviceManager>(OwnNodeParts{
                  parts->options.name, parts->file_system, parts->devices, parts->services,
                  std::shared_ptr<RunningApplications>{parts, &parts->applications}}));
}

void take_nodes(const std::shared_ptr<DomainParts>& parts) {
  if (!parts->options.nodes) return;
  auto options = *parts->options.nodes;
  options.lease =
      std::clamp(options.lease, NodeOptions::kShortestLease, NodeOptions::kLongestLease);
  parts->nodes = std::make_unique<registry::Nodes>(
      registry::NodeParts{
          parts->orb, parts->options.name, parts->own_files, parts->adapter, parts->devices,
          parts->services, &parts->errands,
          std::shared_ptr<registry::RegistryEvents>{parts, &parts->registry_listener}},
      options);
}

/// Returns the parts without the application's own context and name.
TargetParts target_parts(DomainParts& parts) {
  return {.orb = parts.orb,
          .devices = parts.devices,
          .services = parts.services,
          .files = parts.files,
          .files_to_load = parts.files_to_load,
          .all_names = parts.all_names,
          .domain = parts.context,
          .context = nullptr,
          .application = {},
          .find_application =
              [&parts](const std::string& name) { return parts.applications.find(name); },
          .find_channel =
              [&parts](const std::string& name) { return parts.management->find_or_make(name); },
          .parameters = parts.options.parameters,
          .name_program = {}};
}

/// Sets the members that refer to other parts. Requires: all other parts are set.
void fill_in_parts(DomainParts& parts) {
  parts.of_applications.emplace(ApplicationParts{
      parts.options, parts.root, target_parts(parts), parts.adapter, *parts.management,
      parts.programs, parts.records, parts.front_end, parts.applications, parts.own_leases.get(),
      parts.nodes ? &parts.nodes->leases() : nullptr});
  parts.of_manager.emplace(ManagerParts{*parts.of_applications, parts.book, parts.applications,
                                        *parts.services, parts.client_services, parts.nodes.get(),
                                        parts.own_node});
}

}  // namespace

EmbeddedDomain::EmbeddedDomain(const std::shared_ptr<CORBA::ORB>& orb, DomainOptions options)
    : parts_(std::make_shared<DomainParts>(orb, std::move(options))) {
  try {
    begin();
  } catch (...) {
    end();
    throw;
  }
}

EmbeddedDomain::~EmbeddedDomain() { end(); }

void EmbeddedDomain::begin() {
  parts_->adapter = make_adapter(*parts_->orb);
  serve_names(parts_);
  end_unfinished_swaps_of(*parts_);
  serve_files(*parts_);
  serve_events(*parts_);
  take_nodes(parts_);
  if (parts_->options.this_machine == DomainOptions::ThisMachine::is_a_device) serve_device(parts_);
  fill_in_parts(*parts_);
  parts_->recovery = std::make_unique<Recovery>(
      std::shared_ptr<const ApplicationParts>{parts_, &*parts_->of_applications}, parts_->book);
  const auto servant = CORBA::make_reference<DomainManager>(
      std::shared_ptr<const ManagerParts>{parts_, &*parts_->of_manager});
  manager_ = serve<CF::DomainManager>(*parts_, servant);
  parts_->context->bind({CosNaming::NameComponent{"DomainManager", ""}}, manager_);
  parts_->kept_names.keep(parts_->context, "DomainManager", manager_);
  claim_names(*parts_);
}

void EmbeddedDomain::end() noexcept {
  try {
    parts_->name_watch.reset();
    parts_->kept_names.give_up();
    if (parts_->options.naming && parts_->context)
      registry::give_back_name(parts_->options.naming, parts_->options.name, parts_->context);
    if (parts_->recovery) parts_->recovery->finish();
    parts_->book.close();
    (void)release_all();
    if (parts_->nodes) parts_->nodes->finish();
    if (parts_->own_leases) parts_->own_leases->finish();
    parts_->errands.finish();
    parts_->front_end.finish();
    if (parts_->adapter) parts_->adapter->destroy(false, false);
    end_own_devices();
    if (parts_->management) parts_->management->end();
    parts_->own_node = nullptr;  // it refers to the parts: breaks the cycle
  } catch (const CORBA::Exception& exception) {
    if (parts_->options.events.on_problem) parts_->options.events.on_problem(exception.what());
  }
}

/// Ends the devices of this process. Nodes end their own devices.
void EmbeddedDomain::end_own_devices() {
  for (const auto& device : parts_->devices->all())
    if (device.ends == registry::KnownDevice::Ends::are_reported) device.device->releaseObject();
}

CORBA::object_reference<CF::DomainManager> EmbeddedDomain::manager() const { return manager_; }

CORBA::object_reference<CORBA::Object> EmbeddedDomain::names() const { return parts_->all_names; }

deploy::Failures EmbeddedDomain::release_all() {
  if (parts_->recovery) parts_->recovery->finish();
  return parts_->applications.release_all();
}

}  // namespace orbweaver::domain
