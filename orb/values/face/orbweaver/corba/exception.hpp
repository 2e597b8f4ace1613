// SPDX-License-Identifier: Apache-2.0
// CORBA exceptions of the IDL-to-C++11 mapping. CORBA 3.3 Part 1, A.5: Standard System Exceptions.
#pragma once
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace orbweaver::corba {
class TextWriter;
}

namespace CORBA {

/// Whether the servant carried out the request: COMPLETED_YES; COMPLETED_NO, then the call may be
/// made again; COMPLETED_MAYBE, then that is unknown. CORBA 3.3 Part 1, A.5.
enum class CompletionStatus : std::uint32_t { COMPLETED_YES, COMPLETED_NO, COMPLETED_MAYBE };
using enum CompletionStatus;

/// The base of all CORBA exceptions. Caught by reference: `catch (const CORBA::Exception&)`.
class Exception : public std::exception {
 public:
  /// The repository id, as "IDL:omg.org/CORBA/TRANSIENT:1.0". Constant text.
  [[nodiscard]] virtual const char* _rep_id() const noexcept = 0;
  /// The name without its modules, as "TRANSIENT". Constant text.
  [[nodiscard]] virtual const char* _name() const noexcept = 0;
};

/// Base of the exceptions that IDL declares.
class UserException : public Exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return _rep_id(); }
  /// For operator<< of text.hpp. Generated for exceptions that have members.
  virtual void _write_members(orbweaver::corba::TextWriter& writer) const { (void)writer; }
};

/// The base of the exceptions that the ORB itself throws, and that every operation may raise. CORBA
/// 3.3 Part 1, A.5.
class SystemException : public Exception {
 public:
  /// More exactly what happened: omg_minor() of a number of CORBA 3.3 Part 1, A.5, or a vendor's
  /// number. 0: it says nothing.
  [[nodiscard]] std::uint32_t minor() const noexcept { return minor_; }
  /// Whether the servant carried out the request.
  [[nodiscard]] CompletionStatus completed() const noexcept { return completed_; }
  /// Name, detail, minor code and completion in one line.
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  /// The cause in words, and where it arose; may be empty.
  [[nodiscard]] const std::string& detail() const noexcept { return detail_; }

 protected:
  /// `name`: as _name(). `detail`: may be empty.
  SystemException(const char* name, std::uint32_t minor, CompletionStatus completed,
                  std::string detail);

 private:
  std::uint32_t minor_;
  CompletionStatus completed_;
  std::string detail_, text_;
};

// clang-format off
#define ORBWEAVER_SYSTEM_EXCEPTIONS(X)                                                             \
  X(UNKNOWN) X(BAD_PARAM) X(NO_MEMORY) X(IMP_LIMIT) X(COMM_FAILURE) X(INV_OBJREF) X(NO_PERMISSION) \
  X(INTERNAL) X(MARSHAL) X(INITIALIZE) X(NO_IMPLEMENT) X(BAD_TYPECODE) X(BAD_OPERATION)            \
  X(NO_RESOURCES) X(NO_RESPONSE) X(PERSIST_STORE) X(BAD_INV_ORDER) X(TRANSIENT) X(FREE_MEM)        \
  X(INV_IDENT) X(INV_FLAG) X(INTF_REPOS) X(BAD_CONTEXT) X(OBJ_ADAPTER) X(DATA_CONVERSION)          \
  X(OBJECT_NOT_EXIST) X(TRANSACTION_REQUIRED) X(TRANSACTION_ROLLEDBACK) X(INVALID_TRANSACTION)     \
  X(INV_POLICY) X(CODESET_INCOMPATIBLE) X(REBIND) X(TIMEOUT) X(TRANSACTION_UNAVAILABLE)            \
  X(TRANSACTION_MODE) X(BAD_QOS)
// clang-format on

#define ORBWEAVER_DECLARE_SYSTEM_EXCEPTION(NAME)                                \
  class NAME final : public SystemException {                                   \
   public:                                                                      \
    static constexpr const char* _id = "IDL:omg.org/CORBA/" #NAME ":1.0";       \
    explicit NAME(std::uint32_t minor = 0,                                      \
                  CompletionStatus completed = CompletionStatus::COMPLETED_NO,  \
                  std::string detail = {})                                      \
        : SystemException(#NAME, minor, completed, std::move(detail)) {}        \
    [[nodiscard]] const char* _rep_id() const noexcept override { return _id; } \
    [[nodiscard]] const char* _name() const noexcept override { return #NAME; } \
  };
/// The standard system exceptions. Each has a constructor (minor = 0, completed = COMPLETED_NO,
/// detail = {}), and may be thrown by servants, too. CORBA 3.3 Part 1, A.5. Orbweaver throws:
///
///   BAD_INV_ORDER       the call cannot be made now: the ORB is shut down, the thread is in a
///                       servant
///   BAD_OPERATION       the servant has no such operation
///   BAD_PARAM           an argument that cannot be: null, out of range, a text that names no
///                       object
///   BAD_TYPECODE        a TypeCode that is incomplete, or does not fit the value
///   CODESET_INCOMPATIBLE   client and server have no code set in common
///   COMM_FAILURE        the connection ended during the call; completed says what is known
///   DATA_CONVERSION     a value that its type, or the peer's code set, cannot hold
///   IMP_LIMIT           a limit of this ORB or of a service (docs/reference/limits.md)
///   INITIALIZE          something was not set up, as the priority of a thread
///   INTF_REPOS          there is no interface repository to ask
///   INV_OBJREF          a nil reference; a local object where a remote one is needed
///   INV_POLICY          policies that contradict each other, or are of another side
///   MARSHAL             octets that are no values of their types; a value that cannot be written
///   NO_IMPLEMENT        an operation that this ORB or this object does not have
///   NO_MEMORY           the allocation of memory failed, here or in the servant
///   NO_PERMISSION       the object refuses this caller
///   NO_RESOURCES        the call would wait for its own end; the system has no more of something
///   OBJECT_NOT_EXIST    the object, its adapter or its ORB has ended
///   OBJ_ADAPTER         the adapter cannot serve the request
///   TIMEOUT             the call's time is over; whether the servant ran is in completed
///   TRANSIENT           the server cannot be reached or is full now: later it may be
///   UNKNOWN             the servant threw something that is no exception of its operation
///
/// Minor codes say which case it is (docs/reference/minor-codes.md). All other exceptions come from
/// servants and from other ORBs alone.
ORBWEAVER_SYSTEM_EXCEPTIONS(ORBWEAVER_DECLARE_SYSTEM_EXCEPTION)
#undef ORBWEAVER_DECLARE_SYSTEM_EXCEPTION

}  // namespace CORBA

namespace orbweaver::corba {

/// A standard minor code: the number of CORBA 3.3 Part 1, A.5 behind the OMG's vendor id.
constexpr std::uint32_t omg_minor(std::uint32_t number) noexcept { return 0x4f4d0000U | number; }

}  // namespace orbweaver::corba
// NOLINTEND(readability-identifier-naming)
