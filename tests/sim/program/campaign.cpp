// SPDX-License-Identifier: Apache-2.0
#include "program/campaign.hpp"

#include <orbweaver/sim/prepare.hpp>
#include <orbweaver/sim/reached.hpp>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <thread>

#include "program/seeds.hpp"
#include "program/time_line.hpp"

namespace orbweaver::sim {

namespace {

using Clock = std::chrono::steady_clock;

// What a worker says to the process that started it, in memory that both have.
struct Report {
  std::atomic<std::uint64_t> seed{0};
  std::atomic<std::uint64_t> done{0};
  std::uint64_t virtual_ns = 0, switches = 0;
  std::array<std::uint64_t, kKinds> happened{};
  std::array<std::array<char, 80>, 64> names{};
  std::array<std::uint64_t, 64> reached{};
  bool has_failed = false;
  std::array<char, 64> law{};
  std::array<char, 8192> text{};
};

template <std::size_t n>
void put(std::array<char, n>& place, std::string_view text) {
  const auto size = std::min(text.size(), n - 1);
  std::copy_n(text.begin(), size, place.begin());
  place[size] = '\0';
}

void add(Report& report, const Outcome& outcome) {
  report.virtual_ns += static_cast<std::uint64_t>(outcome.time);
  report.switches += outcome.switches;
  for (std::size_t kind = 0; kind < kKinds; ++kind) report.happened[kind] += outcome.happened[kind];
}

void note_states(Report& report) {
  const auto states = all_reached();
  for (std::size_t i = 0; i < states.size(); ++i) {
    put(report.names[i], states[i].name);
    report.reached[i] = states[i].times;
  }
}

struct Share {
  std::uint64_t first = 0, end = 0, step = 1;
  Clock::time_point deadline;
  bool twice = false;
};

// A second run in which everything is looked at must be the same run.
Outcome run_again(const Scenario& scenario, Outcome first, Settings settings) {
  std::size_t octets = 0;
  settings.on_event = [&octets](const TraceLine& line) { octets += text_of(line).size(); };
  const auto second = simulate(settings, scenario.run);
  if (second.hash != first.hash && !first.failure)
    first.failure = Failure{"determinism", fmt::format("two runs differ: {:016x} and {:016x}",
                                                       first.hash, second.hash)};
  return first;
}

Outcome run_seed(const Scenario& scenario, std::uint64_t seed, bool twice) {
  const auto settings = settings_of(scenario, seed);
  auto outcome = simulate(settings, scenario.run);
  return twice ? run_again(scenario, std::move(outcome), settings) : outcome;
}

// Returns true if all were run and every law held.
bool work(const Scenario& scenario, const Share& share, Report& report) {
  for (auto seed = share.first; seed < share.end && Clock::now() < share.deadline;
       seed += share.step) {
    report.seed = seed;
    const auto outcome = run_seed(scenario, seed, share.twice);
    add(report, outcome);
    ++report.done;
    if (!outcome.failure) continue;
    put(report.law, outcome.failure->law);
    put(report.text, outcome.failure->text);
    report.has_failed = true;
    break;
  }
  note_states(report);
  return !report.has_failed;
}

struct Worker {
  pid_t id = 0;
  Report* report = nullptr;
  int status = 0;
};

Worker start(const Scenario& scenario, const Share& share) {
  void* const memory =
      ::mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const report = new (memory) Report;
  std::fflush(nullptr);
  const auto id = ::fork();
  if (id == 0) ::_exit(work(scenario, share, *report) ? 0 : 1);
  return {id, report};
}

void print_failure(const Scenario& scenario, const Campaign& campaign, const Worker& worker) {
  const auto& report = *worker.report;
  const auto seed = report.seed.load();
  std::string what =
      report.has_failed
          ? fmt::format("law \"{}\" is broken: {}", report.law.data(), report.text.data())
          : fmt::format("the program ended by signal {} ({})", WTERMSIG(worker.status),
                        ::strsignal(WTERMSIG(worker.status)));
  fmt::print("FAILED  {} seed {} at commit {}: {}\n  again: ./x sim --scenario {} --seed {}\n",
             scenario.name, seed, campaign.commit, what, scenario.name, seed);
}

struct Sum {
  std::uint64_t runs = 0, failures = 0, virtual_ns = 0, switches = 0;
  std::array<std::uint64_t, kKinds> happened{};
  std::map<std::string, std::uint64_t> reached;
};

void add(Sum& sum, const Worker& worker) {
  const auto& report = *worker.report;
  sum.runs += report.done;
  sum.virtual_ns += report.virtual_ns;
  sum.switches += report.switches;
  sum.failures += worker.status == 0 ? 0 : 1;
  for (std::size_t kind = 0; kind < kKinds; ++kind) sum.happened[kind] += report.happened[kind];
  for (std::size_t i = 0; i < report.names.size() && report.names[i][0] != '\0'; ++i)
    sum.reached[report.names[i].data()] += report.reached[i];
}

void print(const Scenario& scenario, const Sum& sum, double seconds) {
  fmt::print(
      "{}  {}: {} seeds in {:.1f} s ({:.0f} a second), {:.0f} s of virtual time, {} switches\n",
      sum.failures == 0 ? "ok    " : "FAILED", scenario.name, sum.runs, seconds,
      static_cast<double>(sum.runs) / seconds, static_cast<double>(sum.virtual_ns) / 1e9,
      sum.switches);
}

// What --floor asks for: the faults that the scenarios inject, and the states that they name.
struct Wanted {
  std::array<bool, kKinds> faults{};
  std::set<std::string_view> states;

  explicit Wanted(const std::vector<const Scenario*>& scenarios) {
    for (const auto* const scenario : scenarios) {
      for (const auto kind : scenario->faults) faults[static_cast<std::size_t>(kind)] = true;
      states.insert(scenario->states.begin(), scenario->states.end());
    }
  }
};

// True if it was often enough.
bool print_count(std::string_view name, std::uint64_t times, std::uint64_t floor) {
  const bool is_enough = times >= floor;
  fmt::print("  {:>12}  {}{}\n", times, name, is_enough ? "" : "   TOO SELDOM");
  return is_enough;
}

// How often each fault and each state was there; true if none that is wanted was too seldom.
bool print_reached(Sum sum, const Wanted& wanted, std::uint64_t floor) {
  bool is_enough = true;
  fmt::print("faults\n");
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    if (wanted.faults[kind])
      is_enough &= print_count(name_of(static_cast<Kind>(kind)), sum.happened[kind], floor);
  for (const auto name : wanted.states) sum.reached.try_emplace(std::string(name), 0);
  fmt::print("states\n");
  for (const auto& [name, times] : sum.reached)
    is_enough &= print_count(name, times, wanted.states.contains(name) ? floor : 0);
  return is_enough;
}

// A failure of one share does not end the others: each prints its first.
void run_one(const Campaign& campaign, const Scenario& scenario, std::uint64_t first, Sum& all) {
  const auto begun = Clock::now();
  const auto deadline = campaign.seconds == 0
                            ? Clock::time_point::max()
                            : begun + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(campaign.seconds));
  const auto jobs =
      campaign.jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : campaign.jobs;
  std::vector<Worker> workers;
  for (unsigned job = 0; job < jobs; ++job)
    workers.push_back(
        start(scenario, {first + job, first + campaign.seeds, jobs, deadline, campaign.twice}));
  Sum sum;
  for (auto& worker : workers) {
    ::waitpid(worker.id, &worker.status, 0);
    if (worker.status != 0) print_failure(scenario, campaign, worker);
    add(sum, worker);
    add(all, worker);
    ::munmap(worker.report, sizeof(Report));
  }
  print(scenario, sum, std::chrono::duration<double>(Clock::now() - begun).count());
  std::fflush(stdout);
}

std::uint64_t seed_by_the_clock() {
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
             std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) *
         1000;
}

}  // namespace

int run(const Campaign& campaign, const std::vector<const Scenario*>& scenarios) {
  const auto first = campaign.first.value_or(seed_by_the_clock());
  fmt::print("seeds from {}\n", first);
  prepare();
  Sum all;
  for (const auto* const scenario : scenarios) run_one(campaign, *scenario, first, all);
  const bool is_enough = print_reached(all, Wanted(scenarios), campaign.floor);
  return all.failures == 0 && is_enough ? 0 : 1;
}

}  // namespace orbweaver::sim
