// SPDX-License-Identifier: Apache-2.0
#include "scenarios/radio/programs.hpp"

#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/guard/guard_process.hpp>
#include <orbweaver/node/device_program.hpp>
#include <orbweaver/node/node_plan.hpp>
#include <orbweaver/node/state_port.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/program/end_reports.hpp>
#include <orbweaver/program/service_manager.hpp>
#include <orbweaver/sim/program.hpp>

#include <charconv>
#include <csignal>
#include <memory>
#include <string_view>

#include "programs/domain/arguments.hpp"
#include "programs/domain/inbox.hpp"
#include "programs/domain/serve_domain.hpp"
#include "programs/node/arguments.hpp"
#include "programs/node/run.hpp"
#include "scenarios/radio/files.hpp"
#include "scenarios/radio/part.hpp"

namespace orbweaver::sim {

namespace {

// No service manager started them.
const program::ServiceManager kAlone{{}, std::nullopt};
constexpr const char* kNames = "NameService=corbaloc::node1:2809/NameService";

int number(std::string_view text) {
  int value = 0;
  (void)std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int run_guard_program(int /*argc*/, char** argv) {
  return guard::run_guard(number(argv[1]), number(argv[2]));
}

void print(const std::string& program, device::Stream /*stream*/, std::string_view line) {
  os::print_error(program + ": " + std::string{line} + "\n");
}

// As orbweaver-executable-device does it.
CORBA::object_reference<CF::Device> serve_device(const node::DeviceContext& context,
                                                 const std::string& guard,
                                                 const std::filesystem::path& folder) {
  const auto& arguments = context.arguments;
  auto description = device::describe_this_machine(arguments.identifier, arguments.label);
  description.software_profile = arguments.profile;
  description.composite = context.composite;
  const auto events = node::StatePort::serve(context.orb, arguments.identifier);
  const auto reports = std::make_shared<program::EndReports>();
  return device::serve_executable_device(
      context.orb,
      {.description = std::move(description),
       .cache_folder = folder / "cache",
       .runner = {.guard_program = guard, .on_line = print},
       .on_change =
           [port = events.servant](const device::StateChange& change) { port->report(change); },
       .on_ends = [reports](const std::vector<device::ProgramEnd>& ends) { reports->report(ends); },
       .on_listener =
           [reports](const CORBA::object_reference<CORBA::Object>& listener) {
             reports->set_listener(listener);
           },
       .on_released = context.on_released,
       .ports = {{node::StatePort::kName, events.reference}}});
}

int run_device_program(int argc, char** argv) {
  const auto guard = guard::program_beside_this();
  const auto folder = os::PrivateFolder::make("device");
  if (!guard || !folder) return 1;
  return node::run_device_program(argc, argv, [&](const node::DeviceContext& context) {
    return serve_device(context, *guard, folder->path());
  });
}

node::NodeArguments arguments_of(std::uint32_t number) {
  node::NodeArguments node_arguments;
  node_arguments.dcd = dcd_of_node(number);
  node_arguments.root = root_of_node(number);
  node_arguments.log = log_of_node(number);
  node_arguments.own_orb = {"-ORBInitRef", kNames};
  node_arguments.registration_timeout = std::chrono::seconds{30};
  node_arguments.call_timeout = std::chrono::seconds{10};
  node_arguments.grace = std::chrono::seconds{2};
  node_arguments.domain_check = std::chrono::seconds{1};
  node_arguments.restart_after = std::chrono::seconds{1};
  // A scenario and its faults end one device more often than the usual limit of restarts allows.
  node_arguments.most_restarts = 0;
  return node_arguments;
}

}  // namespace

void register_radio_programs() {
  register_program(kGuardProgram, run_guard_program);
  register_program(kDeviceProgram, run_device_program);
  register_program(kPartProgram, run_part);
}

int run_domain_manager(bool has_state) {
  domain::Inbox inbox{SIGINT, SIGTERM, SIGUSR1, SIGHUP, SIGUSR2};
  domain::ManagerArguments arguments;
  arguments.root = kDomainRoot;
  arguments.own_orb = {"-ORBendPoint", "giop:tcp::2809"};
  if (has_state) arguments.state = kStateFile;
  if (is_anything_wanted()) arguments.wanted = kWantedFile;
  arguments.log = kDomainLog;
  return domain::serve_domain(arguments, inbox, kAlone);
}

int run_device_manager(std::uint32_t number) {
  const node::Signals signals;
  const auto arguments = arguments_of(number);
  const auto plan = node::read_node({.dcd = arguments.dcd,
                                     .root = arguments.root,
                                     .machine = node::this_machine(),
                                     .needs_domain_manager = true});
  if (!plan) return 2;
  return node::run_node(arguments, *plan, signals, kAlone);
}

}  // namespace orbweaver::sim
