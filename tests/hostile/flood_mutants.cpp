// SPDX-License-Identifier: Apache-2.0
// Sends a million wrong messages to a server and looks whether it still answers right ones.
//
//   flood_mutants --ior REFERENCE --transport tcp|unix|shm [--messages 1000000] [--seed N]
//
// Each mutant is followed by a correct question on the same connection: it is answered, or the
// server closes the connection. Beside that a client calls the server correctly, before, after
// each thousand mutants, and in the end. Prints a line of JSON: what became of the mutants, and
// the median time of a correct call before and after. Status 1, with the mutant in hexadecimal, if
// the server neither answers nor closes, or a correct call fails.
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/lab/echo.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <string>

#include "attacker.hpp"
#include "mutator.hpp"

namespace {

using namespace orbweaver;
using hostile::Fate;

struct Options {
  std::string reference, transport = "tcp";
  std::uint64_t messages = 1'000'000, seed = 1;
};

/// A client that calls correctly, over the same transport.
class Bystander {
 public:
  explicit Bystander(const Options& options)
      : orb_(CORBA::ORB_init({"-ORBtransport", options.transport, "-ORBcallTimeout", "20000"})),
        echo_(IDL::traits<Lab::Echo>::narrow(orb_->string_to_object(options.reference))) {}
  ~Bystander() { orb_->destroy(); }
  Bystander(const Bystander&) = delete;
  Bystander& operator=(const Bystander&) = delete;

  void call() {
    if (echo_->add(20, 22) != 42) throw std::runtime_error("a correct call had a wrong result");
  }

  /// Of a thousand calls.
  double median_us() {
    std::vector<double> times;
    for (int i = 0; i < 1000; ++i) {
      const auto before = now();
      call();
      times.push_back(std::chrono::duration<double, std::micro>(now() - before).count());
    }
    std::ranges::nth_element(times, times.begin() + 500);
    return times[500];
  }

 private:
  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<Lab::Echo> echo_;
};

std::string hexadecimal(const hostile::Stream& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const auto byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4U];
    text += kDigits[std::to_integer<unsigned>(byte) & 15U];
  }
  return text;
}

using Fates = std::array<std::uint64_t, 4>;

Fates flood(const Options& options, Bystander& bystander) {
  hostile::Mutator mutator(hostile::make_seeds(options.reference), options.seed);
  hostile::Attacker attacker(options.transport, options.reference);
  Fates fates{};
  for (std::uint64_t sent = 1; sent <= options.messages; ++sent) {
    const auto mutant = mutator.next();
    const auto fate = attacker.send(mutant);
    ++fates.at(static_cast<std::size_t>(fate));
    if (fate == Fate::silent)
      throw std::runtime_error("no answer and no end after mutant " + std::to_string(sent) + ": " +
                               hexadecimal(mutant));
    if (sent % 1000 == 0) bystander.call();
  }
  return fates;
}

int run(const Options& options) {
  Bystander bystander(options);
  const auto before = bystander.median_us();
  const auto fates = flood(options, bystander);
  const auto after = bystander.median_us();
  std::cout << nlohmann::json{{"transport", options.transport},
                              {"messages", options.messages},
                              {"survived", fates[0]},
                              {"refused", fates[1]},
                              {"awaited", fates[2]},
                              {"call_us_before", before},
                              {"call_us_after", after}}
            << std::endl;
  return 0;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Sends wrong messages to a server and looks whether it still answers right ones."};
  app.add_option("--ior", options.reference, "reference of a Lab::Echo")->required();
  app.add_option("--transport", options.transport)->check(CLI::IsMember({"tcp", "unix", "shm"}));
  app.add_option("--messages", options.messages);
  app.add_option("--seed", options.seed);
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& problem) {
    std::cerr << "flood_mutants: " << options.transport << ", seed " << options.seed << ": "
              << problem.what() << '\n';
    return 1;
  }
}
