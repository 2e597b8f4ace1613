// SPDX-License-Identifier: Apache-2.0
// Why a call failed. orb/corba turns it into a CORBA system exception.
#pragma once
#include <orbweaver/base/minor.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/transport/connection.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace orbweaver::wire {

/// The standard system exceptions that the ORB itself raises. CORBA 3.3 Part 1, A.5.
enum class SystemExceptionKind {
  unknown,
  bad_param,
  comm_failure,
  inv_objref,
  internal,
  marshal,
  imp_limit,
  no_implement,
  no_resources,
  no_response,
  bad_operation,
  bad_inv_order,
  transient,
  object_not_exist,
  timeout,
  obj_adapter,
  codeset_incompatible,
  no_permission,
};

/// "IDL:omg.org/CORBA/TRANSIENT:1.0" for SystemExceptionKind::transient.
[[nodiscard]] std::string_view repository_id(SystemExceptionKind exception) noexcept;

using orbweaver::kMinorBase;
using orbweaver::Minor;

struct CallFailure {
  SystemExceptionKind exception = SystemExceptionKind::unknown;
  Minor minor = Minor::unspecified;
  giop::Completion completed = giop::Completion::no;
  std::string detail;  // one readable line: where and why
};

/// The failure of a call whose transport failed, after its request was sent, or before.
[[nodiscard]] CallFailure call_failure(const transport::ConnectionFailure& failure,
                                       giop::Completion completed, std::string_view peer);

/// The ORB has been shut down. CORBA 3.3 Part 1, 8.5.5: shutdown.
[[nodiscard]] CallFailure shut_down(giop::Completion completed = giop::Completion::no);
/// fork(2) made this process, and the ORB is its parent's.
[[nodiscard]] CallFailure orb_of_parent();

}  // namespace orbweaver::wire
