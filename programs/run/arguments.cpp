// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/program/options.hpp>

#include <algorithm>
#include <array>
#include <map>

#include "command_line/network_guard.hpp"
#include "event_lines.hpp"
#include "installed_waveform.hpp"

namespace orbweaver::domain {

namespace {

using Placement = deploy::PlanRequest::Placement;

/// Options in the form in which CLI11 reads them.
struct Raw {
  std::string sad;
  std::vector<std::string> orb;
  std::optional<double> run_time;
  double step_timeout = 10;
  std::map<std::string, std::string> shorthands;  // values, by option
  std::string processes, debugger;
  bool explains = false;
};

constexpr const char *kMessaging = "--messaging", *kTransport = "--transport";

/// An option that sets a property of each component that has it, or an option of each component's
/// ORB. One without a meaning is not in --help, which fits a screen.
struct Shorthand {
  const char *option, *property, *orb, *meaning;
};
constexpr std::array kShorthands{
    Shorthand{kMessaging, "messaging", nullptr, "how packets travel"},
    Shorthand{"--sync", "sync", nullptr, "sync scope of one-way calls"},
    Shorthand{"--depth", "queue_depth", "laneDepth", "packets that a queue holds"},
    Shorthand{"--parallel", "parallel", nullptr, "threads of a component without state"},
    Shorthand{"--call-timeout-ms", "call_timeout_ms", nullptr, "longest time of a call"},
    Shorthand{kTransport, nullptr, "transport",
              "the way from component to component; inproc: all in one process"},
    Shorthand{"--threads", nullptr, "threads", "threads of each component's ORB"},
    Shorthand{"--collocation", nullptr, "collocation", nullptr},
    Shorthand{"--orb-trace", nullptr, "trace", nullptr},
};

void add_shorthands(CLI::App& app, Raw& raw) {
  for (const auto& shorthand : kShorthands) {
    auto* const option = app.add_option_function<std::string>(
        shorthand.option,
        [&raw, &shorthand](const std::string& value) { raw.shorthands[shorthand.option] = value; },
        std::string{shorthand.meaning == nullptr ? "" : shorthand.meaning});
    if (shorthand.meaning == nullptr) option->group("");
    if (std::string_view{shorthand.option} == kMessaging)
      option->check(
          CLI::IsMember({"oneway", "oneway-worker", "twoway", "twoway-worker", "ordered"}));
  }
  app.add_flag("--explain", raw.explains)->group("");
  app.add_option("--processes", raw.processes)
      ->check(CLI::IsMember({"separate", "collocated"}))
      ->group("");
}

void add_options(CLI::App& app, RunArguments& arguments, Raw& raw) {
  app.add_option("WAVEFORM", raw.sad,
                 "X.sad.xml, a software assembly descriptor; or the name of a waveform that is "
                 "installed; default: adsb");
  add_choice_of_application(app, arguments);
  command_line::add_list(app, "--orb", raw.orb,
                         "NAME=VALUE: option -ORBNAME of every component's ORB; may be repeated");
  add_shorthands(app, raw);
  app.add_option("--seconds", raw.run_time, "end after this time; default: when the data ends")
      ->check(CLI::Range(0.0, program::kMostSeconds))
      ->check(refuse_nan);
  app.add_option("--step-timeout", raw.step_timeout,
                 "seconds for each step of creation and release; 0: no limit")
      ->check(CLI::Range(0.0, program::kMostSeconds))
      ->check(refuse_nan)
      ->capture_default_str();
  app.add_option("--name", arguments.name, "name of the application; default: the SAD's");
  app.add_option("--debug", arguments.debug,
                 "COMPONENT that waits for a debugger before it is made; no time-outs");
  app.add_option("--debugger", raw.debugger,
                 "COMMAND of --debug that Python's part starts in this terminal [gdb]");
  app.add_flag("--keep", arguments.keep, "when a component ends, keep the rest");
  auto* const json = arguments.json.add_to(app, "write the record of the run");
  app.add_flag("--events", arguments.events,
               "for a program: say what happens in JSON lines on standard output")
      ->excludes(json);
}

void take_shorthands(const Raw& raw, RunArguments& arguments) {
  std::vector<std::string> settings;
  if (raw.explains) settings.emplace_back("*.explain=true");
  for (const auto& shorthand : kShorthands) {
    const auto given = raw.shorthands.find(shorthand.option);
    if (given == raw.shorthands.end()) continue;
    if (shorthand.property != nullptr)
      settings.push_back("*." + std::string{shorthand.property} + "=" + given->second);
    if (shorthand.orb != nullptr)
      arguments.orb.emplace_back("-ORB" + std::string{shorthand.orb}, given->second);
  }
  arguments.settings.insert(arguments.settings.begin(), settings.begin(), settings.end());
}

/// Reads the options of `orbweaver lab` that say where components run.
void take_placement(Raw& raw, RunArguments& arguments) {
  const auto transport = raw.shorthands.find(kTransport);
  const bool is_inproc = transport != raw.shorthands.end() && transport->second == "inproc";
  if (is_inproc) raw.shorthands.erase(transport);  // the ORB uses this way by itself
  if (arguments.placement != Placement::as_sad) return;
  if (is_inproc || raw.processes == "collocated")
    arguments.placement = Placement::together;
  else if (raw.processes == "separate")
    arguments.placement = Placement::separate;
}

Result<void, std::string> take(Raw& raw, RunArguments& arguments) {
  if (!raw.debugger.empty())
    return unexpected(std::string{
        "--debugger is started by the part in Python, whose packages are not installed; attach it "
        "yourself to the process that --debug reports"});
  if (raw.run_time) arguments.run_time = program::from_seconds(*raw.run_time);
  arguments.step_timeout =
      arguments.debug.empty() ? program::from_seconds(raw.step_timeout) : Nanoseconds::zero();
  auto orb = program::orb_parameters(raw.orb);
  if (!orb) return unexpected(std::move(orb.error()));
  arguments.orb = std::move(*orb);
  take_placement(raw, arguments);
  take_shorthands(raw, arguments);
  auto sad = raw.sad.empty() ? default_sad() : find_sad(raw.sad);
  if (!sad) return unexpected(std::move(sad.error()));
  arguments.sad = *std::move(sad);
  return {};
}

/// Whether --events is among the words: then an error is an event line, too.
bool wants_events(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc,
                     [](const char* word) { return std::string_view{word} == "--events"; });
}

}  // namespace

void add_choice_of_application(CLI::App& app, RunArguments& arguments) {
  app.add_option("--root", arguments.root,
                 "root of the SCA file system; default: the folder above the SAD in which its "
                 "names exist, else $SDRROOT/dom")
      ->check(CLI::ExistingDirectory);
  command_line::add_list(
      app, "--set", arguments.settings,
      "COMPONENT.PROPERTY=VALUE; COMPONENT * is every one that has the property; may be repeated");
  add_choice<CLI::App, Placement>(
      app, "--placement", arguments.placement,
      {{"as-sad", Placement::as_sad},
       {"separate", Placement::separate},
       {"together", Placement::together}},
      "where components live: as the SAD has it, in separate processes, or together in one")
      ->default_str("as-sad");
}

Result<RunArguments, int> parse_arguments(int argc, char** argv) {
  command_line::CommandLine line{
      {.program = "orbweaver-run",
       .command = "orbweaver run",
       .does = "Runs a waveform, an SCA application, from its profiles in a domain of its own, and "
               "leaves\n"
               "nothing behind. It ends with its data, after --seconds, or with Ctrl-C.",
       .notes = {"-ORBNAME VALUE is an option of the domain's own ORB."},
       .examples = {"orbweaver run fm --seconds 5",
                    "orbweaver run radio.sad.xml --set tuner.frequency=100.1e6",
                    "orbweaver run radio.sad.xml --messaging twoway --placement together"}}};
  RunArguments arguments;
  Raw raw;
  add_options(line.app(), arguments, raw);
  const command_line::NetworkGuard network{line.app(), "call the domain and its components"};
  line.take_orb_options(arguments.own_orb);
  if (wants_events(argc, argv))
    line.on_refusal([](const std::string& why) { RunEventLines{}.failure(why); });
  if (const auto parsed = line.parse(argc, argv); !parsed) return unexpected(parsed.error());
  if (const auto taken = take(raw, arguments); !taken)
    return unexpected(line.refuse(taken.error()));
  const auto open = command_line::open_endpoints(arguments.own_orb, arguments.orb);
  if (const auto admitted = network.admit(open); !admitted)
    return unexpected(line.refuse(admitted.error()));
  return arguments;
}

}  // namespace orbweaver::domain
