// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/stream_ends.hpp>

#include <algorithm>
#include <vector>

namespace orbweaver::domain {

namespace {

const std::string* component_at(const profile::PortEnd& end) {
  if (!end.target) return nullptr;
  const auto* component = std::get_if<profile::InstantiationRef>(&*end.target);
  return component ? &component->refid : nullptr;
}

/// A connection between two components. Other ends are left empty.
struct StreamLink {
  std::string user, provider;
  bool carries_packets = false;
};

class Links {
 public:
  explicit Links(const profile::Application& application) : application_(&application) {
    for (const auto& connection : application.assembly->connections) add(connection);
    if (std::ranges::any_of(links_, &StreamLink::carries_packets))
      std::erase_if(links_, [](const StreamLink& one) { return !one.carries_packets; });
  }
  [[nodiscard]] const std::vector<StreamLink>& all() const noexcept { return links_; }

 private:
  void add(const profile::ConnectInterface& connection) {
    StreamLink link;
    if (connection.uses) note(*connection.uses, link.user, link);
    const auto* other = std::get_if<profile::PortEnd>(&connection.other);
    if (other != nullptr && other->kind == profile::PortEnd::Kind::provides)
      note(*other, link.provider, link);
    links_.push_back(std::move(link));
  }
  void note(const profile::PortEnd& end, std::string& component, StreamLink& link) const {
    if (const auto* found = component_at(end)) component = *found;
    const auto* const port = port_of(component, end);
    link.carries_packets = link.carries_packets || (port != nullptr && carries_packets(*port));
  }
  /// Returns null if no profile has the port.
  [[nodiscard]] const profile::ComponentPort* port_of(const std::string& component,
                                                      const profile::PortEnd& end) const {
    using Direction = profile::ComponentPort::Direction;
    const auto direction =
        end.kind == profile::PortEnd::Kind::uses ? Direction::uses : Direction::provides;
    const auto* const descriptor = descriptor_of(component);
    if (descriptor == nullptr) return nullptr;
    const auto found = std::ranges::find_if(descriptor->ports, [&](const auto& port) {
      return port.name == end.identifier && port.direction == direction;
    });
    return found == descriptor->ports.end() ? nullptr : &*found;
  }
  [[nodiscard]] const profile::SoftwareComponent* descriptor_of(const std::string& id) const {
    for (const auto& placed : profile::placed_in(*application_->assembly)) {
      if (placed.instantiation->id != id) continue;
      const auto* const component = application_->component_of(*placed.placement);
      return component == nullptr ? nullptr : component->descriptor;
    }
    return nullptr;
  }

  const profile::Application* application_;
  std::vector<StreamLink> links_;
};

}  // namespace

bool carries_packets(const profile::ComponentPort& port) {
  const std::string_view interface = port.repid;
  const bool is_stream =
      interface.starts_with("IDL:Packet/") && interface.find("Stream:") != std::string_view::npos;
  return is_stream || interface.starts_with("IDL:standardInterfaces/") ||
         std::ranges::find(port.types, "data") != port.types.end();
}

std::set<std::string> sinks_of(const profile::Application& application) {
  const Links links(application);
  std::set<std::string> providers;
  for (const auto& link : links.all())
    if (!link.provider.empty()) providers.insert(link.provider);
  for (const auto& link : links.all()) providers.erase(link.user);
  return providers;
}

}  // namespace orbweaver::domain
