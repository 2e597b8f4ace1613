// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/end.hpp>

namespace orbweaver::deploy {

namespace {

std::string text_of(const FoundOwner& found) {
  switch (found.way) {
    case FoundOwner::Way::naming_service:
      return "'" + found.name + "' of the naming service";
    case FoundOwner::Way::stringified_reference:
      return "the reference '" + found.name + "'";
    case FoundOwner::Way::domain_finder:
      return found.name.empty() ? "the domain's " + found.finder_type
                                : "the domain's " + found.finder_type + " '" + found.name + "'";
  }
  return found.name;
}

std::string text_of(const ComponentOwner& owner) { return "component '" + owner.component + "'"; }
std::string text_of(const DeviceOwner& owner) { return "device '" + owner.device + "'"; }

}  // namespace

std::string text_of(const End& end) {
  const auto owner = std::visit([](const auto& one) { return text_of(one); }, end.owner);
  switch (end.kind) {
    case End::Kind::uses_port:
      return "uses port '" + end.name + "' of " + owner;
    case End::Kind::provides_port:
      return "provides port '" + end.name + "' of " + owner;
    case End::Kind::itself:
      return end.name.empty() ? owner : owner + " as '" + end.name + "'";
  }
  return owner;
}

bool may_come_later(const End& end) {
  const auto* found = std::get_if<FoundOwner>(&end.owner);
  return found != nullptr && found->way != FoundOwner::Way::stringified_reference;
}

}  // namespace orbweaver::deploy
