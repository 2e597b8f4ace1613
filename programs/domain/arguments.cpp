// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/files/file_name.hpp>
#include <orbweaver/profile/root.hpp>
#include <orbweaver/program/options.hpp>

#include <algorithm>
#include <map>
#include <system_error>

#include "command_line/command_line.hpp"
#include "command_line/identity_option.hpp"
#include "command_line/network_guard.hpp"
#include "event_lines.hpp"

namespace orbweaver::domain {

namespace {

/// Options in the form in which CLI11 reads them.
struct Raw {
  std::vector<std::string> orb, event_channels;
  double lease_ms = 500;
  double step_timeout = 10;
  double restart_timeout = 30;
  bool with_this_machine = false;
};

double milliseconds(Nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

void add_options(CLI::App& app, ManagerArguments& arguments, Raw& raw) {
  app.add_option("--name", arguments.name, "of the domain, at the naming service")
      ->capture_default_str();
  app.add_option(
         "--root", arguments.root,
         "root of the SCA file system; default: $SDRROOT/dom, else of the sdr that is installed")
      ->check(CLI::ExistingDirectory);
  app.add_flag("--read-only", arguments.read_only, "clients can change no file below the root");
  app.add_option("--endpoint", arguments.endpoints,
                 "where to listen, as giop:tcp:127.0.0.1:2810; default: this machine alone");
  app.add_option("--naming", arguments.naming,
                 "a naming service that is to have the name; default: a built-in one");
  app.add_option(
      "--event-channel", raw.event_channels,
      "NAME=REFERENCE: the channel of this name, as ODM_Channel, is of another event service");
  app.add_option("--state", arguments.state,
                 "file that keeps which applications are installed and which run, for the next "
                 "start");
  app.add_option(
      "--wanted", arguments.wanted,
      "TOML file of nodes that should be there, and of applications that the domain makes, "
      "and makes again after they ended; SIGHUP reads it again");
  app.add_option("--log", arguments.log,
                 "file for the log records of SCA, with a JSON object on each line");
  add_choice<CLI::App, OnRestart>(
      app, "--on-restart", arguments.on_restart,
      {{"adopt", OnRestart::adopt}, {"release", OnRestart::release}},
      "what becomes of applications that ran: adopt, if all of it is still there, or release")
      ->default_str("adopt");
  app.add_option("--restart-timeout", raw.restart_timeout,
                 "seconds in which the devices of applications that ran register again")
      ->check(CLI::Range(0.001, program::kMostSeconds))
      ->check(refuse_nan)
      ->capture_default_str();
  app.add_flag("--with-this-machine", raw.with_this_machine,
               "this machine is a device of the domain, too");
  app.add_option("--lease", raw.lease_ms,
                 "milliseconds after which each node and device is asked whether it is there")
      ->check(CLI::Range(milliseconds(NodeOptions::kShortestLease),
                         milliseconds(NodeOptions::kLongestLease)))
      ->check(refuse_nan)
      ->capture_default_str();
  app.add_option("--step-timeout", raw.step_timeout,
                 "seconds for each step of creation and release; 0: no limit")
      ->check(CLI::Range(0.0, program::kMostSeconds))
      ->check(refuse_nan)
      ->capture_default_str();
  app.add_option("--orb", raw.orb,
                 "NAME=VALUE: option -ORBNAME of every component's ORB; may be repeated");
  app.add_flag("--leave", arguments.leave,
               "start no domain: ask the one that runs, with --name the one of this name, to end "
               "and to leave what runs to the next start");
  app.add_flag("--keep", arguments.keep, "when a component of an application ends, keep the rest");
}

Result<void, std::string> take_event_channels(const std::vector<std::string>& given,
                                              ManagerArguments& arguments) {
  for (const auto& text : given) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
      return unexpected("--event-channel: '" + text + "' is not NAME=REFERENCE");
    arguments.event_channels[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return {};
}

Result<void, std::string> take_root(ManagerArguments& arguments) {
  if (!arguments.root.empty()) return {};
  const auto sdr = profile::sdr_root_of_this_program();
  arguments.root = std::filesystem::path{sdr} / "dom";
  std::error_code error;
  if (!sdr.empty() && std::filesystem::is_directory(arguments.root, error)) return {};
  return unexpected<std::string>("give --root DIR: " +
                                 (sdr.empty() ? "no folder 'sdr' comes with this program"
                                              : "there is no folder " + arguments.root.string()));
}

/// The name must be a valid folder name, as the nodes' files lie below /NAME.
Result<void, std::string> check_name(const std::string& name) {
  const auto refused = [&](std::string_view why) {
    return unexpected("--name: '" + name + "' is no name for a domain: " + std::string{why});
  };
  if (name.empty()) return refused("it is empty");
  if (name.contains('/')) return refused("it has a '/'");
  const auto folder = files::FileName::parse("/" + name);
  if (!folder) return refused(describe(folder.error()));
  return {};
}

/// Over the loopback, all programs of this machine count as one peer. Most components of this user
/// connect by unix sockets or shared memory. The limit leaves room for those that use the loopback.
void leave_places_to_components(std::vector<std::string>& own_orb) {
  for (const auto* const option : {"-ORBmaxPeerConnections", "-ORBmaxConnections"})
    if (std::ranges::find(own_orb, option) != own_orb.end()) return;
  own_orb.insert(own_orb.end(), {"-ORBmaxPeerConnections", "512"});
}

Result<void, std::string> take(const Raw& raw, ManagerArguments& arguments) {
  arguments.nodes.lease = program::from_seconds(raw.lease_ms / 1000);
  arguments.restart_timeout = program::from_seconds(raw.restart_timeout);
  arguments.step_timeout = program::from_seconds(raw.step_timeout);
  if (raw.with_this_machine) arguments.this_machine = DomainOptions::ThisMachine::is_a_device;
  if (auto taken = check_name(arguments.name); !taken) return taken;
  leave_places_to_components(arguments.own_orb);
  for (const auto& endpoint : arguments.endpoints)
    arguments.own_orb.insert(arguments.own_orb.end(), {"-ORBendPoint", endpoint});
  if (arguments.leave) return {};
  if (auto taken = take_root(arguments); !taken) return taken;
  if (auto taken = take_event_channels(raw.event_channels, arguments); !taken) return taken;
  auto orb = program::orb_parameters(raw.orb);
  if (!orb) return unexpected(std::move(orb.error()));
  arguments.orb = std::move(*orb);
  return {};
}

}  // namespace

Result<ManagerArguments, int> parse_manager_arguments(int argc, char** argv) {
  command_line::CommandLine line{
      {.program = "orbweaver-domain",
       .command = "orbweaver domain",
       .does = "Serves an SCA domain to nodes and clients, until it is asked to end (SIGTERM, "
               "SIGINT).\n"
               "It says what happens in JSON lines on standard output.",
       .notes = {"-ORBNAME VALUE is an option of the domain's own ORB."},
       .examples = {"orbweaver domain",
                    "orbweaver domain --root /sdr/dom --endpoint giop:tcp:127.0.0.1:2810"}}};
  ManagerArguments arguments;
  Raw raw;
  add_options(line.app(), arguments, raw);
  const command_line::NetworkGuard network{
      line.app(), "install and run programs on its devices, and read and write its files"};
  command_line::IdentityOption identity;
  identity.add_with_rules_to(line.app());
  line.take_orb_options(arguments.own_orb);
  line.on_refusal([](const std::string& why) { DomainEventLines{}.failure(why); });
  if (const auto parsed = line.parse(argc, argv); !parsed) return unexpected(parsed.error());
  arguments.is_named = line.app().get_option("--name")->count() > 0;
  if (const auto taken = take(raw, arguments); !taken)
    return unexpected(line.refuse(taken.error()));
  if (const auto added = identity.add_to_orb(arguments.own_orb); !added)
    return unexpected(line.refuse(added.error()));
  arguments.open_endpoints = command_line::open_endpoints(arguments.own_orb, arguments.orb);
  if (const auto admitted = network.admit(arguments.open_endpoints); !admitted)
    return unexpected(line.refuse(admitted.error()));
  return arguments;
}

}  // namespace orbweaver::domain
