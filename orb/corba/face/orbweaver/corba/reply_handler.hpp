// SPDX-License-Identifier: Apache-2.0
// The names of module Messaging that asynchronous calls need. CORBA 3.3 Part 1, 17.
#pragma once
#include <orbweaver/corba/object.hpp>

#include <exception>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace Messaging {

/// The base of the generated reply handlers, which are objects of this process. For each call the
/// ORB calls one function of its handler, once, in the ORB's thread "ow-replies". That thread runs
/// all handlers of the ORB, one at a time; for one connection in the order of the replies. The ORB
/// logs an exception of a handler. A handler may make calls, also asynchronous ones. As in a
/// servant, shutdown(true) throws BAD_INV_ORDER.
class ReplyHandler : public virtual CORBA::LocalObject {
 public:
  static constexpr const char* _id = "IDL:omg.org/Messaging/ReplyHandler:1.0";
};

/// The exception that an asynchronous call raised. Immutable.
class ExceptionHolder {
 public:
  /// For the ORB, which makes holders.
  explicit ExceptionHolder(std::exception_ptr exception) noexcept
      : exception_(std::move(exception)) {}
  /// Throws the exception as the call itself would have thrown it: a user or a system exception. It
  /// may be called again.
  [[noreturn]] void raise_exception() const { std::rethrow_exception(exception_); }

 private:
  std::exception_ptr exception_;
};

}  // namespace Messaging

namespace IDL {

template <>
struct traits<Messaging::ExceptionHolder> {
  using ref_type = orbweaver::corba::CheckedReference<Messaging::ExceptionHolder>;
  using in_type = ref_type;
};

}  // namespace IDL

namespace CORBA {

/// Generated for each interface that was compiled with asynchronous calls.
template <class Interface>
struct amic_traits;

}  // namespace CORBA
// NOLINTEND(readability-identifier-naming)
// NOLINTEND(readability-identifier-naming)
