// SPDX-License-Identifier: Apache-2.0
// orbweaver-executable-device: this machine as a CF::ExecutableDevice of a node. A device manager
// starts it with the execute parameters of SCA 2.2.2.
#include <orbweaver/base/option_values.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/node/device_program.hpp>
#include <orbweaver/node/state_port.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/program/end_reports.hpp>
#include <orbweaver/program/options.hpp>
#include <orbweaver/program/output_limit.hpp>

#include <malloc.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "command_line/help_of_started.hpp"
#include "use_certificates.hpp"
#include "use_rules.hpp"

namespace {

using namespace orbweaver;

// Programs get this process's PATH, by which the device finds them.
std::vector<std::string> environment_of_programs() {
  const char* const path = std::getenv("PATH");
  return {"PATH=" + std::string{path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"}};
}

// Prints a line for the device manager, which reads them. A long line is cut into parts, each with
// the program's name. Each part is one write, so that lines of other programs do not mix with it.
void print_whole(const std::string& program, device::Stream stream, std::string_view line) {
  constexpr std::size_t kMostName = 256;
  const auto begin = program.substr(0, kMostName) + ": ";
  do {
    const auto part = line.substr(0, device::kMostLineBytes - begin.size());
    line.remove_prefix(part.size());
    const auto text = begin + std::string{part} + "\n";
    const bool is_output = stream == device::Stream::output;
    (void)os::write_all(is_output ? os::kStandardOutput : os::kStandardError, as_bytes(text));
  } while (!line.empty());
}

void print(const std::string& program, device::Stream stream, std::string_view line) {
  static auto& limit = *new program::OutputLimit;  // never destroyed: threads may print at the end
  limit.pass(program, line, now(),
             [&](std::string_view text) { print_whole(program, stream, text); });
}

// Returns the ORB options of this program, for the components that it runs: they should listen at
// the same kinds of endpoints.
program::Parameters orb_options(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto options = take_orb_options(words);
  program::Parameters parameters;
  for (std::size_t i = 0; i + 1 < options.size(); i += 2)
    parameters.emplace_back(options[i], options[i + 1]);
  return parameters;
}

struct Surroundings {
  std::string guard;  // the program
  std::filesystem::path folder;
  program::Parameters orb;
  executable_device::Rules rules;                // null: the node has none
  executable_device::Certificates certificates;  // null: the node has none
};

CORBA::object_reference<CF::Device> serve(const node::DeviceContext& context,
                                          const Surroundings& surroundings) {
  const auto& arguments = context.arguments;
  auto description = device::describe_this_machine(arguments.identifier, arguments.label);
  description.software_profile = arguments.profile;
  description.composite = context.composite;
  const auto events = node::StatePort::serve(context.orb, arguments.identifier);
  const auto reports = std::make_shared<program::EndReports>();
  device::ExecutableDeviceOptions options{
      .description = std::move(description),
      .cache_folder = surroundings.folder / "cache",
      .runner = {.guard_program = surroundings.guard,
                 .environment = environment_of_programs(),
                 .on_line = print},
      .on_change =
          [port = events.servant](const device::StateChange& change) { port->report(change); },
      .on_ends = [reports](const std::vector<device::ProgramEnd>& ends) { reports->report(ends); },
      .on_listener =
          [reports](const CORBA::object_reference<CORBA::Object>& listener) {
            reports->set_listener(listener);
          },
      .on_released = context.on_released,
      .parameters = surroundings.orb,
      .ports = {{node::StatePort::kName, events.reference}}};
  if (surroundings.certificates)
    executable_device::use_certificates(options, surroundings.certificates);
  if (surroundings.rules)
    executable_device::use_rules(options, surroundings.rules, surroundings.certificates);
  return device::serve_executable_device(context.orb, std::move(options));
}

constexpr const char* kHelp =
    "Usage: orbweaver-executable-device ID VALUE...\n\n"
    "Is this machine as a device of a node: it loads and runs components.\n"
    "A device manager, as that of orbweaver node, starts it with execute parameters of SCA "
    "2.2.2.\n";

int fail(const std::string& line) {
  std::fprintf(stderr, "orbweaver-executable-device: %s\n", line.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  os::begin_standard_streams();
  if (command_line::prints_help(argc, argv, kHelp)) return 0;
  // Saves memory: by default, each thread that loads files gets a malloc arena of its own.
  ::mallopt(M_ARENA_MAX, 2);
  const auto guard = guard::program_beside_this();
  if (!guard) return fail("orbweaver-guard is not in the folder of this program");
  const auto folder = os::PrivateFolder::make("orbweaver-executable-device");
  if (!folder) return fail(folder.error());
  const auto orb = orb_options(argc, argv);
  const auto rules = executable_device::rules_of_applications(orb, folder->path() / "rules");
  if (!rules) return fail(rules.error());
  const auto certificates =
      executable_device::certificates_of_applications(orb, folder->path() / "certificates");
  if (!certificates) return fail(certificates.error());
  const Surroundings surroundings{*guard, folder->path(), orb, *rules, *certificates};
  executable_device::CommandLine line{argc, argv, *rules};
  os::Thread renewing;  // begins when this thread has masked its signals
  return node::run_device_program(line.count(), line.words(),
                                  [&](const node::DeviceContext& context) {
                                    renewing = executable_device::renew_each_minute(*certificates);
                                    return serve(context, surroundings);
                                  });
}
