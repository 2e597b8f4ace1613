// SPDX-License-Identifier: Apache-2.0
// The nodes that registered with a domain, with their devices and services. References are compared
// without a call.
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
  std::uint64_t number = 0;  // unique, and never used again
  std::string id, label;
  CORBA::object_reference<CF::Device> device;
  /// The objects at which the device reports ends of programs. There are several if it registered
  /// twice at the same time: either may be the one that it uses.
  std::vector<std::shared_ptr<const ServedProgramEnds>> ends;
  Leases::Number lease = 0;
};

struct JoinedNode {
  std::uint64_t number = 0;  // unique, and never used again
  std::string id, label;
  CORBA::object_reference<CF::DeviceManager> manager;
  CORBA::object_reference<CF::FileSystem> files;
  std::string mount_point;
  Leases::Number lease = 0;
  std::list<NodeDevice> devices;  // in the order of registration
  std::set<std::string> services;
  bool is_whole = false;   // all devices that it had at its registration are entered
  bool is_proved = false;  // it registered with its certificate
};

/// Threads: one at a time. Pointers are null if there is no such entry, and are valid until the
/// next change.
class NodeTable {
 public:
  struct DeviceEntry {
    JoinedNode* node = nullptr;
    NodeDevice* device = nullptr;
  };

  JoinedNode& add(JoinedNode node) {
    node.number = ++last_number_;
    return nodes_.emplace_back(std::move(node));
  }
  [[nodiscard]] std::optional<JoinedNode> take(std::uint64_t number) {
    const auto found = std::ranges::find(nodes_, number, &JoinedNode::number);
    if (found == nodes_.end()) return {};
    auto taken = std::move(*found);
    nodes_.erase(found);
    return taken;
  }
  [[nodiscard]] JoinedNode* find(std::uint64_t number) {
    return find_if([&](const JoinedNode& joined_node) { return joined_node.number == number; });
  }
  [[nodiscard]] JoinedNode* find(const CORBA::object_reference<CF::DeviceManager>& manager) {
    return find_if([&](const JoinedNode& joined_node) {
      return joined_node.manager->_is_equivalent(manager);
    });
  }
  [[nodiscard]] JoinedNode* find_id(const std::string& id) {
    return find_if([&](const JoinedNode& joined_node) { return joined_node.id == id; });
  }
  [[nodiscard]] DeviceEntry find(const CORBA::object_reference<CF::Device>& device) {
    return find_device(
        [&](const NodeDevice& node_device) { return node_device.device->_is_equivalent(device); });
  }
  [[nodiscard]] DeviceEntry find_device_id(const std::string& id) {
    return find_device([&](const NodeDevice& node_device) { return node_device.id == id; });
  }
  NodeDevice& add(JoinedNode& node, NodeDevice device) {
    device.number = ++last_number_;
    return node.devices.emplace_back(std::move(device));
  }
  [[nodiscard]] std::optional<NodeDevice> take_device(std::uint64_t number) {
    const auto entry =
        find_device([&](const NodeDevice& node_device) { return node_device.number == number; });
    if (entry.node == nullptr) return {};
    auto taken = std::move(*entry.device);
    entry.node->devices.remove_if(
        [&](const NodeDevice& node_device) { return &node_device == entry.device; });
    return taken;
  }
  [[nodiscard]] JoinedNode* node_of_device(std::uint64_t number) {
    return find_device([&](const NodeDevice& node_device) { return node_device.number == number; })
        .node;
  }
  [[nodiscard]] std::list<JoinedNode>& all() noexcept { return nodes_; }

 private:
  template <class Is>
  [[nodiscard]] JoinedNode* find_if(Is is) {
    const auto found = std::ranges::find_if(nodes_, is);
    return found == nodes_.end() ? nullptr : &*found;
  }
  template <class Is>
  [[nodiscard]] DeviceEntry find_device(Is is) {
    for (auto& node : nodes_)
      for (auto& device : node.devices)
        if (is(device)) return {&node, &device};
    return {};
  }

  std::uint64_t last_number_ = 0;
  std::list<JoinedNode> nodes_;  // in the order of registration
};

}  // namespace orbweaver::registry
