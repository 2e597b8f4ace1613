// SPDX-License-Identifier: Apache-2.0
// Minor codes of Orbweaver, in the vendor range 0x4f570000 ("OW"):
//
//   catch (const CORBA::TRANSIENT& failure) {
//     if (failure.minor() == static_cast<std::uint32_t>(orbweaver::Minor::queue_full)) ...
#pragma once
#include <cstdint>

namespace orbweaver {

/// The first number of that range.
inline constexpr std::uint32_t kMinorBase = 0x4f570000;
/// CORBA::SystemException::minor() of what the ORB itself throws. docs/reference/minor-codes.md
/// says more of each.
enum class Minor : std::uint32_t {
  /// no minor code was set.
  unspecified = 0,
  /// TRANSIENT: no server listens at any address of the reference.
  no_server_listens = kMinorBase + 1,
  /// TRANSIENT: the request did not run; COMM_FAILURE: it may have run.
  connection_closed = kMinorBase + 2,
  /// COMM_FAILURE: the call may have run.
  connection_broken = kMinorBase + 3,
  /// MARSHAL: the reply cannot be read.
  bad_reply = kMinorBase + 4,
  /// MARSHAL: client and server come from different IDL, perhaps.
  bad_arguments = kMinorBase + 5,
  /// OBJECT_NOT_EXIST.
  no_such_object = kMinorBase + 6,
  /// BAD_OPERATION.
  no_such_operation = kMinorBase + 7,
  /// TRANSIENT: no address of the reference can be used.
  no_usable_profile = kMinorBase + 8,
  /// TIMEOUT: no reply in time; the call may have run.
  call_timed_out = kMinorBase + 9,
  /// TRANSIENT, TIMEOUT: a queue had no room; nothing ran.
  queue_full = kMinorBase + 10,
  /// IMP_LIMIT: -ORBmaxMessageSize.
  message_too_large = kMinorBase + 12,
  /// TRANSIENT: more than 8 times.
  forwarded_too_often = kMinorBase + 13,
  /// COMM_FAILURE: the server answered MessageError.
  message_refused = kMinorBase + 14,
  /// TIMEOUT: nothing ran.
  not_begun_in_time = kMinorBase + 15,
  /// TRANSIENT: it came after its place in the order was given up; it did not run.
  out_of_order = kMinorBase + 16,
  /// NO_RESOURCES: the call would wait for its own end; nothing ran.
  would_wait_for_itself = kMinorBase + 17,
  /// TIMEOUT, TRANSIENT: the POA manager held it too long; nothing ran.
  manager_holds = kMinorBase + 18,
  /// OBJECT_NOT_EXIST: the reference is of an earlier run of the server.
  object_of_other_run = kMinorBase + 19,
  /// BAD_PARAM, MARSHAL: a value cannot be sent.
  unwritable_value = kMinorBase + 32,
  /// CODESET_INCOMPATIBLE.
  no_common_code_set = kMinorBase + 33,
  /// TRANSIENT: forwarded to an address to which this call cannot follow.
  forwarded_elsewhere = kMinorBase + 34,
  /// BAD_PARAM: the union's discriminator does not select this member.
  wrong_member = kMinorBase + 35,
  /// IMP_LIMIT: -ORBmaxLength.
  value_too_long = kMinorBase + 36,
  /// IMP_LIMIT: -ORBmaxDepth.
  value_too_deep = kMinorBase + 37,
  /// IMP_LIMIT: -ORBmaxDecodedBytes.
  value_too_much = kMinorBase + 38,
  /// BAD_INV_ORDER: fork(2) made this process after its ORB.
  orb_of_parent = kMinorBase + 48,
  /// NO_PERMISSION: the server's rules deny the call to this caller (-ORBrules); nothing ran.
  denied_by_rules = kMinorBase + 49,
  /// A minor code of the standard, 1 of TRANSIENT and of OBJ_ADAPTER: the POA manager discards
  /// requests, or is inactive. CORBA 3.3 Part 1, A.5.
  manager_refuses = 0x4f4d0001,
  /// A minor code of the standard, 4 of BAD_INV_ORDER.
  shut_down = 0x4f4d0004,
};

}  // namespace orbweaver
