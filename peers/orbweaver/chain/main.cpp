// SPDX-License-Identifier: Apache-2.0
// orbweaver-chain-bench: packets through a chain of components, a source, filters and a sink, in
// the mode `ordered`; each answers each line of its standard input with one line:
//
//   {"packets": 10000}    sends so many through the chain
//     {"event": "measured", "placement": ..., "packets": ..., "elapsed_ns": ...,
//      "processor_ns": ..., "switches": ...}   the last two of all processes of the chain
//
//   --placement together    all components in one process, on one ORB
//   --placement separate    each in a process of its own, over shared memory
//   --placement plain       the same work in one loop, without components
#include <bench/command.hpp>
#include <bench/program.hpp>

#include <orbweaver/base/clock.hpp>

#include <csignal>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "child.hpp"

namespace {

using namespace orbweaver::chain_bench;
using Children = std::vector<std::unique_ptr<Child>>;

Children start(const std::string& placement, const Chain& chain) {
  Children children;
  if (placement == "plain") {
    children.push_back(std::make_unique<Child>([&] { return make_plain(chain); }));
  } else if (placement == "together") {
    children.push_back(
        std::make_unique<Child>([&] { return make_components(chain, 0, chain.parts() - 1); }));
  } else {
    for (std::size_t number = 0; number < chain.parts(); ++number)
      children.push_back(
          std::make_unique<Child>([&, number] { return make_components(chain, number, number); }));
    for (std::size_t number = 0; number + 1 < chain.parts(); ++number)
      children[number]->connect(children[number + 1]->reference());
  }
  return children;
}

class Bench {
 public:
  Bench(std::string placement, const Chain& chain)
      : placement_(std::move(placement)), children_(start(placement_, chain)) {}

  /// Ends the stream, so that no packet is under way when the components end.
  void end() {
    children_.front()->close();
    children_.back()->await_end();
  }

  nlohmann::ordered_json measure(std::uint64_t packets) {
    const auto before = spent();
    const auto begun = orbweaver::monotonic_ns();
    children_.front()->order(packets);
    sent_ += packets;
    const auto elapsed = children_.back()->await(sent_) - begun;
    const auto after = spent();
    return {{"event", "measured"},
            {"placement", placement_},
            {"packets", packets},
            {"elapsed_ns", elapsed},
            {"processor_ns", after.processor_ns - before.processor_ns},
            {"switches", after.switches - before.switches}};
  }

 private:
  Spent spent() {
    Spent all;
    for (auto& child : children_) {
      const auto one = child->spent();
      all.processor_ns += one.processor_ns;
      all.switches += one.switches;
    }
    return all;
  }
  const std::string placement_;
  Children children_;
  std::uint64_t sent_ = 0;
};

int serve(const std::string& name, const std::string& placement, const Chain& chain) {
  std::signal(SIGPIPE, SIG_IGN);
  Bench bench{placement, chain};
  bench::print_ready(name, std::string{});
  for (std::string line; std::getline(std::cin, line);) {
    try {
      const auto packets = nlohmann::json::parse(line).at("packets").get<std::uint64_t>();
      if (packets == 0) throw std::invalid_argument("packets: at least 1");
      bench::print_line(bench.measure(packets));
    } catch (const std::exception& failure) {
      bench::print_error(name, failure.what());
    }
  }
  bench.end();
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  bench::Options options{.name = "orbweaver-chain-bench"};
  std::string placement = "together";
  Chain chain;
  CLI::App app{"Sends packets through a chain of components; reads commands from standard input."};
  app.add_option("--cpus", options.cpus, "processors to run on, as 0,2-3")->capture_default_str();
  app.add_option("--placement", placement, "where the components are")
      ->check(CLI::IsMember({"together", "separate", "plain"}))
      ->capture_default_str();
  app.add_option("--samples", chain.samples, "samples in a packet")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_option("--filters", chain.filters, "between source and sink")
      ->check(CLI::Range(0, 32))
      ->capture_default_str();
  return bench::run_program(app, argc, argv, options,
                            [&] { return serve(options.name, placement, chain); });
}
