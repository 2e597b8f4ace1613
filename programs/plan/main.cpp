// orbweaver-plan: which component of an SCA application would go to which device, and why not elsewhere.
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/registry/device_book.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "run/arguments.hpp"
#include "run/installed_waveform.hpp"
#include "run/radio.hpp"

namespace {

using namespace orbweaver;

constexpr int kFailed = 1, kBadInput = 2;

int fail(const std::string& line, int status) {
  os::print_error_of("orbweaver-plan", line);
  return status;
}

/// The text goes to standard error where standard output is for programs.
int print(const deploy::PlanReport& report, const std::string& json) {
  (json == "-" ? os::print_error : os::print_output)(to_text(report));
  if (json.empty()) return 0;
  if (json == "-") {
    os::print_output(to_json(report));
    return 0;
  }
  std::ofstream file(json, std::ios::binary | std::ios::trunc);
  file << to_json(report) << std::flush;
  return file ? 0 : fail("cannot write " + json + ": " + std::strerror(errno), kFailed);
}

int make_plan(const domain::Arguments& arguments, const domain::Radio& radio,
              const std::string& json) {
  deploy::PlanRequest request;
  request.application = &radio.application;
  request.name = radio.name;
  request.devices = {registry::plan_for_this_machine("Orbweaver:this_machine", "this_machine")};
  request.overrides = radio.overrides;
  request.placement = arguments.placement;
  request.locate = deploy::locate_below(radio.root);
  deploy::PlanReport report;
  const auto plan = deploy::make_dry_plan(request, report);
  if (const int failed = print(report, json); failed != 0) return failed;
  return plan ? 0 : kFailed;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  os::begin_standard_streams();
  command_line::CommandLine line{
      {.program = "orbweaver-plan",
       .command = "orbweaver plan",
       .does = "Shows for each component of an application and each device what matches and what "
               "does not,\n"
               "and runs nothing. Status 1 if a component fits nowhere.",
       .examples = {
           "orbweaver plan radio.sad.xml", "orbweaver plan fm --placement together",
           "orbweaver plan radio.sad.xml --json - | jq '.trials[] | select(.fits | not)'"}}};
  domain::Arguments arguments;
  std::string word, json;
  line.app()
      .add_option("WAVEFORM", word, "X.sad.xml, or the name of a waveform that is installed")
      ->required();
  domain::add_choice_of_application(line.app(), arguments);
  line.app().add_option("--json", json,
                        "write every comparison as JSON to this file; - is standard output");
  if (const auto parsed = line.parse(argc, argv); !parsed) return parsed.error();
  auto sad = domain::find_sad(word);
  if (!sad) return line.refuse(sad.error());
  arguments.sad = *std::move(sad);
  const auto radio = domain::read_radio(arguments);
  if (radio) return make_plan(arguments, *radio, json);
  for (const auto& each : radio.error()) (void)fail(each, kBadInput);
  return kBadInput;
}
