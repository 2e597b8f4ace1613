// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "command_line/nearest.hpp"

namespace orbweaver::command {

namespace {

using enum ServedBy;

constexpr std::array kCommands{
    Command{"run", readable, "Run a waveform: one of those that are installed, or X.sad.xml."},
    Command{"plan", program, "Show which component goes to which device, and why not elsewhere."},
    Command{"check", program, "Check SCA profiles: all problems at once."},
    Command{"try", program, "Run one component alone, between files of samples."},
    Command{"domain", program, "Run a domain until SIGTERM."},
    Command{"node", program, "Run a node from its DCD until SIGTERM."},
    Command{"naming", program, "Run a naming service."},
    Command{"events", program, "Run event channels."},
    Command{"rules", program, "Check rules of who may call what, and explain what they decide."},
    Command{"keys", program, "Make a trial authority, and certificates of nodes and users."},
    Command{"install", control, "Copy an application into a domain, and install it."},
    Command{"uninstall", control, "Uninstall an application, and remove what install copied."},
    Command{"apps", control, "List the applications of a domain, installed and running."},
    Command{"devices", control, "List the devices of a domain: states and capacities."},
    Command{"health", control, "Say whether every part of a domain answers."},
    Command{"forget", control, "Say that a node or a device that is lost does not come back."},
    Command{"create", control, "Make an application from an installed one."},
    Command{"start", control, "Start an application of a domain."},
    Command{"stop", control, "Stop an application of a domain."},
    Command{"release", control, "Release an application of a domain: it ends, and is gone."},
    Command{"props", control, "Show or set properties of an application or a component."},
    Command{"ports", control, "Show the ports of an application or a component."},
    Command{"connect", control, "Connect a uses port to an object or to another port."},
    Command{"disconnect", control, "End a connection of a uses port."},
    Command{"stats", control, "Show what components do with their time, and what flows."},
    Command{"tap", control, "Write the samples that leave a uses port to a file."},
    Command{"upgrade", control, "Switch a running application to a new version of it."},
    Command{"rollback", control, "Switch a running application back to the version before."},
    Command{"new", python, "Write the sources of a component, an application or a node."},
    Command{"sad", python, "Show or change an application's SAD."},
    Command{"idl", python, "Make C++ of IDL."},
    Command{"ior", python, "Explain an object reference."},
    Command{"log", python, "Show the log records of a domain or a node."},
    Command{"doctor", python, "Check this machine and this installation."},
    Command{"lab", python, "Run experiments, and report what they found."},
    Command{"bench", python, "Measure calls, ports and deployment."},
};

constexpr std::string_view kHelp =
    R"(Usage: orbweaver COMMAND [WORDS...]

Run software radio waveforms over the Orbweaver ORB.

Run and check
  run            a waveform: one of those that are installed, or X.sad.xml
  plan           which component goes to which device, and why not elsewhere
  check          SCA profiles: all problems at once
  try            one component alone, between files of samples
Serve, until SIGTERM
  domain, node   a domain, and the nodes that register in it
  naming, events a naming service, and event channels
Say who may do what
  rules          who may call what: check a file, explain a decision
  keys           a trial authority, and certificates of nodes and users
Operate a domain
  install, uninstall             an application
  apps, devices, health          what there is, and whether it answers
  create, start, stop, release   an application that is installed
  props, ports, stats, tap       of a component that runs
  connect, disconnect            ports of components that run
  upgrade, rollback              versions of an application that runs
  forget                         a node or a device that is lost
Write
  new, sad, idl  a component or an application; its SAD; C++ of IDL
Look
  ior, log       an object reference; log records of a domain or a node
  doctor         this machine and this installation
Measure
  lab, bench     experiments and their reports; calls, ports, deployment

Options
  --bin DIR      folder of the programs; ORBWEAVER_BIN says it, too
  --version      print the version
Examples
  orbweaver run fm --seconds 5
  orbweaver apps --json
  orbweaver help run
)";

std::string_view name_of(ServedBy served_by) {
  switch (served_by) {
    case program:
      return "program";
    case control:
      return "control";
    case python:
      return "python";
    case readable:
      return "readable";
  }
  return "";
}

}  // namespace

std::span<const Command> all_commands() noexcept { return kCommands; }

const Command* find_command(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kCommands, name, &Command::name);
  return found == kCommands.end() ? nullptr : found;
}

std::string program_of(const Command& command) {
  return "orbweaver-" + std::string{command.served_by == control ? "control" : command.name};
}

std::string_view nearest_command(std::string_view word) noexcept {
  return command_line::nearest_of(word, kCommands | std::views::transform(&Command::name));
}

std::string help_text() { return std::string{kHelp}; }

std::string description() {
  std::string text = R"({"name": "orbweaver", "commands": [)";
  for (const auto& command : kCommands) {
    text += text.ends_with('[') ? "\n" : ",\n";
    text += R"( {"name": ")" + std::string{command.name} + R"(", "served_by": ")" +
            std::string{name_of(command.served_by)} + R"(", "does": ")" +
            std::string{command.does} + R"("})";
  }
  return text + "\n]}\n";
}

}  // namespace orbweaver::command
