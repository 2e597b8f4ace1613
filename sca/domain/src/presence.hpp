// Whether an object of another process is there: one bounded question.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/object.hpp>

#include <string>

namespace orbweaver::domain {

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

}  // namespace orbweaver::domain
