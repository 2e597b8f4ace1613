// SPDX-License-Identifier: Apache-2.0
// What a domain is made of, and what it reports.
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
  std::string wished_name;  ///< as create was given it
  /// Each step of the release that failed; empty: all was given back.
  deploy::Failures not_given_back;
};

/// Functions that a domain calls to inform its front end, on threads of the domain, several at
/// once. None may call the domain's destructor.
struct DomainEvents {
  /// A program printed a line; the names are its own if it is no component's. Brief: a program that
  /// prints more than it takes waits.
  std::function<void(const ComponentName& component, device::Stream stream, std::string_view line)>
      on_line;
  /// A component ended that was not being released. `how`: "killed by SIGKILL".
  std::function<void(const ComponentName& component, const std::string& how)> on_end;
  /// The domain released an application as one of its components had ended, or as a device had
  /// left.
  std::function<void(const TornDown& torn_down)> on_torn_down;
  /// A node, device or service came or went. One at a time, in order.
  std::function<void(const NodeChange& change)> on_node_change;
  /// Which applications are installed has changed: the files of all of them. One at a time, before
  /// the client has its reply.
  std::function<void(const std::vector<std::string>& files)> on_installed;
  /// The record of an application has changed: the next domain needs it to adopt the application.
  /// Null: the application is gone, with all that it had. Called one at a time, before the client
  /// has its reply.
  std::function<void(const std::string& application, const ApplicationRecord* record)> on_record;
  /// An application of the domain that was before is adopted, or released.
  std::function<void(const Restored& restored)> on_restored;
  /// One line that a caller's exception has no room for: what is wrong in a profile, and where.
  std::function<void(const std::string& line)> on_problem;
  /// The log records of SCA 2.2.2, 3.1.3.2.2 and 3.1.3.2.3: an ADMINISTRATIVE_EVENT for what was
  /// registered, installed, created and so on, or is gone; a FAILURE_ALARM for what could not be,
  /// and for what is lost. Some come before the client has its reply.
  program::OnLog on_log;
};

/// The choices for a domain. Read once, when the domain is made.
struct DomainOptions {
  /// Whether the domain has a device for the machine it runs on: is_a_device, or is_no_device, then
  /// applications need nodes.
  enum class ThisMachine { is_a_device, is_no_device };

  std::string name = "Orbweaver";    ///< its name at the naming service
  std::filesystem::path root;        ///< "/" of its file system
  bool files_are_read_only = false;  ///< for clients: they install nothing then
  /// SADs that lie elsewhere, by the absolute names under which they can be installed.
  std::map<std::string, std::filesystem::path> elsewhere;
  ThisMachine this_machine = ThisMachine::is_a_device;  ///< whether programs run here
  std::filesystem::path cache_folder;                   ///< of the device of this machine alone
  std::string guard_program;  ///< path of orbweaver-guard, for that device
  /// Nothing: the domain refuses nodes of other processes, with CF_ENOTSUP.
  std::optional<NodeOptions> nodes;
  std::size_t most_client_services = 1'000;  ///< that clients register without a node
  /// A naming service of another process, in which the domain's name is bound: components and
  /// clients find it there. Nil: the domain's own, which it has in any case.
  CORBA::object_reference<CosNaming::NamingContextExt> naming;
  /// Between looks whether it has the name.
  Nanoseconds name_check = std::chrono::milliseconds{500};
  /// Event channels of other processes (CosEventChannelAdmin::EventChannel), by the name that they
  /// have in the domain, as "ODM_Channel". The domain makes all others itself.
  std::map<std::string, CORBA::object_reference<CORBA::Object>> event_channels;
  deploy::DeploymentOptions deployment;  ///< timeouts and rules of every creation
  /// Whether the rest of an application that is created under this name goes on when a component
  /// ends or its device leaves; null: as `deployment` says. Asked once, when it is created or
  /// adopted: that holds until its end. Threads: any. Brief.
  std::function<bool(const std::string& application)> keeps_rest;
  /// Given to every program before its own parameters: options of its ORB.
  std::vector<std::pair<std::string, std::string>> parameters;
  deploy::PlanRequest::Placement placement = deploy::PlanRequest::Placement::
      as_sad;                               ///< whether components share devices: as the SAD says
  std::vector<deploy::SetValue> overrides;  ///< of every application
  /// The records that on_record passed on in the domain's earlier life. An application is adopted
  /// or released when all of its devices have registered again, and at the latest after
  /// `restart_timeout`. At the domain's end those that still wait stay as they are.
  std::vector<ApplicationRecord> records;
  OnRestart on_restart = OnRestart::adopt;  ///< what becomes of the applications of `records`
  /// How long the devices of `records` have to register again; then their applications are
  /// released.
  Nanoseconds restart_timeout = std::chrono::seconds{30};
  Nanoseconds grace = std::chrono::seconds{2};  ///< between SIGTERM and SIGKILL
  /// How long a component on this machine goes unasked whether it takes connections. One that takes
  /// none, twice, has ended: its process lives, but its sockets are closed.
  Nanoseconds component_lease = std::chrono::milliseconds{1500};
  DomainEvents events;  ///< each may be empty
  /// Returns the problems of the front end's work for the domain, a line each. Clients may ask for
  /// it. Threads: any. Must return soon.
  std::function<std::vector<std::string>()> problems;
};

}  // namespace orbweaver::domain
