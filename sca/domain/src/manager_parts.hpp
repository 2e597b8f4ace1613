// SPDX-License-Identifier: Apache-2.0
// The parts of a domain that its domain manager uses.
#pragma once
#include <orbweaver/registry/client_services.hpp>
#include <orbweaver/registry/nodes.hpp>
#include <orbweaver/registry/service_book.hpp>

#include "application_book.hpp"
#include "application_parts.hpp"
#include "running_applications.hpp"

namespace orbweaver::domain {

/// Refers to parts of the domain. A shared pointer to it keeps these alive.
struct ManagerParts {
  const ApplicationParts& domain;
  ApplicationBook& book;
  RunningApplications& applications;
  registry::ServiceBook& services;
  registry::ClientServices& client_services;
  registry::Nodes* nodes;                                      // null: the domain refuses nodes
  const CORBA::object_reference<CF::DeviceManager>& own_node;  // nil: this machine is no device
};

}  // namespace orbweaver::domain
