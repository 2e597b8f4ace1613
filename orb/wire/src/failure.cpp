// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/failure.hpp>

#include <array>

namespace orbweaver::wire {

std::string_view repository_id(SystemExceptionKind exception) noexcept {
  static constexpr std::array<std::string_view, 18> kIds{
      "IDL:omg.org/CORBA/UNKNOWN:1.0",
      "IDL:omg.org/CORBA/BAD_PARAM:1.0",
      "IDL:omg.org/CORBA/COMM_FAILURE:1.0",
      "IDL:omg.org/CORBA/INV_OBJREF:1.0",
      "IDL:omg.org/CORBA/INTERNAL:1.0",
      "IDL:omg.org/CORBA/MARSHAL:1.0",
      "IDL:omg.org/CORBA/IMP_LIMIT:1.0",
      "IDL:omg.org/CORBA/NO_IMPLEMENT:1.0",
      "IDL:omg.org/CORBA/NO_RESOURCES:1.0",
      "IDL:omg.org/CORBA/NO_RESPONSE:1.0",
      "IDL:omg.org/CORBA/BAD_OPERATION:1.0",
      "IDL:omg.org/CORBA/BAD_INV_ORDER:1.0",
      "IDL:omg.org/CORBA/TRANSIENT:1.0",
      "IDL:omg.org/CORBA/OBJECT_NOT_EXIST:1.0",
      "IDL:omg.org/CORBA/TIMEOUT:1.0",
      "IDL:omg.org/CORBA/OBJ_ADAPTER:1.0",
      "IDL:omg.org/CORBA/CODESET_INCOMPATIBLE:1.0",
      "IDL:omg.org/CORBA/NO_PERMISSION:1.0"};
  static_assert(kIds.size() == static_cast<std::size_t>(SystemExceptionKind::no_permission) + 1);
  return kIds[static_cast<std::size_t>(exception)];
}

namespace {

struct Meaning {
  SystemExceptionKind exception;
  Minor minor;
};

Meaning meaning_of(transport::ConnectionFault fault) noexcept {
  using transport::ConnectionFault;
  switch (fault) {
    case ConnectionFault::refused:
    case ConnectionFault::unreachable:
    case ConnectionFault::not_permitted:
    case ConnectionFault::address_in_use:
      return {SystemExceptionKind::transient, Minor::no_server_listens};
    case ConnectionFault::timed_out:
      return {SystemExceptionKind::timeout, Minor::call_timed_out};
    case ConnectionFault::closed:
      return {SystemExceptionKind::comm_failure, Minor::connection_closed};
    case ConnectionFault::broken:
      return {SystemExceptionKind::comm_failure, Minor::connection_broken};
    case ConnectionFault::bad_frame:
      return {SystemExceptionKind::marshal, Minor::bad_reply};
    case ConnectionFault::out_of_resources:
    case ConnectionFault::no_room:
      return {SystemExceptionKind::no_resources, Minor::unspecified};
  }
  return {SystemExceptionKind::internal, Minor::unspecified};
}

}  // namespace

CallFailure call_failure(const transport::ConnectionFailure& failure, giop::Completion completed,
                         std::string_view peer) {
  const auto [exception, minor] = meaning_of(failure.fault);
  const bool may_be_a_limit = failure.fault == transport::ConnectionFault::bad_frame;
  return {exception, minor, completed,
          std::string{peer} + ": " + transport::describe(failure) +
              (may_be_a_limit ? " (-ORBmaxMessageSize)" : "")};
}

CallFailure shut_down(giop::Completion completed) {
  return {SystemExceptionKind::bad_inv_order, Minor::shut_down, completed,
          "the ORB has been shut down"};
}

CallFailure orb_of_parent() {
  return {SystemExceptionKind::bad_inv_order, Minor::orb_of_parent, giop::Completion::no,
          "fork() or daemon() made this process after its ORB, whose threads and connections are "
          "the parent's: call fork() or daemon() before ORB_init, or ORB_init again in the child "
          "(docs/guides/fork-and-exit.md)"};
}

}  // namespace orbweaver::wire
