// SPDX-License-Identifier: Apache-2.0
// omniorb-component-client: a foreign control program and the components around one of Orbweaver.
// Prints one line for each case.
#include "component_cases.hpp"
#include "ending.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"
#include "wire_watch.hpp"

namespace {

using namespace component_client;

struct Mode {
  bool in_order = true, has_queue = false;
};

std::string why_not(const Cases::mapped_type& check, const Trial& trial) {
  try {
    return check(trial);
  } catch (const CORBA::SystemException& raised) {
    return "raised " + peer::describe(raised);
  } catch (const CORBA::Exception& raised) {
    return std::string("raised ") + raised._name();
  }
}

bool run(const Cases& cases, const Trial& trial) {
  bool all_ok = true;
  for (const auto& [name, check] : cases) {
    const auto why = why_not(check, trial);
    peer::print_line({{"case", name}, {"ok", why.empty()}, {"detail", why}});
    all_ok = why.empty() && all_ok;
  }
  return all_ok;
}

Cases all_cases() {
  auto cases = port_cases();
  cases.merge(form_cases());
  cases.merge(stream_cases());
  return cases;
}

bool try_component(const std::string& ior, const Mode& mode) {
  CORBA::ORB_var orb =
      peer::make_orb({.endpoints = {"giop:tcp:127.0.0.1:0"}, .call_timeout_ms = 60000});
  watch_pushes();
  bool all_ok = false;
  {
    const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
    PortableServer::POAManager_var(poa->the_POAManager())->activate();
    const PortableServer::Servant_var<SampleSink> samples = new SampleSink;
    const PortableServer::Servant_var<WordSink> words = new WordSink;
    const PortableServer::Servant_var<OctetSink> octets = new OctetSink;
    const CORBA::Object_var object = orb->string_to_object(ior.c_str());
    const CF::Resource_var component = CF::Resource::_narrow(object);
    all_ok = !CORBA::is_nil(component) &&
             run(all_cases(), {orb, component, mode.in_order, mode.has_queue, samples.in(),
                               words.in(), octets.in()});
  }
  peer::end_orb(orb);
  return all_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Control a component with omniORB, and exchange packets with it");
  std::string ior;
  Mode mode;
  app.add_option("--ior", ior, "reference of the component")->required();
  app.add_flag("--without-order{false}", mode.in_order, "the component sends one-ways");
  app.add_flag("--with-queue", mode.has_queue, "the component answers when a packet is queued");
  return peer::run_program(app, argc, argv, "omniorb-component-client",
                           [&] { return try_component(ior, mode) ? 0 : 1; });
}
