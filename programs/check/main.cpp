// SPDX-License-Identifier: Apache-2.0
// orbweaver-check: prints every problem of SCA profiles.
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/profile/check.hpp>
#include <orbweaver/profile/root.hpp>

#include <cstdlib>
#include <iostream>

#include "command_line/command_line.hpp"
#include "command_line/json_target.hpp"
#include "json_report.hpp"
#include "text_report.hpp"

namespace {

using namespace orbweaver;

constexpr int kJobFailed = 1;
constexpr int kBadInput = 2;

struct CheckArguments {
  std::vector<std::filesystem::path> files;
  bool codes = false;
  command_line::JsonTarget json;
  profile::CheckOptions options;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

profile::Colours colours() {
  const bool wanted = os::is_terminal(os::kStandardOutput) && environment("NO_COLOR").empty();
  return wanted ? profile::Colours::yes : profile::Colours::no;
}

// Prints the rows of the table in docs/reference/profiles.md.
int print_codes() {
  for (const auto& entry : profile::all_codes())
    std::cout << "| `" << entry.name << "` | " << name_of(entry.severity) << " | " << entry.meaning
              << " |\n";
  return 0;
}

int run(const CheckArguments& arguments) {
  if (arguments.codes) return print_codes();
  const auto report = profile::check(arguments.files, arguments.options);
  if (const auto written = arguments.json.write(profile::json_report(report)); !written) {
    os::print_error_of("orbweaver-check", written.error());
    return kJobFailed;
  }
  const bool json_on_output = arguments.json.is_output();
  auto& out = json_on_output ? std::cerr : std::cout;
  profile::write_text(out, report, json_on_output ? profile::Colours::no : colours());
  return count(report.findings, profile::Severity::error) > 0 ? kBadInput : 0;
}

void add_options(CLI::App& app, CheckArguments& arguments) {
  auto& options = arguments.options;
  app.add_option("FILE", arguments.files, "profiles: SAD, SPD, SCD, PRF, DCD, DMD, DPD, *_DAS.xml");
  app.add_flag("--codes", arguments.codes, "print every code of a finding, and what it means");
  app.add_option("--root", options.root,
                 "root of the SCA file system; default: the folder above FILE in which its "
                 "absolute names exist, else $SDRROOT/dom")
      ->check(CLI::ExistingDirectory);
  app.add_flag_callback(
      "--strict", [&options] { options.strictness = profile::Strictness::strict; },
      "hold against the structure of SCA 2.2.2: additions are errors");
  arguments.json.add_to(app, "write the findings");
  app.add_option("--max-bytes", options.limits.bytes, "largest profile")->capture_default_str();
  app.add_option("--max-depth", options.limits.depth, "deepest nesting of elements")
      ->check(CLI::Range(1, 250))
      ->capture_default_str();
  app.add_option("--max-elements", options.limits.elements, "most elements of a profile")
      ->capture_default_str();
}

}  // namespace

// CLI11 throws only if options clash, and then at every start.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  os::begin_standard_streams();
  command_line::CommandLine line{
      {.program = "orbweaver-check",
       .command = "orbweaver check",
       .does = "Checks SCA profiles, and every profile that they name: all problems at once.\n"
               "Errors are what deployment cannot survive; then the status is 2.",
       .examples = {"orbweaver check radio.sad.xml --root /sdr/dom",
                    "orbweaver check nodes/*/*.dcd.xml components/*/*.spd.xml",
                    "orbweaver check radio.sad.xml --strict --json - | jq '.findings[].code'"}}};
  CheckArguments arguments;
  arguments.options.sdr_root = profile::sdr_root_of_this_program();
  add_options(line.app(), arguments);
  if (const auto parsed = line.parse(argc, argv); !parsed) return parsed.error();
  if (arguments.files.empty() && !arguments.codes)
    return line.refuse("name one profile or more; see --help");
  return run(arguments);
}
