// Minor codes of Orbweaver, which say in a CORBA exception what exactly has failed.
// What each means: wire/minor_codes.hpp.
#pragma once
#include <cstdint>

namespace orbweaver {

/// The first of them, less one: they are in the vendor range 0x4f570000 ("OW"). 0 is unspecified.
inline constexpr std::uint32_t kMinorBase = 0x4f570000;
enum class Minor : std::uint32_t {
  unspecified = 0,
  no_server_listens = kMinorBase + 1,
  connection_closed = kMinorBase + 2,
  connection_broken = kMinorBase + 3,
  bad_reply = kMinorBase + 4,
  bad_arguments = kMinorBase + 5,
  no_such_object = kMinorBase + 6,
  no_such_operation = kMinorBase + 7,
  no_usable_profile = kMinorBase + 8,
  call_timed_out = kMinorBase + 9,
  queue_full = kMinorBase + 10,
  message_too_large = kMinorBase + 12,
  forwarded_too_often = kMinorBase + 13,
  message_refused = kMinorBase + 14,
  not_begun_in_time = kMinorBase + 15,
  out_of_order = kMinorBase + 16,
  would_wait_for_itself = kMinorBase + 17,
  manager_holds = kMinorBase + 18,
  object_of_other_run = kMinorBase + 19,
  unwritable_value = kMinorBase + 32,
  no_common_code_set = kMinorBase + 33,
  forwarded_elsewhere = kMinorBase + 34,
  wrong_member = kMinorBase + 35,
  value_too_long = kMinorBase + 36,
  value_too_deep = kMinorBase + 37,
  value_too_much = kMinorBase + 38,
  orb_of_parent = kMinorBase + 48,
  /// A minor code of the standard, 1 of TRANSIENT and of OBJ_ADAPTER: the POA manager discards
  /// requests, or is inactive. CORBA 3.3 Part 1, A.5.
  manager_refuses = 0x4f4d0001,
  /// A minor code of the standard, 4 of BAD_INV_ORDER.
  shut_down = 0x4f4d0004,
};

}  // namespace orbweaver
