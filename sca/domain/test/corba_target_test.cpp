// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/domain/corba_target.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/generated/sca/CF/ResourceFactory_poa.hpp>
#include <orbweaver/naming/naming_service.hpp>
#include <orbweaver/resource/resource_servant.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "fakes.hpp"

namespace orbweaver::domain::test {
namespace {

using deploy::Cause;
using deploy::End;
using deploy::FoundOwner;
using deploy::Limit;
using deploy::LoadRequest;

/// Makes and releases resources as it is asked, and gives nil for "nil".
class Factory final : public CORBA::servant_traits<CF::ResourceFactory>::base_type {
 public:
  Factory(std::shared_ptr<CORBA::ORB> orb, CORBA::object_reference<PortableServer::POA> adapter)
      : orb_(std::move(orb)), adapter_(std::move(adapter)) {}
  std::string identifier() override { return "factory"; }
  CORBA::object_reference<CF::Resource> createResource(const std::string& resourceId,
                                                       const CF::Properties& with) override {
    if (resourceId == "nil") return nullptr;
    qualifiers = with;
    return CORBA::make_reference<resource::ResourceServant>(
               orb_, resource::ResourceParts{.identifier = resourceId,
                                             .component = std::make_unique<resource::Component>(
                                                 std::vector<property::Property>{}),
                                             .ports = {}})
        ->activate(adapter_);
  }
  void releaseResource(const std::string& resourceId) override {
    if (resourceId == "none") throw CF::ResourceFactory::InvalidResourceId();
    released = resourceId;
  }
  void shutdown() override { throw CF::ResourceFactory::ShutdownFailure("it is busy"); }

  CF::Properties qualifiers;
  std::string released;

 private:
  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<PortableServer::POA> adapter_;
};

class ATarget : public testing::Test {
 protected:
  ~ATarget() override { orb->destroy(); }

  TargetParts parts() {
    root->the_POAManager()->activate();
    const auto reference = IDL::traits<CF::ExecutableDevice>::narrow(serve(device));
    devices->add({{.id = "d"}, reference, reference, reference});
    return {.orb = orb,
            .devices = devices,
            .services = services,
            .files = files::serve_file_manager(orb),
            .all_names = names,
            .domain = names,
            .context = names->bind_new_context({CosNaming::NameComponent{"radio", ""}}),
            .application = "radio",
            .find_application =
                [this](const std::string& name) {
                  return name == "other" ? CORBA::object_reference<CORBA::Object>{names} : nullptr;
                },
            .parameters = {{"-ORBtransport", "unix"}},
            .name_program = [](const deploy::ExecuteRequest& r) { return r.naming_name + "_1"; }};
  }
  CORBA::object_reference<CORBA::Object> serve(const PortableServer::Servant& servant) {
    return root->id_to_reference(root->activate_object(servant));
  }
  [[nodiscard]] static std::string text_of(const CF::Properties& properties) {
    std::string text;
    for (const auto& property : properties) {
      std::string value;
      std::uint32_t number = 0;
      if (property.value() >>= number) value = std::to_string(number);
      if (property.id() == "NAMING_CONTEXT_IOR")
        value = "...";
      else
        (void)(property.value() >>= value);
      text += (text.empty() ? "" : " ") + property.id() + "=" + value;
    }
    return text;
  }
  /// The cause, or nothing if all went well.
  template <class T>
  [[nodiscard]] static std::optional<Cause> cause_of(const deploy::Outcome<T>& outcome) {
    return outcome ? std::nullopt : std::optional{outcome.error().cause};
  }

  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  CORBA::object_reference<PortableServer::POA> root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  naming::NamingService service{orb};
  CORBA::object_reference<CosNaming::NamingContextExt> names =
      IDL::traits<CosNaming::NamingContextExt>::narrow(service.root());
  std::shared_ptr<registry::DeviceBook> devices = std::make_shared<registry::DeviceBook>();
  std::shared_ptr<registry::ServiceBook> services = std::make_shared<registry::ServiceBook>();
  std::shared_ptr<FakeDevice> device = CORBA::make_reference<FakeDevice>();
  std::shared_ptr<Factory> factory = CORBA::make_reference<Factory>(orb, root);
  CorbaTarget target{parts()};
  const Limit limit;
};

TEST_F(ATarget, executes_with_the_parameters_of_the_standard) {
  deploy::ExecuteRequest request;
  request.device = "d";
  request.component = "rx:radio";
  request.naming_name = "rx";
  request.profile = "/rx/rx.spd.xml";
  request.file = "/rx/bin";
  request.parameters = {{"gain", "2"}};
  request.collocation = "host";
  EXPECT_EQ(target.execute(request, limit).value(), 7);
  EXPECT_EQ(text_of(device->parameters),
            "NAMING_CONTEXT_IOR=... NAME_BINDING=rx_1 COMPONENT_IDENTIFIER=rx:radio "
            "PROFILE_NAME=/rx/rx.spd.xml -ORBtransport=unix gain=2");
  EXPECT_EQ(text_of(device->options), "") << "a program of its own";
  EXPECT_EQ(target.bindings().at("rx:radio"), "rx_1");
  request.entrypoint = "bin/rx";
  request.options = {{"PRIORITY", "3"}, {"STACK_SIZE", "65536"}, {"CORE_AFFINITY", "0-1"}};
  (void)target.execute(request, limit);
  EXPECT_EQ(text_of(device->options), "CORE_AFFINITY=0-1 PRIORITY=3 STACK_SIZE=65536");
  request.is_shared_library = true;
  request.options = {};
  (void)target.execute(request, limit);
  EXPECT_EQ(text_of(device->options), "PROCESS_COLLOCATION_ID=host:radio");
  EXPECT_EQ(device->calls,
            (std::vector<std::string>{"execute /rx/bin", "execute /rx/bin/rx", "execute /rx/bin"}));
}

TEST_F(ATarget, calls_devices) {
  const LoadRequest library{"d", "/lib.so", LoadRequest::Kind::shared_library};
  EXPECT_TRUE(target.load(library, limit));
  EXPECT_TRUE(target.load({"d", "/k", LoadRequest::Kind::kernel_module}, limit));
  EXPECT_TRUE(target.load({"d", "/v", LoadRequest::Kind::driver}, limit));
  EXPECT_TRUE(target.unload(library, limit));
  EXPECT_TRUE(target.terminate("d", 7, limit)) << "what has ended before is no failure";
  const deploy::Capacities cores{{"cores", property::Scalar{1.0}}};
  EXPECT_TRUE(target.allocate("d", cores, limit));
  EXPECT_TRUE(target.deallocate("d", cores, limit));
  device->has_room = false;
  EXPECT_EQ(cause_of(target.allocate("d", cores, limit)), Cause::refused);
  EXPECT_EQ(device->calls,
            (std::vector<std::string>{"load /lib.so 2", "load /k 0", "load /v 1", "unload /lib.so",
                                      "terminate 7", "allocate cores", "deallocate cores",
                                      "allocate cores"}));
  EXPECT_EQ(cause_of(target.load({"none", "/x", LoadRequest::Kind::driver}, limit)), Cause::failed);
  EXPECT_EQ(cause_of(target.terminate("none", 1, limit)), Cause::failed);
}

TEST_F(ATarget, plans_only_with_devices_that_take_components) {
  using deploy::Availability;
  const auto state = [&] { return devices->descriptions().front().availability; };
  EXPECT_EQ(state(), Availability::available);
  device->admin = CF::Device::AdminType::LOCKED;
  EXPECT_EQ(state(), Availability::locked);
  device->admin = CF::Device::AdminType::SHUTTING_DOWN;
  EXPECT_EQ(state(), Availability::shutting_down);
  device->operational = CF::Device::OperationalType::DISABLED;
  EXPECT_EQ(state(), Availability::disabled);
  device->breaks_at_state = true;
  EXPECT_EQ(state(), Availability::unknown);
}

TEST_F(ATarget, uses_resource_factories) {
  target.registered("factory", serve(factory));
  ASSERT_TRUE(target.await_registration("factory", limit));
  EXPECT_FALSE(target.resource("factory"));
  const deploy::Capacities qualifiers{{"copies", property::Scalar{std::int32_t{2}}}};
  ASSERT_TRUE(target.create_resource({"rx", "factory", qualifiers}, limit));
  EXPECT_EQ(factory->qualifiers.front().id(), "copies");
  EXPECT_EQ(target.resource("rx")->identifier(), "rx");
  EXPECT_TRUE(target.initialise("rx", limit));
  EXPECT_TRUE(target.release_resource("factory", "rx", limit));
  EXPECT_EQ(factory->released, "rx");
  EXPECT_FALSE(target.resource("rx"));
  EXPECT_EQ(cause_of(target.create_resource({"nil", "factory", {}}, limit)), Cause::refused);
  EXPECT_EQ(cause_of(target.create_resource({"x", "none", {}}, limit)), Cause::failed);
  EXPECT_EQ(target.release_resource("factory", "none", limit).error().text, "InvalidResourceId");
  EXPECT_EQ(target.shut_down("factory", limit).error().text, "ShutdownFailure: it is busy");
  EXPECT_EQ(cause_of(target.initialise("factory", limit)), Cause::failed);
}

TEST_F(ATarget, asks_a_component_for_a_port_in_one_call) {
  const auto process = CORBA::ORB_init();
  const auto adapter =
      IDL::traits<PortableServer::POA>::narrow(process->resolve_initial_references("RootPOA"));
  const auto ports = std::make_shared<resource::NamedPorts>();
  const auto rx = CORBA::make_reference<resource::ResourceServant>(
      process, resource::ResourceParts{.identifier = "rx",
                                       .component = std::make_unique<resource::Component>(
                                           std::vector<property::Property>{}),
                                       .ports = ports});
  const auto reference = rx->activate(adapter);
  adapter->the_POAManager()->activate();
  ports->add("in", reference);
  target.registered("rx", orb->string_to_object(process->object_to_string(reference)));
  ASSERT_TRUE(target.await_registration("rx", limit));
  const auto before = process->statistics().requests_received;
  EXPECT_TRUE(
      target.find(End{deploy::ComponentOwner{"rx"}, End::Kind::provides_port, "in"}, limit));
  EXPECT_EQ(process->statistics().requests_received, before + 1);
  ports->close();
  process->destroy();
}

TEST_F(ATarget, awaits_a_registration_until_it_comes_or_is_not_wanted) {
  EXPECT_EQ(cause_of(target.await_registration("rx", {Deadline::at(now()), {}})), Cause::timed_out);
  std::stop_source stop;
  {
    const std::jthread ending{[&] { stop.request_stop(); }};
    EXPECT_EQ(cause_of(target.await_registration("rx", {Deadline::never(), stop.get_token()})),
              Cause::cancelled);
  }
  target.registered("rx", names);
  EXPECT_EQ(cause_of(target.await_registration("rx", limit)), Cause::wrong_answer)
      << "a naming context is no component";
  EXPECT_TRUE(target.unbind("rx", limit));
  EXPECT_EQ(cause_of(target.await_registration("rx", {Deadline::at(now()), {}})), Cause::timed_out);
}

TEST_F(ATarget, finds_what_connections_name) {
  using Way = FoundOwner::Way;
  const auto find = [&](const deploy::Owner& owner) {
    return target.find(End{owner, End::Kind::itself, {}}, limit);
  };
  const auto object = serve(factory);
  names->bind({CosNaming::NameComponent{"log", ""}}, object);
  EXPECT_TRUE(find(FoundOwner{Way::naming_service, "log", {}}));
  EXPECT_EQ(cause_of(find(FoundOwner{Way::naming_service, "none", {}})), Cause::absent);
  EXPECT_EQ(cause_of(find(FoundOwner{Way::naming_service, "", {}})), Cause::failed);
  EXPECT_TRUE(find(FoundOwner{Way::stringified_reference, orb->object_to_string(object), {}}));
  EXPECT_EQ(cause_of(find(FoundOwner{Way::stringified_reference, "x", {}})), Cause::failed);
  EXPECT_TRUE(find(deploy::DeviceOwner{"d"}));
  EXPECT_EQ(cause_of(find(deploy::DeviceOwner{"none"})), Cause::failed);
  EXPECT_EQ(cause_of(find(deploy::ComponentOwner{"rx"})), Cause::failed);
  const auto nil = target.find(End{deploy::DeviceOwner{"d"}, End::Kind::uses_port, "out"}, limit);
  ASSERT_TRUE(nil);
  EXPECT_EQ(*nil, nullptr);
  EXPECT_EQ(cause_of(target.connect(*find(deploy::DeviceOwner{"d"}), *nil, "c", limit)),
            Cause::wrong_answer)
      << "a device is no CF::Port";
}

TEST_F(ATarget, finds_what_a_domain_finder_asks_for) {
  const auto find = [&](const char* type, const char* name = "") {
    const FoundOwner owner{FoundOwner::Way::domain_finder, name, type};
    return cause_of(target.find(End{owner, End::Kind::itself, {}}, limit));
  };
  const auto kFound = std::optional<Cause>{};
  names->bind({CosNaming::NameComponent{"DomainManager", ""}}, serve(factory));
  for (const auto* type : {"filemanager", "namingservice", "domainmanager"})
    EXPECT_EQ(find(type), kFound) << type;
  EXPECT_EQ(find("application", "other"), kFound);
  EXPECT_EQ(find("application", "none"), Cause::absent);
  services->add("clock", names);
  EXPECT_EQ(find("servicename", "clock"), kFound);
  EXPECT_EQ(find("log", "clock"), kFound);
  EXPECT_EQ(find("servicename", "none"), Cause::absent);
  EXPECT_EQ(find("servicetype", "IDL:omg.org/CosNaming/NamingContext:1.0"), kFound);
  EXPECT_EQ(find("servicetype", "IDL:CF/Device:1.0"), Cause::absent);
  EXPECT_EQ(find("log"), Cause::absent) << "a clock is no log";
  services->add("system log", root->create_reference("IDL:omg.org/CosLwLog/LogStatus:1.0"));
  EXPECT_EQ(find("log"), kFound);
  EXPECT_EQ(find("eventchannel"), Cause::absent) << "this target was given no channels";
}

}  // namespace
}  // namespace orbweaver::domain::test
