// SPDX-License-Identifier: Apache-2.0
// raw-stages: how long a pipeline of bare threads takes on this machine. See README.md.
#include <bench/command.hpp>
#include <bench/program.hpp>

#include "bare_stages.hpp"

namespace {

int run(const raw::StagesPlan& plan, double work_ms) {
  const auto lasted = raw::run_bare_stages(plan);
  bench::print_line({{"packets", plan.packets},
                     {"stages", plan.stages},
                     {"work_ms", work_ms},
                     {"lasted_ns", lasted.count()}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options common{.name = "raw-stages"};
  raw::StagesPlan plan;
  double work_ms = 5;
  CLI::App app{"Passes packets through a pipeline of bare threads: one JSON line, then it ends."};
  app.add_option("--cpus", common.cpus, "processors to run on, as 0,2-3")->capture_default_str();
  app.add_option("--packets", plan.packets, "packets that pass")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->capture_default_str();
  app.add_option("--stages", plan.stages, "threads that work on each packet, one after the other")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--work-ms", work_ms, "work for each packet in each stage")
      ->check(CLI::Range(0.0, 3'600'000.0))
      ->capture_default_str();
  return bench::run_program(app, argc, argv, common, [&] {
    plan.work = std::chrono::nanoseconds(static_cast<std::int64_t>(work_ms * 1e6));
    return run(plan, work_ms);
  });
}
