// SPDX-License-Identifier: Apache-2.0
// The options of a domain, and the events that it reports.
#pragma once
#include <orbweaver/corba/object.hpp>
#include <orbweaver/deploy/deployment.hpp>
#include <orbweaver/device/output_reader.hpp>
#include <orbweaver/domain/application_record.hpp>
#include <orbweaver/domain/node_options.hpp>
#include <orbweaver/domain/program_names.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/program/log_record.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::domain {

/// An application that the domain released by itself.
struct TornDown {
  std::string application;  ///< unique in the domain
  std::string wished_name;  ///< the name that the caller of create asked for
  /// One failure for each step of the release that failed; empty: all resources were given back.
  deploy::Failures not_given_back;
};

/// Functions by which a domain informs the program that made it. They are called on threads of the
/// domain, several at the same time. None may call the domain's destructor.
struct DomainEvents {
  /// A program printed a line. The names in `component` are the program's own if it belongs to no
  /// component. Must be brief: a program that prints faster than this returns has to wait.
  std::function<void(const ComponentName& component, device::Stream stream, std::string_view line)>
      on_line;
  /// A component ended although it was not being released. `how`: "killed by SIGKILL".
  std::function<void(const ComponentName& component, const std::string& how)> on_end;
  /// The domain released an application, because one of its components had ended or a device had
  /// left.
  std::function<void(const TornDown& torn_down)> on_torn_down;
  /// A node, device or service registered, unregistered or was lost. Called one at a time, in
  /// order.
  std::function<void(const NodeChange& change)> on_node_change;
  /// An application was installed or uninstalled. `files`: the SADs of all installed applications.
  /// Called one at a time, before the client has its reply.
  std::function<void(const std::vector<std::string>& files)> on_installed;
  /// The record of an application has changed. The program stores it: the next domain needs it to
  /// adopt the application. Null: the application is gone and owns nothing any more. Called one at
  /// a time, before the client has its reply.
  std::function<void(const std::string& application, const ApplicationRecord* record)> on_record;
  /// The domain adopted or released an application of its predecessor.
  std::function<void(const Restored& restored)> on_restored;
  /// One line about an error in a profile and its place, for which a caller's exception has no
  /// room.
  std::function<void(const std::string& line)> on_problem;
  /// A log record of SCA 2.2.2, 3.1.3.2.2 and 3.1.3.2.3. An ADMINISTRATIVE_EVENT reports each
  /// registration, installation, creation and so on, and its end; a FAILURE_ALARM reports what
  /// failed or was lost. A record may come before the client has its reply.
  program::OnLog on_log;
};

/// The options of a domain. Read once, when the domain is made.
struct DomainOptions {
  /// Whether this machine is a device of the domain: is_a_device, or is_no_device, and then
  /// applications need nodes.
  enum class ThisMachine { is_a_device, is_no_device };

  std::string name = "Orbweaver";    ///< its name at the naming service
  std::filesystem::path root;        ///< "/" of its file system
  bool files_are_read_only = false;  ///< clients cannot write, and so cannot install
  /// SADs outside of `root`, by the absolute names under which they can be installed.
  std::map<std::string, std::filesystem::path> elsewhere;
  ThisMachine this_machine = ThisMachine::is_a_device;  ///< whether programs run here
  std::filesystem::path cache_folder;                   ///< used only by the device of this machine
  std::string guard_program;  ///< path of orbweaver-guard, for that device
  /// Options for nodes of other processes. Nothing: the domain refuses such nodes with CF_ENOTSUP.
  std::optional<NodeOptions> nodes;
  std::size_t most_client_services = 1'000;  ///< services that clients register without a node
  /// A naming service of another process, in which the domain binds its name for components and
  /// clients. Nil: only the domain's own naming service has it.
  CORBA::object_reference<CosNaming::NamingContextExt> naming;
  /// The interval in which the domain checks that its name is bound.
  Nanoseconds name_check = std::chrono::milliseconds{500};
  /// Event channels of other processes (CosEventChannelAdmin::EventChannel), by their name in the
  /// domain, such as "ODM_Channel". The domain makes all other channels itself.
  std::map<std::string, CORBA::object_reference<CORBA::Object>> event_channels;
  deploy::DeploymentOptions deployment;  ///< timeouts and rules of every creation
  /// Whether an application that is created under this name goes on when one of its components ends
  /// or its device leaves. Null: `deployment` decides. Called once, when the application is created
  /// or adopted; the answer holds until it ends. Threads: any. Must be brief.
  std::function<bool(const std::string& application)> keeps_rest;
  /// Options of each component's ORB. Every program gets them before its own parameters.
  std::vector<std::pair<std::string, std::string>> parameters;
  deploy::PlanRequest::Placement placement = deploy::PlanRequest::Placement::
      as_sad;                               ///< whether components share devices: as the SAD says
  std::vector<deploy::SetValue> overrides;  ///< values for properties of every application
  /// The records that on_record of an earlier domain passed on. The domain adopts or releases such
  /// an application when all of its devices have registered again, at the latest after
  /// `restart_timeout`. An application that still waits when the domain ends stays as it is.
  std::vector<ApplicationRecord> records;
  OnRestart on_restart = OnRestart::adopt;  ///< what becomes of the applications of `records`
  /// How long the devices of `records` have to register again. After that, their applications are
  /// released.
  Nanoseconds restart_timeout = std::chrono::seconds{30};
  Nanoseconds grace = std::chrono::seconds{2};  ///< between SIGTERM and SIGKILL
  /// The interval after which a component on this machine is asked whether it accepts connections.
  /// If it accepts none twice, it counts as ended: its process lives, but its sockets are closed.
  Nanoseconds component_lease = std::chrono::milliseconds{1500};
  DomainEvents events;  ///< each function may be empty
  /// Returns the present problems of the program that made the domain, a line each. Clients may
  /// query them. Threads: any. Must return soon.
  std::function<std::vector<std::string>()> problems;
};

}  // namespace orbweaver::domain
