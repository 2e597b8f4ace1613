// SPDX-License-Identifier: Apache-2.0
// Bench::PortsTarget as idl/lab/ports.idl describes it: the same work behind a servant of the ORB
// alone and behind provides ports.
#pragma once
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/lab/ports_poa.hpp>
#include <orbweaver/ports/provides_port.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace orbweaver::lab {

/// Counts packets. relaxed: only the number matters.
class PacketCount {
 public:
  void add() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t take() noexcept {
    return count_.exchange(0, std::memory_order_relaxed);
  }

 private:
  alignas(64) std::atomic<std::uint64_t> count_{0};
};

class BareServant final : public CORBA::servant_traits<standardInterfaces::realDouble>::views_type {
 public:
  explicit BareServant(PacketCount& count) : count_(count) {}
  void pushPacket(corba::View<double>) override { count_.add(); }

 private:
  PacketCount& count_;
};

/// Threads: any number at once.
class PortsTarget final : public CORBA::servant_traits<Bench::PortsTarget>::base_type {
 public:
  using Interface = standardInterfaces::realDouble;
  using Reference = CORBA::object_reference<Interface>;

  /// Its objects live in `adapter`.
  explicit PortsTarget(const CORBA::object_reference<PortableServer::POA>& adapter)
      : bare_(corba::StubFactory::unchecked_narrow<Interface>(adapter->id_to_reference(
            adapter->activate_object(std::make_shared<BareServant>(bare_count_))))) {
    for (std::uint16_t i = 0; i < Bench::most_ports; ++i) {
      ports_.push_back(std::make_unique<ports::ProvidesPort<Interface>>(
          ports::ProvidesOptions{}, [this](auto&, const auto&) { port_count_.add(); }));
      references_.push_back(ports_.back()->activate(adapter));
    }
  }

  Reference bare() override { return bare_; }
  Reference provides_port(std::uint16_t number) override { return references_.at(number); }
  std::uint64_t bare_received() override { return bare_count_.take(); }
  std::uint64_t port_received() override { return port_count_.take(); }

 private:
  PacketCount bare_count_, port_count_;
  Reference bare_;
  std::vector<std::unique_ptr<ports::ProvidesPort<Interface>>> ports_;
  std::vector<Reference> references_;
};

}  // namespace orbweaver::lab
