// SPDX-License-Identifier: Apache-2.0
// An ORB in a process of a scenario.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/idl/radio.hpp>

#include <cstddef>
#include <memory>
#include <string>

#include "scenarios/rig/options.hpp"

namespace orbweaver::sim {

using SinkReference = CORBA::object_reference<Sim::Sink>;

/// An ORB of the calling process. At its end the ORB is destroyed, and the states that it came
/// through are counted.
class Orb {
 public:
  explicit Orb(const Options& options = {});
  ~Orb();
  Orb(const Orb&) = delete;
  Orb& operator=(const Orb&) = delete;

  CORBA::ORB* operator->() const { return orb_.get(); }
  [[nodiscard]] const std::shared_ptr<CORBA::ORB>& share() const noexcept { return orb_; }
  /// Activates and serves it; the reference as text.
  [[nodiscard]] std::string publish(const PortableServer::Servant& servant) const;
  /// As publish(), under a name that a later life of the server can take again.
  [[nodiscard]] std::string publish_as(const std::string& name,
                                       const PortableServer::Servant& servant) const;
  [[nodiscard]] SinkReference sink(const std::string& reference) const;
  /// The most requests that waited in the object's lane.
  [[nodiscard]] std::size_t most_waiting(const std::string& reference) const;
  /// As ~Orb(), earlier.
  void destroy();

 private:
  std::shared_ptr<CORBA::ORB> orb_;
};

}  // namespace orbweaver::sim
