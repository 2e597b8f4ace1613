#include "presence.hpp"

#include <orbweaver/domain/bounded_call.hpp>
#include <orbweaver/program/exception_text.hpp>

namespace orbweaver::domain {

using program::text_of;

PresenceAnswer presence_of(const CORBA::object_reference<CORBA::Object>& object) {
  const auto unreachable = [](const CORBA::Exception& broken) {
    return PresenceAnswer{Presence::unreachable, "it cannot be reached: " + text_of(broken)};
  };
  try {
    if (object->_non_existent()) return {Presence::gone, "its object does not exist any more"};
    return {};
  } catch (const CORBA::TIMEOUT&) {
    return {Presence::silent, "it did not answer in time"};
  } catch (const CORBA::COMM_FAILURE& broken) {
    return unreachable(broken);
  } catch (const CORBA::TRANSIENT& broken) {
    return unreachable(broken);
  } catch (const CORBA::Exception&) {
    return {};
  }
}

PresenceAnswer presence_of(const CORBA::object_reference<CORBA::Object>& object,
                           const Deadline& deadline) {
  return presence_of(bounded(object, deadline));
}

}  // namespace orbweaver::domain
