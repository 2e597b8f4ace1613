// SPDX-License-Identifier: Apache-2.0
// All parts of a domain. Other classes get only the parts that they need, when they are made
// (application_parts.hpp, manager_parts.hpp).
#pragma once
#include <orbweaver/domain/domain_options.hpp>
#include <orbweaver/program/errands.hpp>
#include <orbweaver/registry/client_services.hpp>
#include <orbweaver/registry/kept_names.hpp>
#include <orbweaver/registry/name_watch.hpp>

#include <memory>
#include <optional>
#include <utility>

#include "application_book.hpp"
#include "application_parts.hpp"
#include "manager_parts.hpp"
#include "registry_listener.hpp"
#include "running_applications.hpp"

namespace orbweaver::domain {

/// Parts and CORBA objects refer to each other: the domain's destructor breaks this cycle. Threads:
/// any, once all members are set.
struct DomainParts {
  DomainParts(std::shared_ptr<CORBA::ORB> for_orb, DomainOptions with)
      : orb(std::move(for_orb)), options(std::move(with)), root(options.root) {}

  const std::shared_ptr<CORBA::ORB> orb;
  const DomainOptions options;
  const profile::Root root;
  const std::shared_ptr<registry::DeviceBook> devices = std::make_shared<registry::DeviceBook>();
  const std::shared_ptr<registry::ServiceBook> services = std::make_shared<registry::ServiceBook>();
  ProgramNames programs;
  RecordKeeper records{options.events.on_record};
  registry::KeptNames kept_names;
  ApplicationBook book;

  files::Adapter adapter;  // for the domain manager, factories and applications
  CORBA::object_reference<CosNaming::NamingContextExt> all_names;
  CORBA::object_reference<CosNaming::NamingContext> context;  // the domain's context in all_names
  CORBA::object_reference<CF::FileSystem> file_system;
  CORBA::object_reference<CF::FileManager> files;  // for clients
  // File managers that no client gets: for the domain's own work, and for devices that load.
  CORBA::object_reference<CF::FileManager> own_files, files_to_load;
  CORBA::object_reference<CF::DeviceManager> own_node;  // nil: this machine is no device

  std::unique_ptr<registry::ManagementEvents> management;

  FrontEnd front_end{options.events};
  RunningApplications applications{options, programs, book, front_end, errands};
  registry::ClientServices client_services{
      *services, options.most_client_services, [this](const std::string& name) {
        front_end.log_event("service '" + name +
                            "' was taken out: the client that registered it has left, and it is "
                            "not there");
        applications.post_service_went(name);
      }};
  RegistryListener registry_listener{front_end, applications, management, recovery,
                                     options.events.on_record != nullptr};
  program::Errands errands{4};  // after the members that its errands use
  // null: only its own naming service has its name
  std::unique_ptr<registry::NameWatch> name_watch;
  std::optional<ApplicationParts> of_applications;
  std::optional<ManagerParts> of_manager;
  std::unique_ptr<Recovery> recovery;  // null until the domain has begun
  std::unique_ptr<registry::Leases>
      own_leases;                          // of components on this machine; null: it is no device
  std::unique_ptr<registry::Nodes> nodes;  // null: nodes are refused. Last: ended first
};

}  // namespace orbweaver::domain
