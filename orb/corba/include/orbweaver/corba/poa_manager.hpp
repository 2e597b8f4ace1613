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

/// Begins as HOLDING. Until the first manager of an ORB leaves that state, connections wait in the
/// listeners; later a connection with a request for a held object is paused, so that the transport
/// holds the client, and nothing is lost. Calls in the same ORB wait up to the call timeout.
/// Threads: any.
class POAManager final : public CORBA::Object {
 public:
  static constexpr const char* _id = "IDL:omg.org/PortableServer/POAManager:2.3";
  using _traits_type = IDL::traits<POAManager>;
  using _ref_type = CORBA::object_reference<POAManager>;
  using _weak_ref_type = CORBA::weak_object_reference<POAManager>;
  enum class State : std::uint32_t { HOLDING, ACTIVE, DISCARDING, INACTIVE };

  /// The manager has been deactivated, for good.
  class AdapterInactive final : public CORBA::UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/PortableServer/POAManager/AdapterInactive:2.3";
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; }
    [[nodiscard]] const char* _name() const noexcept override { return "AdapterInactive"; }
  };

  explicit POAManager(std::shared_ptr<orbweaver::engine::OrbCore> orb);

  /// Requests are carried out. Throws COMM_FAILURE, with the endpoint in its text, if an endpoint
  /// cannot be opened; AdapterInactive.
  void activate();
  /// Requests wait. With `wait_for_completion` returns when those that were accepted have ended;
  /// throws BAD_INV_ORDER if a servant asks for that; AdapterInactive.
  void hold_requests(bool wait_for_completion);
  /// Requests get TRANSIENT (OMG minor 1), one-ways are dropped and counted. Otherwise as
  /// hold_requests.
  void discard_requests(bool wait_for_completion);
  /// Requests get OBJ_ADAPTER (OMG minor 1). `etherealize_objects` changes nothing, as there are no
  /// servant managers. Otherwise as hold_requests.
  void deactivate(bool etherealize_objects, bool wait_for_completion);
  [[nodiscard]] State get_state() const noexcept;

  /// Ours: what the requests pass.
  [[nodiscard]] const std::shared_ptr<orbweaver::server::AdapterGate>& gate() const noexcept {
    return gate_;
  }
  [[nodiscard]] const orbweaver::engine::OrbCore& core() const noexcept { return *orb_; }

 private:
  void change_to(State state, bool wait_for_completion);

  std::shared_ptr<orbweaver::engine::OrbCore> orb_;
  std::shared_ptr<orbweaver::server::AdapterGate> gate_;
};

}  // namespace PortableServer
// NOLINTEND(readability-identifier-naming)
