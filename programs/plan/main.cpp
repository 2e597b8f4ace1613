// SPDX-License-Identifier: Apache-2.0
// orbweaver-plan: shows on which device each component of an SCA application would run, and why not
// on others.
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/registry/device_book.hpp>

#include <span>
#include <utility>

#include "command_line/json_target.hpp"
#include "run/arguments.hpp"
#include "run/installed_waveform.hpp"
#include "run/radio.hpp"

namespace {

using namespace orbweaver;

constexpr int kFailed = 1;
constexpr const char* kProgram = "orbweaver-plan";

/// Prints the plan, on standard error if standard output is JSON; then the failures, always on
/// standard error.
void print(deploy::PlanReport report, bool is_output_for_programs) {
  const auto failures = std::exchange(report.failures, {});
  (is_output_for_programs ? os::print_error : os::print_output)(to_text(report));
  for (const auto& failure : failures) os::print_error_of(kProgram, line(failure));
}

int make_plan(const domain::RunArguments& arguments, const domain::Radio& radio,
              const command_line::JsonTarget& json) {
  deploy::PlanRequest request;
  request.application = &radio.application;
  request.name = radio.name;
  request.devices = {registry::plan_for_this_machine("Orbweaver:this_machine", "this_machine")};
  request.overrides = radio.overrides;
  request.placement = arguments.placement;
  request.locate = deploy::locate_below(radio.root);
  deploy::PlanReport report;
  const auto plan = deploy::make_dry_plan(request, report);
  print(report, json.is_output());
  const auto written = json.write(to_json(report));
  if (!written) os::print_error_of(kProgram, written.error());
  return plan && written ? 0 : kFailed;
}

}  // namespace

// CLI11 throws only if options clash, and then at every start.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  os::begin_standard_streams();
  command_line::CommandLine line{
      {.program = kProgram,
       .command = "orbweaver plan",
       .does = "Shows for each component of an application and each device what matches and what "
               "does not,\n"
               "and runs nothing. Status 1 if a component fits nowhere.",
       .examples = {
           "orbweaver plan radio.sad.xml", "orbweaver plan fm --placement together",
           "orbweaver plan radio.sad.xml --json - | jq '.trials[] | select(.fits | not)'"}}};
  domain::RunArguments arguments;
  command_line::JsonTarget json;
  std::string word;
  line.app()
      .add_option("WAVEFORM", word, "X.sad.xml, or the name of a waveform that is installed")
      ->required();
  domain::add_choice_of_application(line.app(), arguments);
  json.add_to(line.app(), "write every comparison");
  if (const auto parsed = line.parse(argc, argv); !parsed) return parsed.error();
  auto sad = domain::find_sad(word);
  if (!sad) return line.refuse(sad.error());
  arguments.sad = *std::move(sad);
  const auto radio = domain::read_radio(arguments);
  if (radio) return make_plan(arguments, *radio, json);
  const std::span all{radio.error()};
  for (const auto& entry : all.first(all.size() - 1)) os::print_error_of(kProgram, entry);
  return line.refuse(all.back());
}
