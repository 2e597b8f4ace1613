// SPDX-License-Identifier: Apache-2.0
#include "registry_listener.hpp"

#include <utility>

namespace orbweaver::domain {

namespace {

/// Returns the source's identifier; for a service, which has none, its name.
registry::ManagementEvents::Source source_of(const NodeChange& change) {
  using Kind = registry::ManagementEvents::Kind;
  switch (change.kind) {
    case NodeChange::Kind::node:
      return {Kind::DEVICE_MANAGER, change.id, change.label};
    case NodeChange::Kind::device:
      return {Kind::DEVICE, change.id, change.label};
    case NodeChange::Kind::service:
      break;
  }
  return {Kind::SERVICE, change.id, change.id};
}

}  // namespace

void RegistryListener::node_changed(NodeChange change) {
  if (change.what == NodeChange::What::registered)
    (*management_)->added(source_of(change), change.object);
  else
    (*management_)->removed(source_of(change));
  front_end_->post_node_change(std::move(change));
}

void RegistryListener::device_came() {
  if (*recovery_) (*recovery_)->device_came();
}

std::optional<device::Kept> RegistryListener::use_of(const registry::KnownDevice& known) {
  if (!keeps_records_) return {};
  return (*recovery_)->use_of(known);
}

}  // namespace orbweaver::domain
