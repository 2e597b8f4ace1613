// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/node_options.hpp>

namespace orbweaver::registry {

namespace {

std::string subject_of(const NodeChange& change) {
  switch (change.kind) {
    case NodeChange::Kind::node:
      return "node '" + change.id + "'";
    case NodeChange::Kind::device:
      return "device '" + change.id + "' of node '" + change.node + "'";
    case NodeChange::Kind::service:
      return "service '" + change.id + "' of node '" + change.node + "'";
  }
  return {};
}

}  // namespace

std::string line_of(const NodeChange& change) {
  switch (change.what) {
    case NodeChange::What::registered:
      return subject_of(change) + " registered";
    case NodeChange::What::unregistered:
      return subject_of(change) + " unregistered" +
             (change.how.empty() ? std::string{} : ": " + change.how);
    case NodeChange::What::lost:
      return subject_of(change) + " left the domain: " + change.how;
  }
  return {};
}

}  // namespace orbweaver::registry
