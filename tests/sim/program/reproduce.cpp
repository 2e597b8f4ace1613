// SPDX-License-Identifier: Apache-2.0
#include "program/reproduce.hpp"

#include <fmt/format.h>

#include <memory>

#include "program/seeds.hpp"
#include "program/shrink.hpp"
#include "program/time_line.hpp"

namespace orbweaver::sim {

namespace {

Outcome run_and_show(Settings settings, const Scenario& scenario, PerfettoFile* file) {
  settings.on_event = [file](const TraceLine& line) {
    if (line.event != Event::runs) fmt::print("{}\n", text_of(line));
    std::fflush(stdout);
    if (file != nullptr) file->add(line);
  };
  return simulate(settings, scenario.run);
}

int print_end(const Outcome& outcome) {
  fmt::print("hash {:016x}, {:.6f} s of virtual time, {} switches, {} decisions\n", outcome.hash,
             static_cast<double>(outcome.time) / 1e9, outcome.switches, outcome.decisions.size());
  if (!outcome.failure) {
    fmt::print("ok: every law held\n");
    return 0;
  }
  fmt::print("FAILED: law \"{}\" is broken: {}\n", outcome.failure->law, outcome.failure->text);
  return 1;
}

}  // namespace

int run(const Reproduction& reproduction, const Scenario& scenario) {
  auto settings = settings_of(scenario, reproduction.seed);
  if (reproduction.shrink) {
    auto shorter = shrink(settings, scenario);
    if (!shorter) {
      fmt::print("every law held with this seed: there is nothing to shrink\n");
      return 0;
    }
    settings.replay = std::move(*shorter);
  }
  std::unique_ptr<PerfettoFile> file;
  if (!reproduction.trace_file.empty())
    file = std::make_unique<PerfettoFile>(reproduction.trace_file);
  return print_end(run_and_show(std::move(settings), scenario, file.get()));
}

}  // namespace orbweaver::sim
