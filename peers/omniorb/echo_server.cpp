// SPDX-License-Identifier: Apache-2.0
// omniorb-echo-server: serves one Lab::Echo until its standard input ends, it is signalled, or
// asked to shut down.
#include "echo_servant.hpp"
#include "end_of_life.hpp"
#include "ending.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "poas.hpp"
#include "program.hpp"
#include "tls_options.hpp"

namespace {

struct Choices {
  std::string name = PEER_NAME "-echo-server";
  std::string forward_to, journal;
  bool is_persistent = false, forwards_for_good = false, calls_back = false;
};

// Asks each reference that it is given for its label: a call that comes back to its caller.
class Caller final : public peer::EchoServant {
 public:
  using EchoServant::EchoServant;
  Lab::Counter_ptr echo_reference(Lab::Counter_ptr value) override {
    label(CORBA::String_var(value->label()));
    return Lab::Counter::_duplicate(value);
  }
};

peer::EchoServant* make_servant(peer::EndOfLife& end, const Choices& choices) {
  const auto request_end = [&end] { end.request(); };
  if (choices.calls_back) return new Caller(request_end, choices.journal);
  return new peer::EchoServant(request_end, choices.journal);
}

CORBA::Object_var object_of(CORBA::ORB_ptr orb, const std::string& reference) {
  return reference.empty() ? CORBA::Object::_nil() : orb->string_to_object(reference.c_str());
}

void serve(const peer::OrbOptions& options, const Choices& choices) {
  peer::EndOfLife end;
  CORBA::ORB_var orb = peer::make_orb(options);
  CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var root_poa = PortableServer::POA::_narrow(root);
  PortableServer::POA_var poa =
      peer::make_poa(root_poa, choices.is_persistent,
                     {object_of(orb, choices.forward_to), choices.forwards_for_good});

  PortableServer::Servant_var<peer::EchoServant> servant = make_servant(end, choices);
  const PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId("echo");
  CORBA::Object_var echo = poa->create_reference_with_id(id.in(), "IDL:Lab/Echo:1.0");
  if (choices.forward_to.empty()) poa->activate_object_with_id(id.in(), servant.in());
  CORBA::String_var ior = orb->object_to_string(echo);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();

  peer::print_ready(choices.name, ior.in());
  end.wait();
  peer::end_orb(orb);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Serve Lab::Echo with omniORB");
  peer::OrbOptions options{.endpoints = {"giop:tcp:127.0.0.1:0"}, .max_message_size = 64 << 20};
  Choices choices;
  app.add_option("--name", choices.name, "name in messages");
  app.add_option("--forward-to", choices.forward_to, "send callers to this object");
  app.add_flag("--for-good", choices.forwards_for_good, "tell them that it has moved for good");
  app.add_option("--journal", choices.journal, "file for what is entered");
  app.add_flag("--calls-back", choices.calls_back,
               "echo_reference asks what it is given for its label");
  app.add_flag("--persistent", choices.is_persistent, "the reference outlives the process");
  app.add_option("--endpoint", options.endpoints,
                 "giop:tcp:HOST:PORT, giop:ssl:HOST:PORT or giop:unix:PATH")
      ->allow_extra_args(false);
  app.add_option("--threads-per-connection", options.threads_per_connection,
                 "requests of one connection at once")
      ->check(CLI::PositiveNumber);
  peer::add_tls_options(app, options);
  return peer::run_program(app, argc, argv, choices.name, [&] {
    serve(options, choices);
    return 0;
  });
}
