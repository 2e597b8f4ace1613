// SPDX-License-Identifier: Apache-2.0
#include "failure/failure.hpp"

#include <cerrno>

namespace orbweaver::transport {

namespace {

ConnectionFault fault_to_establish(int code) noexcept {
  switch (code) {
    case ECONNREFUSED:
      return ConnectionFault::refused;
    case EACCES:
    case EPERM:
      return ConnectionFault::not_permitted;
    case EADDRINUSE:
      return ConnectionFault::address_in_use;
    case ETIMEDOUT:
    case EAGAIN:
      return ConnectionFault::timed_out;
    case ECONNRESET:
    case EPIPE:
      return ConnectionFault::broken;
    default:
      return ConnectionFault::unreachable;
  }
}

std::string_view text_of(ConnectionFault fault) noexcept {
  switch (fault) {
    case ConnectionFault::refused:
      return "no server listens there: start it, or check the address";
    case ConnectionFault::unreachable:
      return "no way there: check host, path and network";
    case ConnectionFault::not_permitted:
      return "not permitted: another user's socket, or a port or path that needs more rights";
    case ConnectionFault::address_in_use:
      return "address in use: stop the program that listens there, or choose another address";
    case ConnectionFault::timed_out:
      return "timed out";
    case ConnectionFault::closed:
      return "the peer closed the connection";
    case ConnectionFault::broken:
      return "the connection broke";
    case ConnectionFault::bad_frame:
      return "the peer sent something that is no message, or one over the limit";
    case ConnectionFault::out_of_resources:
      return "out of descriptors or memory: see ulimit -n and free memory";
    case ConnectionFault::no_room:
      return "no memory for a large message now: other messages are incomplete";
  }
  return "unknown fault";
}

std::string text_of_stranger(std::uint32_t user) {
  const auto number = std::to_string(user);
  return "the server is of user " + number +
         ", whose servers this program does not call: give it -ORBlocalPeer user:" + number +
         ", or start the server as this user";
}

}  // namespace

bool is_shortage(const os::SystemError& error) noexcept {
  return error.code == EMFILE || error.code == ENFILE || error.code == ENOBUFS ||
         error.code == ENOMEM;
}

ConnectionFailure failure_to_establish(const os::SystemError& error) noexcept {
  return {is_shortage(error) ? ConnectionFault::out_of_resources : fault_to_establish(error.code),
          error.code};
}

ConnectionFailure failure_in_use(const os::SystemError& error) noexcept {
  return {is_shortage(error) ? ConnectionFault::out_of_resources : ConnectionFault::broken,
          error.code};
}

std::string describe(const ConnectionFailure& failure) {
  if (failure.tls) return std::string{failure.tls.text};
  if (failure.server_of) return text_of_stranger(*failure.server_of);
  std::string text{text_of(failure.fault)};
  if (failure.mid_frame) text += " inside a message";
  if (failure.system_error != 0) text += " (" + os::text_of(failure.system_error) + ")";
  return text;
}

}  // namespace orbweaver::transport
