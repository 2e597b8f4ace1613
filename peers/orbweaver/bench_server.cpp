// orbweaver-bench-server: serves one Bench::Target. See peers/CONTRACT.md, "Bench programs".
#include "bench_orb.hpp"

#include <bench/program.hpp>

namespace {

int serve(const bench::Options& options) {
  bench::hold_signals();
  const auto orb = orbweaver::lab::make_bench_orb(options, "transport");
  const auto target = orbweaver::lab::activate_bench_target(*orb);
  bench::print_ready(options.name, orb->object_to_string(target));
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
  bench::add_server_options(app, options, {"auto", "unix", "tcp", "shm"});
  bench::add_endpoint_option(app, options);
  bench::add_threading_option(app, options);
  return bench::run_program(app, argc, argv, options, [&] { return serve(options); });
}
