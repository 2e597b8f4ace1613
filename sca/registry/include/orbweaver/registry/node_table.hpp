// The nodes that registered with a domain, and what they have. References are compared by what they
// say: no call is made.
#pragma once
#include <orbweaver/generated/sca/CF/DeviceManager.hpp>

#include <algorithm>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <orbweaver/registry/leases.hpp>
#include <orbweaver/registry/program_ends.hpp>

namespace orbweaver::registry {

struct NodeDevice {
  std::uint64_t number = 0;  // that no other device has or had
  std::string id, label;
  CORBA::object_reference<CF::Device> device;
  /// Where it reports them. More than one if it registered twice at the same time: either may have been
  /// the last that it was given.
  std::vector<std::shared_ptr<const ServedProgramEnds>> ends;
  Leases::Number lease = 0;
};

struct Node {
  std::uint64_t number = 0;  // that no other node has or had
  std::string id, label;
  CORBA::object_reference<CF::DeviceManager> manager;
  CORBA::object_reference<CF::FileSystem> files;
  std::string mount_point;
  Leases::Number lease = 0;
  std::list<NodeDevice> devices;  // in the order in which they came
  std::set<std::string> services;
  bool is_whole = false;  // all that it had when it registered is there
};

/// Threads: one at a time. Pointers are null if there is none, and hold until the next change.
class NodeTable {
 public:
  struct Place {
    Node* node = nullptr;
    NodeDevice* device = nullptr;
  };

  Node& add(Node node) {
    node.number = ++last_number_;
    return nodes_.emplace_back(std::move(node));
  }
  [[nodiscard]] std::optional<Node> take(std::uint64_t number) {
    const auto found = std::ranges::find(nodes_, number, &Node::number);
    if (found == nodes_.end()) return {};
    auto taken = std::move(*found);
    nodes_.erase(found);
    return taken;
  }
  [[nodiscard]] Node* find(std::uint64_t number) {
    return find_if([&](const Node& each) { return each.number == number; });
  }
  [[nodiscard]] Node* find(const CORBA::object_reference<CF::DeviceManager>& manager) {
    return find_if([&](const Node& each) { return each.manager->_is_equivalent(manager); });
  }
  [[nodiscard]] Node* find_id(const std::string& id) {
    return find_if([&](const Node& each) { return each.id == id; });
  }
  [[nodiscard]] Place find(const CORBA::object_reference<CF::Device>& device) {
    return find_device([&](const NodeDevice& each) { return each.device->_is_equivalent(device); });
  }
  [[nodiscard]] Place find_device_id(const std::string& id) {
    return find_device([&](const NodeDevice& each) { return each.id == id; });
  }
  NodeDevice& add(Node& node, NodeDevice device) {
    device.number = ++last_number_;
    return node.devices.emplace_back(std::move(device));
  }
  [[nodiscard]] std::optional<NodeDevice> take_device(std::uint64_t number) {
    const auto place = find_device([&](const NodeDevice& each) { return each.number == number; });
    if (place.node == nullptr) return {};
    auto taken = std::move(*place.device);
    place.node->devices.remove_if([&](const NodeDevice& each) { return &each == place.device; });
    return taken;
  }
  [[nodiscard]] Node* node_of_device(std::uint64_t number) {
    return find_device([&](const NodeDevice& each) { return each.number == number; }).node;
  }
  [[nodiscard]] std::list<Node>& all() noexcept { return nodes_; }

 private:
  template <class Is>
  [[nodiscard]] Node* find_if(Is is) {
    const auto found = std::ranges::find_if(nodes_, is);
    return found == nodes_.end() ? nullptr : &*found;
  }
  template <class Is>
  [[nodiscard]] Place find_device(Is is) {
    for (auto& node : nodes_)
      for (auto& device : node.devices)
        if (is(device)) return {&node, &device};
    return {};
  }

  std::uint64_t last_number_ = 0;
  std::list<Node> nodes_;  // in the order in which they came
};

}  // namespace orbweaver::registry
