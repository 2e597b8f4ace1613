#include <orbweaver/domain/embedded_domain.hpp>

#include <orbweaver/corba/rt.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/naming/naming_service.hpp>

#include "device_manager.hpp"
#include "domain_core.hpp"
#include "domain_manager.hpp"

namespace orbweaver::domain {

namespace {

constexpr const char* kAdapter = "orbweaver.domain";

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
  core->all_names = IDL::traits<CosNaming::NamingContextExt>::narrow(names.root());
  core->context =
      core->all_names->bind_new_context({CosNaming::NameComponent{core->options.name, ""}});
}

void serve_files(DomainCore& core) {
  core.file_system = files::serve_file_system(core.orb, open_root(core.options.root));
  core.files = files::serve_file_manager(core.orb);
  core.files->mount("/", core.file_system);
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
      .on_change = {},
      .on_end = [weak](const device::ProgramEnd& end) {
        if (const auto alive = weak.lock()) alive->ended(end.name, os::describe(end.end));
      }};
}

void serve_device(const std::shared_ptr<DomainCore>& core) {
  auto options = device_options(core);
  auto view = deployment_view_of(options.description);
  const auto device = device::serve_executable_device(core->orb, std::move(options));
  core->devices->add({std::move(view), device, device, device});
}

}  // namespace

EmbeddedDomain::EmbeddedDomain(const std::shared_ptr<CORBA::ORB>& orb, DomainOptions options)
    : core_(std::make_shared<DomainCore>(orb, std::move(options))) {
  core_->adapter = make_adapter(*orb);
  serve_names(core_);
  serve_files(*core_);
  serve_device(core_);
  core_->node = serve<CF::DeviceManager>(*core_, CORBA::make_reference<DeviceManager>(core_));
  const auto servant = CORBA::make_reference<DomainManager>(core_);
  manager_ = serve<CF::DomainManager>(*core_, servant);
  core_->context->bind({CosNaming::NameComponent{"DomainManager", ""}}, manager_);
}

EmbeddedDomain::~EmbeddedDomain() {
  try {
    core_->applications.close();
    (void)release_all();
    core_->errands.finish();
    core_->adapter->destroy(false, false);
    for (const auto& each : core_->devices->all()) each.device->releaseObject();
    core_->node = nullptr;  // it refers to the core
  } catch (const CORBA::Exception& exception) {
    if (core_->options.events.on_problem) core_->options.events.on_problem(exception.what());
  }
}

CORBA::object_reference<CF::DomainManager> EmbeddedDomain::manager() const { return manager_; }

CORBA::object_reference<CORBA::Object> EmbeddedDomain::names() const { return core_->all_names; }

deploy::Failures EmbeddedDomain::release_all() { return core_->release_all(); }

}  // namespace orbweaver::domain
