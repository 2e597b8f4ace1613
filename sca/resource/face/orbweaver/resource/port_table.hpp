// SPDX-License-Identifier: Apache-2.0
// The ports of a component by name, for CF::PortSupplier. `sca/ports` makes ports; this room only
// hands their objects out.
#pragma once
#include <orbweaver/corba/object.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <mutex>
#include <string>

namespace orbweaver::resource {

/// Threads: any.
class PortTable {
 public:
  /// The object of a port of any kind.
  using Reference = CORBA::object_reference<CORBA::Object>;

  PortTable() = default;
  PortTable(const PortTable&) = delete;
  PortTable& operator=(const PortTable&) = delete;
  virtual ~PortTable() = default;

  /// The object that getPort returns: of a provides port the object that serves its interface, of a
  /// uses port its CF::Port. Nil if there is no such port.
  [[nodiscard]] virtual Reference find(const std::string& name) = 0;
  /// Lets the ports neither take nor send packets from now on. Called once, at the component's
  /// release.
  virtual void close() noexcept = 0;
};

/// A table of objects that exist already, and that end elsewhere.
class NamedPorts final : public PortTable {
 public:
  /// Replaces a port of the same name.
  void add(const std::string& name, Reference port) {
    const std::lock_guard lock(mutex_);
    ports_[name] = std::move(port);
  }
  [[nodiscard]] Reference find(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    const auto found = ports_.find(name);
    return found == ports_.end() ? Reference{} : found->second;
  }
  void close() noexcept override {
    const std::lock_guard lock(mutex_);
    ports_.clear();
  }

 private:
  os::Mutex mutex_;
  std::map<std::string, Reference> ports_;
};

}  // namespace orbweaver::resource
