// SPDX-License-Identifier: Apache-2.0
// Asks an object of another process whether it exists, with a time limit.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/object.hpp>

#include <string>

namespace orbweaver::registry {

enum class Presence {
  there,        // it answered, with a result or an exception
  gone,         // its process says that it does not exist
  unreachable,  // its process is not there, or the connection broke
  silent,       // no answer until the deadline: it may be busy or hang
};

struct PresenceAnswer {
  Presence presence = Presence::there;
  std::string how;  // why it is not there: "it cannot be reached: TRANSIENT ..."; else empty
};

/// Asks the object. Blocks: for the object's own timeout. Does not throw.
[[nodiscard]] PresenceAnswer presence_of(const CORBA::object_reference<CORBA::Object>& object);

/// Asks the object. Blocks: until the deadline at most. Does not throw.
[[nodiscard]] PresenceAnswer presence_of(const CORBA::object_reference<CORBA::Object>& object,
                                         const Deadline& deadline);

/// Returns a reference to the same object with a connection of its own. The next call makes that
/// connection, and it is closed with the reference.
[[nodiscard]] CORBA::object_reference<CORBA::Object> with_own_connection(
    const CORBA::object_reference<CORBA::Object>& object);

/// Asks an object by a new connection (with_own_connection()); its process is known to live. The
/// answer is `unreachable` if no server listens at its address, or if the process says that the
/// object does not exist. Any other exception means that the object is there: its server may, for
/// example, accept no more connections.
[[nodiscard]] PresenceAnswer presence_by_new_connection(
    const CORBA::object_reference<CORBA::Object>& object);

}  // namespace orbweaver::registry
