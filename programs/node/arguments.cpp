// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <orbweaver/base/option_values.hpp>
#include <orbweaver/profile/root.hpp>

#include <algorithm>
#include <map>

#include "command_line/command_line.hpp"
#include "command_line/identity_option.hpp"
#include "command_line/network_guard.hpp"
#include "event_lines.hpp"

namespace orbweaver::node {

namespace {

using Way = profile::FindBy::Way;
using Fault = unexpected<std::string>;

constexpr const char* kOwnDcd = "dev/nodes/this_machine/this_machine.dcd.xml";

/// Options in the form in which CLI11 reads them.
struct Raw {
  std::vector<std::string> orb, mounts, endpoints;
  std::string domain, domain_ior, naming;
  command_line::IdentityOption identity;
  double registration_timeout = 30, call_timeout = 10, grace = 2, domain_check = 1;
  double restart_after = 1;
};

void add_times(CLI::App& app, Raw& raw) {
  const auto add = [&](const char* name, double& seconds, const char* what) {
    app.add_option(name, seconds, what)
        ->check(CLI::Range(0.001, program::kMostSeconds))
        ->check(refuse_nan)
        ->capture_default_str();
  };
  add("--registration-timeout", raw.registration_timeout,
      "seconds in which a device or service registers after its start");
  add("--call-timeout", raw.call_timeout, "seconds for each call of a device or of the domain");
  add("--domain-check", raw.domain_check,
      "seconds after which the domain manager is asked whether it is there");
  add("--grace", raw.grace, "seconds between SIGTERM and SIGKILL for a program");
  app.add_option(
         "--restart-after", raw.restart_after,
         "seconds after which a device or service that failed, or whose program ended, is started "
         "again; they double each time, up to a minute; 0: it stays away")
      ->check(CLI::Range(0.0, program::kMostSeconds))
      ->check(refuse_nan)
      ->capture_default_str();
}

void add_options(CLI::App& app, NodeArguments& arguments, Raw& raw) {
  app.add_option("DCD", arguments.dcd,
                 "the node: a device configuration descriptor; default: the one of this machine "
                 "that comes with this program");
  app.add_option("--root", arguments.root,
                 "root of the node's file system; default: the folder above DCD in which its names "
                 "exist, else $SDRROOT")
      ->check(CLI::ExistingDirectory);
  auto* const name = app.add_option("--domain", raw.domain,
                                    "name of the domain manager at the naming service; default: as "
                                    "the DCD says. Without -ORBInitRef it is the domain of this "
                                    "user that runs on this machine");
  app.add_option("--domain-ior", raw.domain_ior,
                 "reference of the domain manager: IOR:, corbaloc:, corbaname: or file://")
      ->excludes(name);
  app.add_option("--naming", raw.naming,
                 "HOST:PORT of the domain's naming service; by TLS with --identity")
      ->excludes("--domain-ior");
  command_line::add_list(app, "--endpoint", raw.endpoints,
                         "where the node and what it runs listen; default: this machine alone");
  raw.identity.add_with_rules_to(app);
  app.add_option("--orb", raw.orb,
                 "NAME=VALUE: option -ORBNAME of every program's ORB; may be repeated");
  app.add_option("--mount", raw.mounts,
                 "NAME=FOLDER: a further folder in the node's file system; may be repeated");
  app.add_flag("--read-only", arguments.read_only,
               "clients can change no file of the mounts; those of the root they never can");
  app.add_option("--log", arguments.log,
                 "file for the log records of SCA, with a JSON object on each line");
  add_choice<CLI::App, Connecting>(
      app, "--connections", arguments.connecting,
      {{"node", Connecting::by_node}, {"domain", Connecting::by_domain}},
      "which makes the connections of the DCD")
      ->default_str("node");
  add_times(app, raw);
  app.add_option("--most-restarts", arguments.most_restarts,
                 "how often in a row it is started again; 0: without a limit")
      ->capture_default_str();
}

Result<void, std::string> take_mounts(const Raw& raw, NodeArguments& arguments) {
  for (const auto& mount : raw.mounts) {
    const auto equals = mount.find('=');
    if (equals == std::string::npos || equals == 0)
      return Fault("--mount: '" + mount + "' is no mount; write NAME=FOLDER");
    auto name = mount.substr(0, equals);
    if (!name.starts_with('/')) name.insert(0, "/");
    arguments.mounts.emplace_back(std::move(name), mount.substr(equals + 1));
  }
  return {};
}

Result<void, std::string> take_dcd(NodeArguments& arguments) {
  if (!arguments.dcd.empty()) return {};
  const auto sdr = profile::sdr_root_of_this_program();
  arguments.dcd = std::filesystem::path{sdr} / kOwnDcd;
  std::error_code error;
  if (!sdr.empty() && std::filesystem::exists(arguments.dcd, error)) return {};
  return Fault("give a DCD: there is no " + arguments.dcd.string());
}

/// The options that stand for some of the node's ORB and of its programs' ORBs.
Result<void, std::string> take_network(const Raw& raw, NodeArguments& arguments) {
  auto options = raw.identity.orb_options();
  if (!options) return Fault(std::move(options.error()));
  for (const auto& endpoint : raw.endpoints) options->emplace_back("-ORBendPoint", endpoint);
  for (const auto& [option, value] : *options)
    arguments.own_orb.insert(arguments.own_orb.end(), {option, value});
  arguments.orb.insert(arguments.orb.end(), options->begin(), options->end());
  if (raw.naming.empty()) return {};
  arguments.own_orb.insert(
      arguments.own_orb.end(),
      {"-ORBInitRef", "NameService=" + raw.identity.naming_service_at(raw.naming)});
  return {};
}

Result<void, std::string> take(const Raw& raw, NodeArguments& arguments) {
  if (!raw.domain.empty())
    arguments.domain = profile::FindBy{.way = Way::naming_service, .name = raw.domain};
  if (!raw.domain_ior.empty())
    arguments.domain = profile::FindBy{.way = Way::stringified_reference, .name = raw.domain_ior};
  arguments.registration_timeout = program::from_seconds(raw.registration_timeout);
  arguments.call_timeout = program::from_seconds(raw.call_timeout);
  arguments.grace = program::from_seconds(raw.grace);
  arguments.domain_check = program::from_seconds(raw.domain_check);
  arguments.restart_after = program::from_seconds(raw.restart_after);
  auto orb = program::orb_parameters(raw.orb);
  if (!orb) return Fault(std::move(orb.error()));
  arguments.orb = *std::move(orb);
  if (auto taken = take_network(raw, arguments); !taken) return taken;
  if (auto taken = take_mounts(raw, arguments); !taken) return taken;
  arguments.names_naming_service =
      std::ranges::find(arguments.own_orb, "-ORBInitRef") != arguments.own_orb.end();
  return take_dcd(arguments);
}

}  // namespace

Result<NodeArguments, int> parse_arguments(int argc, char** argv) {
  command_line::CommandLine line{
      {.program = "orbweaver-node",
       .command = "orbweaver node",
       .does = "Runs an SCA node: the device manager of a DCD, its file system, its devices and "
               "services.\n"
               "It says what happens in JSON lines on standard output, and ends at SIGTERM.",
       .notes = {"-ORBNAME VALUE is an option of the node's own ORB."},
       .examples = {"orbweaver node", "orbweaver node node.dcd.xml --naming localhost:2809"}}};
  NodeArguments arguments;
  Raw raw;
  add_options(line.app(), arguments, raw);
  const command_line::NetworkGuard network{line.app(), "run programs here"};
  line.take_orb_options(arguments.own_orb);
  line.on_refusal([](const std::string& why) { NodeEventLines{}.failure(why); });
  if (const auto parsed = line.parse(argc, argv); !parsed) return unexpected(parsed.error());
  if (const auto taken = take(raw, arguments); !taken)
    return unexpected(line.refuse(taken.error()));
  const auto open = command_line::open_endpoints(arguments.own_orb, arguments.orb);
  if (const auto admitted = network.admit(open); !admitted)
    return unexpected(line.refuse(admitted.error()));
  return arguments;
}

}  // namespace orbweaver::node
