// orbweaver-check: every problem of SCA profiles at once.
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/profile/check.hpp>
#include <orbweaver/profile/root.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

#include "command_line/command_line.hpp"
#include "json_report.hpp"
#include "text_report.hpp"

namespace {

using namespace orbweaver;

constexpr int kJobFailed = 1;
constexpr int kBadInput = 2;

struct Arguments {
  std::vector<std::filesystem::path> files;
  bool codes = false;
  std::string json;
  profile::CheckOptions options;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

profile::Colours colours() {
  const bool wanted = ::isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").empty();
  return wanted ? profile::Colours::yes : profile::Colours::no;
}

int cannot_write(const std::string& name) {
  std::fprintf(stderr, "orbweaver-check: cannot write %s: %s\n", name.c_str(),
               std::strerror(errno));
  return kJobFailed;
}

int write_json(const profile::Report& report, const std::string& target) {
  const auto text = profile::json_report(report);
  if (target == "-") {
    std::cout << text;
    return 0;
  }
  std::ofstream file(target, std::ios::binary | std::ios::trunc);
  file << text << std::flush;
  return file ? 0 : cannot_write(target);
}

// The rows of the table in docs/reference/profiles.md.
int print_codes() {
  for (const auto& entry : profile::all_codes())
    std::cout << "| `" << entry.name << "` | " << name_of(entry.severity) << " | " << entry.meaning
              << " |\n";
  return 0;
}

int run(const Arguments& arguments) {
  if (arguments.codes) return print_codes();
  const auto report = profile::check(arguments.files, arguments.options);
  if (!arguments.json.empty())
    if (const int failed = write_json(report, arguments.json); failed) return failed;
  const bool json_on_output = arguments.json == "-";
  auto& out = json_on_output ? std::cerr : std::cout;
  profile::write_text(out, report, json_on_output ? profile::Colours::no : colours());
  return count(report.findings, profile::Severity::error) > 0 ? kBadInput : 0;
}

void add_options(CLI::App& app, Arguments& arguments) {
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
  app.add_option("--json", arguments.json,
                 "write the findings as JSON to this file; - is "
                 "standard output");
  app.add_option("--max-bytes", options.limits.bytes, "largest profile")->capture_default_str();
  app.add_option("--max-depth", options.limits.depth, "deepest nesting of elements")
      ->check(CLI::Range(1, 250))
      ->capture_default_str();
  app.add_option("--max-elements", options.limits.elements, "most elements of a profile")
      ->capture_default_str();
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
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
  Arguments arguments;
  arguments.options.sdr_root = profile::sdr_root_of_this_program();
  add_options(line.app(), arguments);
  if (const auto parsed = line.parse(argc, argv); !parsed) return parsed.error();
  if (arguments.files.empty() && !arguments.codes)
    return line.refuse("name one profile or more; see --help");
  return run(arguments);
}
