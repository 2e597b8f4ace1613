// SPDX-License-Identifier: Apache-2.0
// PortableServer::POAManager: whether requests for the objects of its adapters are carried out,
// held, discarded or refused. CORBA 3.3 Part 1, 15.3.2.
#pragma once
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/object.hpp>

#include <cstdint>
#include <memory>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::engine {
class OrbCore;
}
namespace orbweaver::server {
class AdapterGate;
}

namespace PortableServer {

class POA;

/// A new manager is HOLDING. Until the first manager of an ORB leaves that state, the ORB accepts
/// no connection: clients wait in its listeners. Later the ORB pauses a connection that brings a
/// request for a held object. The transport then blocks the client, and no request is lost. Calls
/// in the same ORB wait up to the call timeout. POA::create_POA makes managers. Threads: any.
class POAManager final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/PortableServer/POAManager:2.3";
  using _traits_type = IDL::traits<POAManager>;
  using _ref_type = CORBA::object_reference<POAManager>;
  using _weak_ref_type = CORBA::weak_object_reference<POAManager>;
  /// HOLDING: requests wait. ACTIVE: they are carried out. DISCARDING: they are dropped or get
  /// TRANSIENT. INACTIVE: they get OBJ_ADAPTER; no other state follows.
  enum class State : std::uint32_t { HOLDING, ACTIVE, DISCARDING, INACTIVE };

  /// The manager has been deactivated. That state is final.
  class AdapterInactive final : public CORBA::UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/PortableServer/POAManager/AdapterInactive:2.3";
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
    [[nodiscard]] const char* _name() const noexcept override { return "AdapterInactive"; }
  };

  /// Requests are carried out from now on. Throws COMM_FAILURE, with the endpoint in its text, if
  /// an endpoint cannot be opened; AdapterInactive.
  void activate();
  /// Requests wait from now on. With `wait_for_completion` the call returns when all requests that
  /// were accepted before have ended. Throws BAD_INV_ORDER if a servant waits so; AdapterInactive.
  void hold_requests(bool wait_for_completion);
  /// Two-way requests get TRANSIENT (OMG minor 1), one-way requests are dropped and counted.
  /// `wait_for_completion` and exceptions: as hold_requests().
  void discard_requests(bool wait_for_completion);
  /// Requests get OBJ_ADAPTER (OMG minor 1). `etherealize_objects` has no effect, as there are no
  /// servant managers. `wait_for_completion` and exceptions: as hold_requests().
  void deactivate(bool etherealize_objects, bool wait_for_completion);
  /// The state now; it may have changed when the call returns. Throws nothing.
  [[nodiscard]] State get_state() const noexcept;

 private:
  friend class CORBA::ORB;
  friend class POA;

  explicit POAManager(std::shared_ptr<orbweaver::engine::OrbCore> orb);
  [[nodiscard]] static CORBA::object_reference<POAManager> make(
      std::shared_ptr<orbweaver::engine::OrbCore> orb);
  void change_to(State state, bool wait_for_completion);

  std::shared_ptr<orbweaver::engine::OrbCore> orb_;
  std::shared_ptr<orbweaver::server::AdapterGate> gate_;  // what requests pass
};

}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
