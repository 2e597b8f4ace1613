// SPDX-License-Identifier: Apache-2.0
// The devices and services that have registered with the device manager.
#pragma once
#include <orbweaver/generated/sca/CF/DeviceManager.hpp>
#include <orbweaver/os/mutex.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orbweaver::node {

using DeviceRef = CORBA::object_reference<CF::Device>;
using ObjectRef = CORBA::object_reference<CORBA::Object>;

/// Threads: any. Never blocks: references are compared without a call.
class NodeRegistrations {
 public:
  /// The most entries of each kind, so that a client cannot fill the memory.
  static constexpr std::size_t kMost = 4096;
  enum class Added { yes, is_there, no_room };

  [[nodiscard]] Added add_device(const DeviceRef& device);
  /// Returns false if the device is not registered.
  bool remove_device(const DeviceRef& device);
  [[nodiscard]] bool has_device(const DeviceRef& device) const;
  [[nodiscard]] CF::DeviceSequence devices() const;

  [[nodiscard]] Added add_service(const ObjectRef& service, const std::string& name);
  /// Returns false if this object is not registered under the name.
  bool remove_service(const ObjectRef& service, const std::string& name);
  [[nodiscard]] CF::DeviceManager::ServiceSequence services() const;
  /// Returns the service of this name; nil if there is none.
  [[nodiscard]] ObjectRef service(const std::string& name) const;

 private:
  mutable os::Mutex mutex_;
  CF::DeviceSequence devices_;
  CF::DeviceManager::ServiceSequence services_;
};

}  // namespace orbweaver::node
