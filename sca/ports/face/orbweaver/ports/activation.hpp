// SPDX-License-Identifier: Apache-2.0
// A servant that is active as long as its port lives.
#pragma once
#include <orbweaver/corba/choices.hpp>
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

  /// Activates the servant at the first call. Returns a reference to it. `dispatch` says which
  /// threads run its requests. `type`: the repository id that the reference names, one of the
  /// servant's interfaces; null: the most derived one. A client that expects another interface has
  /// to ask the object (`_is_a`). Throws as POA::activate_object.
  CORBA::object_reference<CORBA::Object> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter, corba::Dispatch dispatch,
      const char* type = nullptr);
  /// Deactivates the servant. Requests that were accepted before are still carried out. Does not
  /// wait for them.
  void end() noexcept;

 private:
  PortableServer::Servant servant_;
  CORBA::object_reference<PortableServer::POA> adapter_;
  std::optional<PortableServer::ObjectId> id_;
};

}  // namespace orbweaver::ports
