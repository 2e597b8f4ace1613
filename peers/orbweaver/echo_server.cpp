// SPDX-License-Identifier: Apache-2.0
// orbweaver-echo-server: serves one Lab::Echo until its standard input ends, it is signalled, or
// asked to shut down. See peers/CONTRACT.md.
#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include "launched/component.hpp"

#include "echo_servant.hpp"

namespace {

using namespace orbweaver;
using launched::Component;

struct Choices {
  std::string forward_to, journal;
  bool is_persistent = false, forwards_for_good = false, calls_back = false;
};

// Asks each reference that it is given for its label: a call that comes back to its caller.
class Caller final : public lab::EchoServant {
 public:
  using EchoServant::EchoServant;
  CORBA::object_reference<Lab::Counter> echo_reference(
      CORBA::object_reference<Lab::Counter> value) override {
    label(value->label());
    return value;
  }
};

PortableServer::Servant make_servant(Component& component, const Choices& choices) {
  const auto end = [&component] { component.end(); };
  if (choices.calls_back) return CORBA::make_reference<Caller>(end, choices.journal);
  return CORBA::make_reference<lab::EchoServant>(end, choices.journal);
}

// Calls to this object are forwarded to another.
void send_callers_on(CORBA::ORB& orb, const CORBA::Object& here, const Choices& choices) {
  const auto there = orb.string_to_object(choices.forward_to);
  const auto permanence =
      choices.forwards_for_good ? giop::Permanence::permanently : giop::Permanence::for_now;
  corba::OrbAccess::core(orb)->forwards().set(
      orbweaver::corba::StubFactory::reference_of(here)->object_key(),
      {orbweaver::corba::StubFactory::reference_of(*there)->ior(), permanence});
}

CORBA::object_reference<PortableServer::POA> own_adapter(PortableServer::POA& root,
                                                         bool is_persistent) {
  using PortableServer::LifespanPolicyValue;
  return root.create_POA(
      "lasting", root.the_POAManager(),
      {root.create_lifespan_policy(is_persistent ? LifespanPolicyValue::PERSISTENT
                                                 : LifespanPolicyValue::TRANSIENT),
       root.create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID)});
}

// An object whose reference works again after a restart at the same endpoint, or whose callers are
// sent on: from the first one on, so before any client knows the reference.
void publish_by_name(const PortableServer::Servant& servant, Component& component,
                     const Choices& choices) {
  auto& orb = component.orb();
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
  const auto poa = own_adapter(*root, choices.is_persistent);
  const auto id = PortableServer::string_to_ObjectId("echo");
  const auto here = poa->create_reference_with_id(id, Lab::Echo::_id);
  if (choices.forward_to.empty())
    poa->activate_object_with_id(id, servant);
  else
    send_callers_on(orb, *here, choices);
  root->the_POAManager()->activate();
  launched::print_ready(component.name(), orb.object_to_string(here));
}

int run(Component& component, const Choices& choices) {
  const auto servant = make_servant(component, choices);
  if (choices.is_persistent || !choices.forward_to.empty())
    publish_by_name(servant, component, choices);
  else
    component.publish(servant);
  return component.serve();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-echo-server"};
  CLI::App app{"Serves Lab::Echo: every operation and type that the mapping knows."};
  launched::add_program_options(app, settings);
  launched::add_receiver_options(app, settings);
  Choices choices;
  app.add_option("--forward-to", choices.forward_to, "send callers to this object");
  app.add_flag("--for-good", choices.forwards_for_good, "tell them that it has moved for good");
  app.add_option("--journal", choices.journal, "file for what is entered");
  app.add_flag("--calls-back", choices.calls_back,
               "echo_reference asks what it is given for its label");
  app.add_flag("--persistent", choices.is_persistent, "the reference outlives the process");
  return launched::run_component(app, argc, argv, settings,
                                 [&](Component& component) { return run(component, choices); });
}
