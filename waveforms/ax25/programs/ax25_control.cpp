// SPDX-License-Identifier: Apache-2.0
// ax25-control: tunes a receiver that runs, and asks what its deframers found, through their
// control ports.
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/ax25/control.hpp>

#include "parse_and_run.hpp"

namespace {

using namespace orbweaver::ax25;

struct Options {
  std::string tuning;
  std::optional<double> offset;
  std::string counting;
};

/// The object of a port, of the interface that it has to have. Throws std::runtime_error: it has
/// another one.
template <class Interface>
auto port(CORBA::ORB& orb, const std::string& reference) {
  const auto found = IDL::traits<Interface>::narrow(orb.string_to_object(reference));
  if (!found) throw std::runtime_error("the reference is of a port of another interface");
  return found;
}

void tune(CORBA::ORB& orb, const Options& options) {
  const auto tuner = port<AX25::Tuning>(orb, options.tuning);
  if (options.offset) tuner->tune(*options.offset);
  std::fputs(fmt::format("offset {} Hz\n", tuner->offset()).c_str(), stdout);
}

void count(CORBA::ORB& orb, const std::string& reference) {
  const auto all = port<AX25::Counting>(orb, reference)->count();
  std::fputs(fmt::format("{} frames, {} with a wrong check sequence, {} of no whole octets, "
                         "{} too short, {} too long, {} aborted\n",
                         all.frames(), all.wrong(), all.no_octets(), all.too_short(),
                         all.too_long(), all.aborted())
                 .c_str(),
             stdout);
}

void call(const Options& options) {
  const auto orb = CORBA::ORB_init(std::vector<std::string>{});
  if (!options.tuning.empty()) tune(*orb, options);
  if (!options.counting.empty()) count(*orb, options.counting);
  orb->destroy();
}

int run(const CLI::App& app, const Options& options) {
  if (options.tuning.empty() && options.counting.empty()) {
    return fail(app, "give --tuning or --counting");
  }
  try {
    call(options);
    return 0;
  } catch (const AX25::NoChannel& refused) {
    return fail(app, refused.why());
  } catch (const std::exception& error) {
    return fail(app, error.what());
  }
}

void add_options(CLI::App& app, Options& options) {
  auto* tuning = app.add_option("--tuning", options.tuning,
                                "reference of a tuner's port `tuning`: prints its offset");
  app.add_option("--offset-hz", options.offset, "tunes it first, from the middle of what comes in")
      ->needs(tuning);
  app.add_option("--counting", options.counting,
                 "reference of a deframer's port `counting`: prints what it found");
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  CLI::App app{
      "Tune an AX.25 receiver that runs, and count what it found.\n"
      "Example: ax25-control --tuning \"$(orbweaver ports ax25/tuner tuning | tail -1)\" "
      "--offset-hz 25000",
      "ax25-control"};
  Options options;
  add_options(app, options);
  return parse_and_run(app, argc, argv, [&] { return run(app, options); });
}
