// SPDX-License-Identifier: Apache-2.0
// orbweaver-ports-bench-server: serves one Bench::PortsTarget. See peers/CONTRACT.md, "Bench
// programs".
#include "ports_bench_target.hpp"

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <bench/program.hpp>

namespace {

int serve(const bench::Options& options) {
  bench::hold_signals();
  const auto orb = CORBA::ORB_init({"-ORBtransport", options.transport});
  const auto adapter =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const auto target = adapter->id_to_reference(
      adapter->activate_object(std::make_shared<orbweaver::lab::PortsTarget>(adapter)));
  adapter->the_POAManager()->activate();
  bench::print_ready(options.name, orb->object_to_string(target));
  bench::wait_for_end();
  orb->destroy();
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  bench::Options options{.name = "orbweaver-ports-bench-server"};
  CLI::App app{"Serves the packets of orbweaver-ports-bench-client."};
  bench::add_server_options(app, options, {"auto", "unix", "tcp", "shm"});
  return bench::run_program(app, argc, argv, options, [&] { return serve(options); });
}
