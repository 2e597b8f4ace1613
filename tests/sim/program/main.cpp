// SPDX-License-Identifier: Apache-2.0
// orbweaver-sim: runs scenarios, by seeds; reproduces and shrinks what fails.
#include <orbweaver/base/log.hpp>

#include <CLI/CLI.hpp>

#include <cstdlib>

#include "program/campaign.hpp"
#include "program/listed_seeds.hpp"
#include "program/reproduce.hpp"

namespace {

using namespace orbweaver::sim;

std::vector<const Scenario*> wanted(const std::string& name) {
  if (name != "all") return {scenario_named(name)};
  std::vector<const Scenario*> all;
  for (const auto& scenario : all_scenarios()) all.push_back(&scenario);
  return all;
}

int list() {
  for (const auto& scenario : all_scenarios())
    std::printf("%-12s %s\n", std::string{scenario.name}.c_str(),
                std::string{scenario.about}.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Runs the ORB in a simulator: a seed decides each switch of threads, each late byte and\n"
      "each fault, so that the same seed gives the same run. docs/verify/simulation.md has more."};
  std::string name = "all", list_of_seeds;
  Campaign campaign;
  Reproduction reproduction;
  std::optional<std::uint64_t> seed;
  bool shall_list = false;
  app.add_option("--scenario", name, "one of those that --list shows, or all")
      ->capture_default_str();
  app.add_option("--seeds", campaign.seeds, "how many seeds of each scenario")
      ->capture_default_str();
  app.add_option("--first", campaign.first, "the first seed; without it: by the clock");
  app.add_option("--seconds", campaign.seconds, "stop after so many seconds; 0: after all seeds");
  app.add_option("--jobs", campaign.jobs, "processes at once; 0: as many as processors");
  app.add_option("--floor", campaign.floor,
                 "fail if a fault, or a state that a scenario names, came less often than this");
  app.add_option("--seed", seed, "run this seed alone and print what happens");
  app.add_flag("--shrink", reproduction.shrink,
               "with --seed: look for a shorter run that fails too");
  app.add_option("--trace", reproduction.trace_file,
                 "with --seed: write the time line for ui.perfetto.dev to this file");
  app.add_option("--listed", list_of_seeds,
                 "run the seeds that this file lists: SCENARIO SEED on a line each");
  app.add_flag("--twice", campaign.twice,
               "run each seed once more, with all that it would print: it must be the same run");
  app.add_option("--commit", campaign.commit, "what to print as the commit of this program");
  app.add_flag("--list", shall_list, "list the scenarios");
  CLI11_PARSE(app, argc, argv);
  if (shall_list) return list();
  const auto scenarios = wanted(name);
  if (scenarios.front() == nullptr) {
    std::fprintf(stderr, "orbweaver-sim: there is no scenario '%s'; --list shows them\n",
                 name.c_str());
    return 2;
  }
  // A line of the log looks at the clock, which is a step of the run: the log of a seed that is
  // looked at is off, too. It is made before the first run: it is no process's.
  ::setenv("ORBWEAVER_LOG", "off", 0);
  (void)orbweaver::log().takes(orbweaver::LogSeverity::error);
  if (!list_of_seeds.empty()) return run_listed(list_of_seeds, campaign);
  if (!seed) return run(campaign, scenarios);
  if (scenarios.size() != 1) {
    std::fprintf(stderr, "orbweaver-sim: --seed needs --scenario NAME\n");
    return 2;
  }
  reproduction.seed = *seed;
  return run(reproduction, *scenarios.front());
}
