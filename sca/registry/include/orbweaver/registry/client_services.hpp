// SPDX-License-Identifier: Apache-2.0
// Services that clients registered without a node. They are not asked at intervals. A service is
// removed when its client has left, it does not answer, and another service needs its name or its
// room.
#pragma once
#include <orbweaver/registry/service_book.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace orbweaver::registry {

/// Threads: any.
class ClientServices {
 public:
  using OnTakenOut = std::function<void(const std::string& name)>;

  /// `services` outlives this. `most`: the number of services that clients may register.
  /// `on_taken_out`: called for a removed service.
  ClientServices(ServiceBook& services, std::size_t most, OnTakenOut on_taken_out)
      : services_(&services), most_(most), on_taken_out_(std::move(on_taken_out)) {}

  /// Adds a service. Returns false if the name is registered already; that service stays. Throws
  /// CF::DomainManager::RegisterError with CF_ENOSPC if clients have registered as many as they
  /// may. Blocks: up to some seconds, if a service whose client has left hangs.
  [[nodiscard]] bool add(const std::string& name, const ServiceBook::Reference& service);

 private:
  [[nodiscard]] bool is_full() const;
  void make_room(const std::string& name);
  void take_out(const std::string& name, const ServiceBook::Reference& service);

  ServiceBook* services_;
  const std::size_t most_;
  const OnTakenOut on_taken_out_;
};

}  // namespace orbweaver::registry
