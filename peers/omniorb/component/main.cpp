// SPDX-License-Identifier: Apache-2.0
// omniorb-idle-component: the relay of peers/orbweaver/deploy on omniORB. Its command line is that
// of a component: NAMING_CONTEXT_IOR, NAME_BINDING and COMPONENT_IDENTIFIER, each before its value.
// It binds its CF::Resource and serves until releaseObject, SIGTERM or SIGINT.
#include <component.hh>
#include <omniORB4/Naming.hh>

#include <csignal>
#include <cstdio>
#include <map>
#include <string>

#include "relay_ports.hpp"
#include "relay_resource.hpp"

namespace {

using Arguments = std::map<std::string, std::string>;

Arguments arguments_of(int argc, char** argv) {
  Arguments found;
  for (int i = 1; i + 1 < argc; i += 2) found[argv[i]] = argv[i + 1];
  return found;
}

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

CORBA::Object_var served(PortableServer::POA_ptr poa, PortableServer::Servant servant) {
  const PortableServer::ObjectId_var id = poa->activate_object(servant);
  servant->_remove_ref();
  return poa->id_to_reference(id);
}

void bind_name(CORBA::ORB_ptr orb, const Arguments& arguments, CORBA::Object_ptr object) {
  const CORBA::Object_var found = orb->string_to_object(arguments.at("NAMING_CONTEXT_IOR").c_str());
  const CosNaming::NamingContext_var context = CosNaming::NamingContext::_narrow(found);
  CosNaming::Name name;
  name.length(1);
  name[0].id = arguments.at("NAME_BINDING").c_str();
  context->rebind(name, object);
}

void serve(CORBA::ORB_ptr orb, const Arguments& arguments, const sigset_t& signals) {
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  auto* const out = new relay::SamplesOut;
  relay::Ports ports;
  ports.samples_out = served(poa, out);
  ports.samples_in = served(poa, new relay::SamplesIn{*out});
  const pthread_t waiting = pthread_self();
  const auto resource =
      served(poa, new relay::Resource{arguments.at("COMPONENT_IDENTIFIER"), ports,
                                      [waiting] { pthread_kill(waiting, SIGTERM); }});
  PortableServer::POAManager_var(poa->the_POAManager())->activate();
  bind_name(orb, arguments, resource);
  int signal = 0;
  sigwait(&signals, &signal);
}

}  // namespace

int main(int argc, char** argv) {
  const auto signals = ending_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv, "omniORB4");
    serve(orb, arguments_of(argc, argv), signals);
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "omniorb-idle-component: %s\n", failure._name());
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "omniorb-idle-component: %s\n", failure.what());
  }
  return 1;
}
