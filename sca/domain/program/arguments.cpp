#include "arguments.hpp"

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/program/options.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>

#include "event_lines.hpp"

namespace orbweaver::domain {

namespace {

using Placement = deploy::PlanRequest::Placement;

/// What CLI11 reads and the program has in another form.
struct Raw {
  std::vector<std::string> orb;
  std::optional<double> run_time;
  double step_timeout = 10;
};

void add_options(CLI::App& app, Arguments& arguments, Raw& raw) {
  app.add_option("SAD", arguments.sad, "the application: a software assembly descriptor")
      ->required();
  app.add_option("--root", arguments.root,
                 "root of the SCA file system; default: the folder above SAD in which its names "
                 "exist, else $SDRROOT/dom")
      ->check(CLI::ExistingDirectory);
  app.add_option("--set", arguments.settings,
                 "COMPONENT.PROPERTY=VALUE; COMPONENT * is every one that has the property; may "
                 "be repeated");
  app.add_option("--orb", raw.orb,
                 "NAME=VALUE: option -ORBNAME of every component's ORB; may be repeated");
  add_choice<CLI::App, Placement>(
      app, "--placement", arguments.placement,
      {{"as-sad", Placement::as_sad},
       {"separate", Placement::separate},
       {"together", Placement::together}},
      "where components live: as the SAD has it, in separate processes, or together in one")
      ->default_str("as-sad");
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
                 "COMPONENT that waits for a debugger before it is made; there are no time-outs");
  app.add_flag("--plan", arguments.plan_only,
               "show what matches where, and run nothing; status 1 if it fits nowhere");
  app.add_flag("--json", arguments.as_json, "with --plan: as JSON");
  app.add_flag("--keep", arguments.keep, "when a component ends, keep the rest");
}

Result<void, std::string> take(const Raw& raw, Arguments& arguments) {
  if (raw.run_time) arguments.run_time = program::from_seconds(*raw.run_time);
  arguments.step_timeout =
      arguments.debug.empty() ? program::from_seconds(raw.step_timeout) : Nanoseconds::zero();
  auto orb = program::orb_parameters(raw.orb);
  if (!orb) return unexpected(std::move(orb.error()));
  arguments.orb = std::move(*orb);
  return {};
}

int refuse(const std::string& line) {
  EventLines{}.failure(line);
  return program::kWrongUsage;
}

}  // namespace

Result<Arguments, int> parse_arguments(int argc, char** argv) {
  CLI::App app{
      "Runs an SCA application from its profiles, in a domain of its own, and leaves nothing "
      "behind.\nIt says what happens in JSON lines on standard output.",
      "orbweaver-domain"};
  app.footer(
      "-ORBNAME VALUE is an option of the domain's own ORB.\n"
      "Example: orbweaver-domain fm.sad.xml --set demod.messaging=ordered --seconds 10");
  Arguments arguments;
  Raw raw;
  add_options(app, arguments, raw);
  std::vector<std::string> words(argv + 1, argv + argc);
  arguments.own_orb = program::take_orb_options(words);
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::Success& asked) {  // for help
    return unexpected(app.exit(asked));
  } catch (const CLI::ParseError& error) {
    return unexpected(refuse(std::string{error.what()} + "; see --help"));
  }
  if (const auto taken = take(raw, arguments); !taken) return unexpected(refuse(taken.error()));
  return arguments;
}

}  // namespace orbweaver::domain
