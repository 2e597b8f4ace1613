// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/minor_codes.hpp>

namespace orbweaver::wire {

// No default: the compiler reports a code without a row.
MinorCode explain(Minor minor) noexcept {
  switch (minor) {
    case Minor::no_server_listens:
      return {
          "TRANSIENT",
          "no server listens at any address of the reference, or none can be reached: start it, or "
          "check host, port and path"};
    case Minor::connection_closed:
      return {"TRANSIENT, COMM_FAILURE",
              "the connection was closed. TRANSIENT: the request did not run; COMM_FAILURE: it may "
              "have run"};
    case Minor::connection_broken:
      return {"COMM_FAILURE", "the connection broke while the call was under way: it may have run"};
    case Minor::bad_reply:
      return {"MARSHAL", "the reply cannot be read"};
    case Minor::bad_arguments:
      return {
          "MARSHAL",
          "arguments, results or the members of an exception do not fit their types: client and "
          "server come from different IDL, perhaps"};
    case Minor::no_such_object:
      return {"OBJECT_NOT_EXIST", "the server has no such object, or has it no longer"};
    case Minor::no_such_operation:
      return {"BAD_OPERATION",
              "the object has no such operation: client and server come from different IDL"};
    case Minor::no_usable_profile:
      return {"TRANSIENT", "no address of the reference can be used (`-ORBtransport`)"};
    case Minor::call_timed_out:
      return {"TIMEOUT",
              "no reply within the call timeout, which the message names: it may have run"};
    case Minor::queue_full:
      return {"TRANSIENT, TIMEOUT",
              "a queue had no room: the send queue (`-ORBsendQueue`), the window of asynchronous "
              "calls, "
              "an object's lane (`-ORBlaneDepth`), or a thread pool's buffer; nothing ran"};
    case Minor::message_too_large:
      return {
          "IMP_LIMIT",
          "a request or reply has more bytes than `-ORBmaxMessageSize` of the ORB that made it"};
    case Minor::forwarded_too_often:
      return {"TRANSIENT", "the object was forwarded more than 8 times"};
    case Minor::message_refused:
      return {
          "COMM_FAILURE",
          "the server answered MessageError: it could not read what it got, or found it too large; "
          "its log has the reason"};
    case Minor::not_begun_in_time:
      return {"TIMEOUT", "the call did not begin within the call timeout: nothing ran"};
    case Minor::out_of_order:
      return {"TRANSIENT",
              "the request came after its place in the order was given up: it did not run"};
    case Minor::would_wait_for_itself:
      return {
          "NO_RESOURCES",
          "the call would wait for its own end ([law 4](../understand/ordering.md)): nothing ran"};
    case Minor::manager_holds:
      return {
          "TIMEOUT, TRANSIENT",
          "the object's POAManager held the request too long, or too many wait there: nothing ran"};
    case Minor::object_of_other_run:
      return {
          "OBJECT_NOT_EXIST",
          "the reference is of an earlier run of the server, or of another server: get it anew, or "
          "use a PERSISTENT adapter, and `-ORBserverName`"};
    case Minor::unwritable_value:
      return {"BAD_PARAM, MARSHAL", "a value cannot be sent; the message says why"};
    case Minor::no_common_code_set:
      return {"CODESET_INCOMPATIBLE", "client and server have no code set in common"};
    case Minor::forwarded_elsewhere:
      return {"TRANSIENT", "the object was forwarded to a place to which this call cannot follow"};
    case Minor::wrong_member:
      return {"BAD_PARAM", "the union's discriminator does not select this member"};
    case Minor::value_too_long:
      return {"IMP_LIMIT", "a sequence or string is longer than `-ORBmaxLength`"};
    case Minor::value_too_deep:
      return {"IMP_LIMIT", "values are nested deeper than `-ORBmaxDepth`"};
    case Minor::value_too_much:
      return {"IMP_LIMIT", "values take more memory than `-ORBmaxDecodedBytes`"};
    case Minor::orb_of_parent:
      return {"BAD_INV_ORDER",
              "fork() made this process after its ORB: [what works](../guides/fork-and-exit.md)"};
    case Minor::denied_by_rules:
      return {"NO_PERMISSION",
              "the server's [rules](../guides/security.md) deny this call to this caller; its log "
              "names the caller and the rule"};
    case Minor::unspecified:
    case Minor::manager_refuses:
    case Minor::shut_down:
      break;
  }
  return {};
}

}  // namespace orbweaver::wire
