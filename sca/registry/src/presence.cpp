// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/presence.hpp>

#include <orbweaver/base/minor.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/program/exception_text.hpp>
#include <orbweaver/registry/bounded_call.hpp>

namespace orbweaver::registry {

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

CORBA::object_reference<CORBA::Object> with_own_connection(
    const CORBA::object_reference<CORBA::Object>& object) {
  return corba::with_policies(object, {std::make_shared<RTCORBA::PrivateConnectionPolicy>(true)});
}

PresenceAnswer presence_by_new_connection(const CORBA::object_reference<CORBA::Object>& object) {
  constexpr auto kRefused = static_cast<std::uint32_t>(Minor::no_server_listens);
  try {
    if (!object->_non_existent()) return {};
    return {Presence::unreachable, "its object does not exist any more, though its process runs"};
  } catch (const CORBA::TIMEOUT&) {
    return {Presence::silent, "it did not answer in time"};
  } catch (const CORBA::TRANSIENT& failure) {
    if (failure.minor() != kRefused) return {};
    return {Presence::unreachable,
            "it takes no connections any more, though its process runs: something in it has closed "
            "its sockets"};
  } catch (const CORBA::Exception&) {
    return {};
  }
}

}  // namespace orbweaver::registry
