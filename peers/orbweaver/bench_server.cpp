// SPDX-License-Identifier: Apache-2.0
// orbweaver-bench-server: serves Bench::Target. See peers/CONTRACT.md, "Bench programs".
#include "bench_orb.hpp"

#include <bench/program.hpp>

#include <string>
#include <vector>

namespace {

std::vector<std::string> activate_targets(CORBA::ORB& orb, int number) {
  std::vector<std::string> references;
  for (int n = 0; n < number; ++n)
    references.push_back(orb.object_to_string(orbweaver::lab::activate_bench_target(orb)));
  return references;
}

int serve(const bench::Options& options) {
  bench::hold_signals();
  const auto orb = orbweaver::lab::make_bench_orb(options, "transport");
  bench::print_ready(options.name, activate_targets(*orb, options.objects));
  bench::wait_for_end();
  orb->destroy();
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  bench::Options options{.name = "orbweaver-bench-server"};
  CLI::App app{"Serves the messages of orbweaver-bench-client."};
  bench::add_server_options(app, options, {"auto", "unix", "tcp", "tls", "shm"});
  bench::add_certificates_option(app, options);
  bench::add_endpoint_option(app, options);
  bench::add_threading_option(app, options);
  bench::add_objects_option(app, options);
  bench::add_waiting_option(app, options);
  app.add_option("--rules", options.rules, "who may call what, as -ORBrules")
      ->check(CLI::ExistingFile);
  return bench::run_program(app, argc, argv, options, [&] { return serve(options); });
}
