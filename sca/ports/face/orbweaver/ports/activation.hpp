// A servant that is active as long as its port lives.
#pragma once
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/servant.hpp>

#include <memory>
#include <optional>

namespace orbweaver::ports {

/// Threads: one at a time.
class Activation {
 public:
  /// `servant`: not active yet, and not null.
  explicit Activation(PortableServer::Servant servant) : servant_(std::move(servant)) {}
  ~Activation() { end(); }
  Activation(const Activation&) = delete;
  Activation& operator=(const Activation&) = delete;

  /// The object. Activates it the first time; `dispatch` says which threads run its requests. Throws
  /// what POA::activate_object throws. `type`: the interface that the reference names, one of the
  /// servant's; null: the most derived one. A client that does not know the named one must ask.
  CORBA::object_reference<CORBA::Object> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter, wire::Dispatch dispatch,
      const char* type = nullptr);
  /// Requests that are accepted are still carried out.
  void end() noexcept;

 private:
  PortableServer::Servant servant_;
  CORBA::object_reference<PortableServer::POA> adapter_;
  std::optional<PortableServer::ObjectId> id_;
};

}  // namespace orbweaver::ports
