// SPDX-License-Identifier: Apache-2.0
// Whether an object of another process is there: one bounded question.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/object.hpp>

#include <string>

namespace orbweaver::registry {

enum class Presence {
  there,        // it answered, whatever it said
  gone,         // its process says that it does not exist
  unreachable,  // its process is not there, or the connection broke
  silent,       // no answer until the deadline: it may be busy, or hang
};

struct PresenceAnswer {
  Presence presence = Presence::there;
  std::string how;  // if it is not there: "it cannot be reached: TRANSIENT ..."
};

/// Blocks: as long as the object's own timeout policy lets it. Does not throw.
[[nodiscard]] PresenceAnswer presence_of(const CORBA::object_reference<CORBA::Object>& object);

/// Blocks: until the deadline at most. Does not throw.
[[nodiscard]] PresenceAnswer presence_of(const CORBA::object_reference<CORBA::Object>& object,
                                         const Deadline& deadline);

/// A reference to the same object: its next call makes a connection that nothing else uses, and
/// that ends with the reference.
[[nodiscard]] CORBA::object_reference<CORBA::Object> with_own_connection(
    const CORBA::object_reference<CORBA::Object>& object);

/// Asks as presence_of() does, for an object by with_own_connection() whose process is known to
/// live. The object is `unreachable` if no server listens where it did, or if its process says that
/// it does not exist. Whatever else a call may raise says that a server is there: it may have all
/// the connections that it takes, for example.
[[nodiscard]] PresenceAnswer presence_by_new_connection(
    const CORBA::object_reference<CORBA::Object>& object);

}  // namespace orbweaver::registry
