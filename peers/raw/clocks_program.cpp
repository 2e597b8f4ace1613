// SPDX-License-Identifier: Apache-2.0
// raw-clocks: what the clocks of this machine are worth for measuring (paper 3, section 3).
// See README.md.
#include <bench/command.hpp>
#include <bench/program.hpp>

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "clock_checks.hpp"

namespace {

using nlohmann::ordered_json;

struct Wanted {
  bench::Options common{.name = "raw-clocks"};
  double seconds = 1;
  std::uint64_t looks = 1'000'000;
  std::uint64_t blocks = 1000;
  std::uint64_t batch = 1000;
};

std::vector<int> usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  return cpus;
}

double percentile(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

ordered_json summary(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  ordered_json found{{"count", values.size()}, {"min", values.front()}, {"mean", mean}};
  for (const auto& [name, share] :
       {std::pair{"p50", 0.5}, {"p80", 0.8}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}})
    found[name] = percentile(values, share);
  found["max"] = values.back();
  return found;
}

/// The first processor with each of the others: were two others apart, so would be one of them from
/// the first.
raw::Passing pass_around(const raw::Clock& clock, const std::vector<int>& cpus,
                         const Wanted& wanted) {
  raw::Passing all;
  if (cpus.size() < 2) return all;
  const auto pairs = cpus.size() - 1;
  const std::chrono::nanoseconds limit(
      static_cast<std::int64_t>(wanted.seconds * 1e9 / static_cast<double>(pairs)));
  for (std::size_t place = 1; place < cpus.size(); ++place) {
    const auto one = raw::pass_between(clock, cpus[0], cpus[place], wanted.looks / pairs, limit);
    all.looks += one.looks;
    all.backwards += one.backwards;
    all.worst_ns = std::max(all.worst_ns, one.worst_ns);
  }
  return all;
}

ordered_json measure(const raw::Clock& clock, const std::vector<int>& cpus, const Wanted& wanted) {
  const std::chrono::nanoseconds limit(static_cast<std::int64_t>(wanted.seconds * 1e9));
  raw::cost_ns(clock, std::max<std::uint64_t>(wanted.blocks / 10, 1), wanted.batch);  // warm-up
  auto cost = raw::cost_ns(clock, wanted.blocks, wanted.batch);
  const auto step = raw::smallest_step_ns(clock, wanted.looks, limit);
  const auto passed = pass_around(clock, cpus, wanted);
  ordered_json line{{"clock", clock.name},
                    {"promised_ns", clock.promised_ns},
                    {"cost_ns", summary(std::move(cost))}};
  if (step > 0) line["step_ns"] = step;
  line["processors_count"] = cpus.size();
  line["passed_count"] = passed.looks;
  line["backwards_count"] = passed.backwards;
  line["backwards_worst_ns"] = passed.worst_ns;
  return line;
}

int run(const Wanted& wanted) {
  const auto cpus = usable_cpus();
  for (const auto& clock : raw::all_clocks()) {
    auto line = measure(clock, cpus, wanted);
    line["counter_invariant"] = raw::counter_is_invariant();
    bench::print_line(line);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Wanted wanted;
  CLI::App app{"Measures the machine's clocks: one JSON line for each, then it ends."};
  app.add_option("--cpus", wanted.common.cpus, "processors to run on and to compare, as 0,2-3")
      ->capture_default_str();
  app.add_option("--seconds", wanted.seconds, "longest time of a check of one clock")
      ->check(CLI::Range(0.001, 3600.0))
      ->capture_default_str();
  app.add_option("--looks", wanted.looks, "looks at a clock to find its step, and to pass around")
      ->check(CLI::Range(std::uint64_t{10}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_option("--blocks", wanted.blocks, "blocks whose time is taken, to find the cost")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->capture_default_str();
  app.add_option("--batch", wanted.batch, "looks in a block")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->capture_default_str();
  return bench::run_program(app, argc, argv, wanted.common, [&] { return run(wanted); });
}
