// SPDX-License-Identifier: Apache-2.0
#include "failure/failure.hpp"

#include <cerrno>

namespace orbweaver::transport {

namespace {

Fault fault_to_establish(int code) noexcept {
  switch (code) {
    case ECONNREFUSED:
      return Fault::refused;
    case EACCES:
    case EPERM:
      return Fault::not_permitted;
    case EADDRINUSE:
      return Fault::address_in_use;
    case ETIMEDOUT:
    case EAGAIN:
      return Fault::timed_out;
    case ECONNRESET:
    case EPIPE:
      return Fault::broken;
    default:
      return Fault::unreachable;
  }
}

std::string_view text_of(Fault fault) noexcept {
  switch (fault) {
    case Fault::refused:
      return "no server listens there: start it, or check the address";
    case Fault::unreachable:
      return "no way there: check host, path and network";
    case Fault::not_permitted:
      return "not permitted: another user's socket, or a port or path that needs more rights";
    case Fault::address_in_use:
      return "address in use: stop the program that listens there, or choose another address";
    case Fault::timed_out:
      return "timed out";
    case Fault::closed:
      return "the peer closed the connection";
    case Fault::broken:
      return "the connection broke";
    case Fault::bad_frame:
      return "the peer sent something that is no message, or one over the limit";
    case Fault::out_of_resources:
      return "out of descriptors or memory: see ulimit -n and free memory";
    case Fault::no_room:
      return "no memory for a large message now: other messages are incomplete";
  }
  return "unknown fault";
}

}  // namespace

bool is_shortage(const os::SystemError& error) noexcept {
  return error.code == EMFILE || error.code == ENFILE || error.code == ENOBUFS ||
         error.code == ENOMEM;
}

Failure failure_to_establish(const os::SystemError& error) noexcept {
  return {is_shortage(error) ? Fault::out_of_resources : fault_to_establish(error.code),
          error.code};
}

Failure failure_in_use(const os::SystemError& error) noexcept {
  return {is_shortage(error) ? Fault::out_of_resources : Fault::broken, error.code};
}

std::string describe(const Failure& failure) {
  std::string text{text_of(failure.fault)};
  if (failure.mid_frame) text += " inside a message";
  if (failure.system_error != 0) text += " (" + os::text_of(failure.system_error) + ")";
  return text;
}

}  // namespace orbweaver::transport
