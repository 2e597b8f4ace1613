// SPDX-License-Identifier: Apache-2.0
// omniorb-types-server: serves one Lab::Types::Echo until its standard input ends, it is signalled,
// or asked to shut down.
#include "end_of_life.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"
#include "types_servant.hpp"

namespace {

void serve(const peer::OrbOptions& options, const std::string& name) {
  peer::EndOfLife end;
  CORBA::ORB_var orb = peer::make_orb(options);
  CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(root);

  PortableServer::Servant_var<peer::TypesServant> servant =
      new peer::TypesServant([&end] { end.request(); });
  PortableServer::ObjectId_var id = poa->activate_object(servant);
  Lab::Types::Echo_var echo = servant->_this();
  CORBA::String_var ior = orb->object_to_string(echo);
  PortableServer::POAManager_var(poa->the_POAManager())->activate();

  peer::print_ready(name, ior.in());
  end.wait();
  orb->shutdown(true);
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Serve Lab::Types::Echo with omniORB");
  peer::OrbOptions options{.endpoints = {"giop:tcp:127.0.0.1:0"}};
  std::string name = "omniorb-types-server";
  app.add_option("--name", name, "name in messages");
  app.add_option("--endpoint", options.endpoints, "giop:tcp:HOST:PORT or giop:unix:PATH")
      ->allow_extra_args(false);
  app.add_option("--threads-per-connection", options.threads_per_connection,
                 "requests of one connection at once")
      ->check(CLI::PositiveNumber);
  return peer::run_program(app, argc, argv, name, [&] {
    serve(options, name);
    return 0;
  });
}
