// SPDX-License-Identifier: Apache-2.0
// <peer>-bench-server: serves Bench::Target. See peers/CONTRACT.md, "Bench programs".
#include <bench/program.hpp>

#include <string>
#include <vector>

#include "bench_target.hpp"
#include "ending.hpp"
#include "offers.hpp"
#include "orb_options.hpp"
#include "private_folder.hpp"

namespace {

std::string activate_target(CORBA::ORB_ptr orb, PortableServer::POA_ptr poa) {
  PortableServer::Servant_var<peer::BenchTarget> servant = new peer::BenchTarget;
  const PortableServer::ObjectId_var id = poa->activate_object(servant);
  const Bench::Target_var target = servant->_this();
  const CORBA::String_var ior = orb->object_to_string(target);
  return ior.in();
}

std::vector<std::string> activate_targets(CORBA::ORB_ptr orb, int number) {
  const CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  std::vector<std::string> references;
  for (int n = 0; n < number; ++n) references.push_back(activate_target(orb, poa));
  PortableServer::POAManager_var(poa->the_POAManager())->activate();
  return references;
}

void serve(const bench::Options& options) {
  const peer::PrivateFolder folder;
  peer::OrbOptions settings{
      .endpoints = {"giop:unix:" + folder.socket(), "giop:tcp:127.0.0.1:0"},
      .connection_pool_threads = options.threading == "pool" ? peer::kPool : 0,
      .max_message_size = 64 << 20};
  if (options.transport == "tls") {
    settings.endpoints = {"giop:ssl:127.0.0.1:0"};
    settings.authority_file = options.certificates + "/authority.pem";
    settings.key_file = options.certificates + "/server.pem";
  }
  if (!options.endpoint.empty()) settings.endpoints = {options.endpoint};
  CORBA::ORB_var orb = peer::make_orb(settings);

  bench::print_ready(options.name, activate_targets(orb, options.objects));
  bench::wait_for_end();
  peer::end_orb(orb);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = PEER_NAME "-bench-server"};
  CLI::App app{"Serves the messages of " PEER_NAME "-bench-client."};
  bench::add_server_options(app, options, peer::kBenchTransports);
  bench::add_certificates_option(app, options);
  bench::add_endpoint_option(app, options);
  bench::add_threading_option(app, options);
  bench::add_objects_option(app, options);
  return bench::run_program(app, argc, argv, options, [&] {
    bench::hold_signals();
    try {
      serve(options);
    } catch (const CORBA::SystemException& failure) {
      throw std::runtime_error(peer::describe(failure));
    }
    return 0;
  });
}
