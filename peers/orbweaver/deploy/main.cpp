// SPDX-License-Identifier: Apache-2.0
// orbweaver-deploy-bench: measures how long a domain takes for chains of components beside a bare
// launcher of the same programs, and what an idle component takes of the memory. It answers each
// line of its standard input with one line:
//
//   {"case": "separate", "components": 10}   the domain deploys and releases them once, each a
//                                            program
//   {"case": "together", "components": 10}   the same in one host process
//   {"case": "bare", "components": 10}       the launcher starts and ends the same programs once
//     {"event": "measured", "case": ..., "components": ..., "running_ms": ..., "gone_ms": ...}
//   {"case": "idle", "components": 10}            each initialised and started, in a process of its
//                                                 own
//   {"case": "idle-omniorb", "components": 10}    the same component on omniORB
//     {"event": "measured", "case": ..., "components": ..., "unique_kib": ..., "pss_kib": ...}
// Of a domain of other processes, whose manager's reference is in "domain":
//
//   {"case": "nodes", "components": 16, "devices": ["Node1:device"], "domain": ...}
//     as "separate", on these devices
//   {"case": "many", "components": 200, "chains": 10, "process": PID, "domain": ...}
//     chains, each in one host process, all there at once; "memory_kib": what the domain's process
//     has more meanwhile
//   {"case": "file", "file": "/name", "domain": ...}    reads it through CF::File
//   {"case": "raw-file", "file": "/path"}               reads it from a TCP socket
//     {"event": "measured", "case": ..., "load_ms": ...}
#include <bench/command.hpp>
#include <bench/program.hpp>

#include <orbweaver/corba/orb.hpp>

#include <chrono>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "domain_runs.hpp"
#include "idle_memory.hpp"
#include "launcher.hpp"
#include "raw_file.hpp"
#include "remote_domain.hpp"

namespace {

using namespace orbweaver::deploy_bench;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMost = 1000;

struct Command {
  std::string what;
  std::size_t components = 1;
  nlohmann::json all;

  template <class T>
  [[nodiscard]] T get(const char* name) const {
    return all.at(name).get<T>();
  }
};

Command parse(const std::string& line) {
  auto json = nlohmann::json::parse(line);
  Command command{json.at("case").get<std::string>(), json.value("components", std::size_t{1}),
                  std::move(json)};
  if (command.components == 0 || command.components > kMost)
    throw std::invalid_argument("components: 1 to " + std::to_string(kMost));
  return command;
}

Json shown(const Times& times) {
  return {{"running_ms", times.running_ms}, {"gone_ms", times.gone_ms}};
}

Json shown(const IdleMemory& memory) {
  return {{"unique_kib", memory.unique_kib}, {"pss_kib", memory.pss_kib}};
}

class Bench {
 public:
  Json measure(const Command& command) {
    if (command.what == "separate")
      return shown(own().domain.run(command.components, Placement::separate));
    if (command.what == "together")
      return shown(own().domain.run(command.components, Placement::together));
    if (command.what == "bare") return shown(launch(command.components));
    if (command.what == "idle")
      return shown(measure_idle(launcher_, own().files.relay(), command.components));
    if (command.what == "idle-omniorb")
      return shown(measure_idle(launcher_, ScratchRoot::program("omniorb-idle-component"),
                                command.components));
    if (command.what == "raw-file")
      return {{"load_ms", raw_load_ms(command.get<std::string>("file"))}};
    if (auto found = measure_remote(command); !found.is_null()) return found;
    throw std::invalid_argument("no case '" + command.what +
                                "' here; known are separate, together, bare, idle, idle-omniorb, "
                                "nodes, many, file, raw-file");
  }

 private:
  /// A domain of this process, and its files.
  struct Own {
    Own() : domain(files) {}
    ScratchRoot files;
    DomainRuns domain;
  };
  Own& own() {
    if (!own_) own_.emplace();
    return *own_;
  }

  RemoteDomain& remote(const Command& command) {
    if (!remote_) remote_.emplace(command.get<std::string>("domain"));
    return *remote_;
  }
  Json measure_remote(const Command& command) {
    if (command.what == "nodes")
      return shown(remote(command).run(command.components,
                                       command.get<std::vector<std::string>>("devices")));
    if (command.what == "many") return measure_many(command);
    if (command.what == "file")
      return {{"load_ms", remote(command).load_ms(command.get<std::string>("file"))}};
    return {};
  }
  Json measure_many(const Command& command) {
    const auto many = remote(command).run_many(command.get<std::size_t>("chains"),
                                               command.components, command.get<pid_t>("process"));
    auto result = shown(many.times);
    result["memory_kib"] = many.memory_kib;
    return result;
  }

  Times launch(std::size_t count) {
    const auto begun = Clock::now();
    (void)launcher_.start(own().files.relay(), count);
    const auto running = Clock::now();
    launcher_.end();
    const auto ms = [](auto duration) {
      return std::chrono::duration<double, std::milli>(duration).count();
    };
    return {ms(running - begun), ms(Clock::now() - running)};
  }

  std::optional<Own> own_;
  std::optional<RemoteDomain> remote_;
  Launcher launcher_;
};

/// What a command throws, and a line that is none, becomes an `error` line.
void answer(Bench& bench, const std::string& name, const std::string& line) {
  try {
    const auto command = parse(line);
    const auto found = bench.measure(command);
    Json answer{{"event", "measured"}, {"case", command.what}, {"components", command.components}};
    answer.update(found);
    bench::print_line(answer);
  } catch (const CORBA::Exception& failure) {
    bench::print_error(name, failure.what());
  } catch (const std::exception& failure) {
    bench::print_error(name, failure.what());
  }
}

int serve(const bench::Options& options) {
  Bench bench;
  bench::print_ready(options.name, std::string{});
  for (std::string line; std::getline(std::cin, line);) answer(bench, options.name, line);
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  bench::Options options{.name = "orbweaver-deploy-bench"};
  CLI::App app{"Deploys chains of components; reads commands from standard input."};
  app.add_option("--cpus", options.cpus, "processors to run on, as 0,2-3")->capture_default_str();
  return bench::run_program(app, argc, argv, options, [&] { return serve(options); });
}
