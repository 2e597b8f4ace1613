#include "exceptions/system_exceptions.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/corba/union.hpp>

#include <array>

namespace orbweaver::corba {

namespace {

struct StandardException {
  std::string_view repository_id;
  void (*raise)(std::uint32_t minor, CORBA::CompletionStatus completed, const std::string& detail);
};

template <class Exception>
void raise_standard(std::uint32_t minor, CORBA::CompletionStatus completed,
                    const std::string& detail) {
  throw Exception(minor, completed, detail);
}

#define ORBWEAVER_ROW(NAME) StandardException{CORBA::NAME::_id, &raise_standard<CORBA::NAME>},
constexpr std::array kStandardExceptions{ORBWEAVER_SYSTEM_EXCEPTIONS(ORBWEAVER_ROW)};
#undef ORBWEAVER_ROW

}  // namespace

void throw_system_exception(std::string_view repository_id, std::uint32_t minor,
                            giop::Completion completed, const std::string& detail) {
  const auto status = static_cast<CORBA::CompletionStatus>(completed);
  for (const auto& standard : kStandardExceptions)
    if (standard.repository_id == repository_id) standard.raise(minor, status, detail);
  throw CORBA::UNKNOWN(minor, status, printable(repository_id) + " " + detail);
}

void throw_failure(const wire::CallFailure& failure) {
  throw_system_exception(wire::repository_id(failure.exception),
                         static_cast<std::uint32_t>(failure.minor), failure.completed,
                         failure.detail);
}

void throw_failure(const wire::CallFailure& failure, const client::ClientRequest& request) {
  auto named = failure;
  if (const auto limit = request.describe_timeout();
      failure.exception == wire::Exception::timeout && !limit.empty())
    named.detail += ", " + limit;
  named.detail += ", in " + request.describe();
  throw_failure(named);
}

// The minor codes of the OMG: CORBA 3.3 Part 1, A.5.
void throw_unwritable(cdr::EncodeError error, CORBA::CompletionStatus completed) {
  using CORBA::CompletionStatus;
  const std::string detail{cdr::describe(error)};
  switch (error) {
    case cdr::EncodeError::wide_refused:
      throw CORBA::MARSHAL(omg_minor(completed == CompletionStatus::COMPLETED_NO ? 5 : 6),
                           completed, detail);
    case cdr::EncodeError::local_only:
      throw CORBA::MARSHAL(omg_minor(4), completed, detail);
    case cdr::EncodeError::too_deep:
    case cdr::EncodeError::unknown_value:
      throw CORBA::MARSHAL(static_cast<std::uint32_t>(wire::Minor::unwritable_value), completed,
                           detail);
    case cdr::EncodeError::bad_character:
      throw CORBA::DATA_CONVERSION(omg_minor(1), completed, detail);
    case cdr::EncodeError::too_long:
    case cdr::EncodeError::bad_text:
      break;
  }
  throw CORBA::BAD_PARAM(static_cast<std::uint32_t>(wire::Minor::unwritable_value), completed,
                         detail);
}

void check_label(bool is_right) {
  if (!is_right) [[unlikely]]
    throw CORBA::BAD_PARAM(static_cast<std::uint32_t>(wire::Minor::wrong_member),
                           CORBA::CompletionStatus::COMPLETED_NO,
                           "the union's discriminator does not select this member");
}

void throw_marshal(CORBA::CompletionStatus completed, std::string_view what) {
  throw CORBA::MARSHAL(static_cast<std::uint32_t>(wire::Minor::bad_arguments), completed,
                       std::string{what} + " do not fit their type");
}

void throw_unreadable(const cdr::Decoder& failed, CORBA::CompletionStatus completed,
                      std::string_view what) {
  const auto beyond = [&](wire::Minor minor, const std::string& why, std::size_t limit,
                          const std::string& unless = {}) {
    throw CORBA::IMP_LIMIT(static_cast<std::uint32_t>(minor), completed,
                           std::string{what} + why + std::to_string(limit) + unless);
  };
  if (failed.error() == cdr::DecodeError::too_long)
    beyond(wire::Minor::value_too_long, " hold a sequence or string longer than -ORBmaxLength ",
           failed.limits().length);
  if (failed.error() == cdr::DecodeError::too_deep)
    beyond(wire::Minor::value_too_deep, " are nested deeper than -ORBmaxDepth ",
           failed.limits().depth,
           " (value types: " + std::to_string(cdr::ValueReader::kUsualDepth) + " if that is more)");
  if (failed.error() == cdr::DecodeError::too_much)
    beyond(wire::Minor::value_too_much,
           " take more bytes of memory, once they are read, than -ORBmaxDecodedBytes ",
           failed.limits().memory);
  if (failed.error() == cdr::DecodeError::no_factory)
    throw CORBA::MARSHAL(omg_minor(1), completed,
                         std::string{what} + ": " + std::string{cdr::describe(*failed.error())});
  if (failed.error() == cdr::DecodeError::surplus)
    throw CORBA::MARSHAL(static_cast<std::uint32_t>(wire::Minor::bad_arguments), completed,
                         std::string{what} +
                             " are followed by more octets: client and server may have been built "
                             "from different versions of the IDL");
  throw_marshal(completed, what);
}

std::string last_one(const char* name) {
  return name == nullptr ? std::string{} : " (the last one is " + std::string{name} + ")";
}

}  // namespace orbweaver::corba
