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

enum class CompletionStatus : std::uint32_t { COMPLETED_YES, COMPLETED_NO, COMPLETED_MAYBE };
using enum CompletionStatus;

class Exception : public std::exception {
 public:
  [[nodiscard]] virtual const char* _rep_id() const noexcept = 0;
  [[nodiscard]] virtual const char* _name() const noexcept = 0;
};

/// Base of the exceptions that IDL declares.
class UserException : public Exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return _rep_id(); }
  /// For operator<< of text.hpp. Generated for exceptions that have members.
  virtual void _write_members(orbweaver::corba::TextWriter& writer) const { (void)writer; }
};

class SystemException : public Exception {
 public:
  [[nodiscard]] std::uint32_t minor() const noexcept { return minor_; }
  [[nodiscard]] CompletionStatus completed() const noexcept { return completed_; }
  /// Name, detail, minor code and completion in one line.
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  /// The cause in words, and where it arose; may be empty.
  [[nodiscard]] const std::string& detail() const noexcept { return detail_; }

 protected:
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
ORBWEAVER_SYSTEM_EXCEPTIONS(ORBWEAVER_DECLARE_SYSTEM_EXCEPTION)
#undef ORBWEAVER_DECLARE_SYSTEM_EXCEPTION

}  // namespace CORBA

namespace orbweaver::corba {

/// A standard minor code: the number of CORBA 3.3 Part 1, A.5 behind the OMG's vendor id.
constexpr std::uint32_t omg_minor(std::uint32_t number) noexcept { return 0x4f4d0000U | number; }

}  // namespace orbweaver::corba
// NOLINTEND(readability-identifier-naming)
