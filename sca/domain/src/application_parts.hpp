// SPDX-License-Identifier: Apache-2.0
// The parts of a domain that each of its applications uses.
#pragma once
#include <orbweaver/domain/corba_target.hpp>
#include <orbweaver/domain/domain_options.hpp>
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/profile/root.hpp>
#include <orbweaver/registry/leases.hpp>
#include <orbweaver/registry/management_events.hpp>

#include "application_events.hpp"
#include "front_end.hpp"
#include "record_keeper.hpp"

namespace orbweaver::domain {

/// Refers to parts of the domain. A shared pointer to it keeps these alive.
struct ApplicationParts {
  const DomainOptions& options;
  const profile::Root& root;
  TargetParts target;      // the context and the name are set by each application
  files::Adapter adapter;  // for the CF::Application objects and their factories
  registry::ManagementEvents& management;
  ProgramNames& programs;
  RecordKeeper& records;
  FrontEnd& front_end;
  ApplicationEvents& events;
  registry::Leases* own_leases;   // of components on this machine; null: it is no device
  registry::Leases* node_leases;  // of components on nodes; null: the domain refuses nodes
};

}  // namespace orbweaver::domain
