// orbweaver-echo-server: serves one Lab::Echo until its standard input ends, it is signalled, or
// told to shut down. See peers/CONTRACT.md.
#include <orbweaver/component/component.hpp>
#include <orbweaver/engine/orb_core.hpp>

#include "echo_servant.hpp"

namespace {

using namespace orbweaver;
using component::Component;

struct Choices {
  std::string forward_to, journal;
  bool is_persistent = false, forwards_for_good = false;
};

// From now on whoever calls is sent to another object.
void send_callers_on(const Choices& choices, Component& component) {
  auto& orb = component.orb();
  const auto here = orb.string_to_object(component.reference());
  const auto there = orb.string_to_object(choices.forward_to);
  const auto permanence =
      choices.forwards_for_good ? giop::Permanence::permanently : giop::Permanence::for_now;
  orb.core()->forwards().set(here->_reference()->object_key(),
                             {there->_reference()->ior(), permanence});
  component.withdraw();
}

// An object whose reference works again after a restart at the same endpoint.
void publish_for_good(const PortableServer::Servant& servant, Component& component) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(
      component.orb().resolve_initial_references("RootPOA"));
  const auto poa = root->create_POA(
      "lasting", root->the_POAManager(),
      {root->create_lifespan_policy(PortableServer::LifespanPolicyValue::PERSISTENT),
       root->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID)});
  const auto id = PortableServer::string_to_ObjectId("echo");
  poa->activate_object_with_id(id, servant);
  root->the_POAManager()->activate();
  component::print_ready(component.name(),
                         component.orb().object_to_string(poa->id_to_reference(id)));
}

int run(Component& component, const Choices& choices) {
  const auto servant =
      CORBA::make_reference<lab::EchoServant>([&] { component.end(); }, choices.journal);
  if (choices.is_persistent)
    publish_for_good(servant, component);
  else
    component.publish(servant);
  if (!choices.forward_to.empty()) send_callers_on(choices, component);
  return component.serve();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  component::Settings settings{.name = "orbweaver-echo-server"};
  CLI::App app{"Serves Lab::Echo: every operation and type that the mapping knows."};
  component::add_program_options(app, settings);
  component::add_receiver_options(app, settings);
  Choices choices;
  app.add_option("--forward-to", choices.forward_to, "send callers to this object");
  app.add_flag("--for-good", choices.forwards_for_good, "tell them that it has moved for good");
  app.add_option("--journal", choices.journal, "file for what is entered");
  app.add_flag("--persistent", choices.is_persistent, "the reference outlives the process");
  return component::run_component(app, argc, argv, settings,
                                  [&](Component& component) { return run(component, choices); });
}
