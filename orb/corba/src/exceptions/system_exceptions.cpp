// SPDX-License-Identifier: Apache-2.0
#include "exceptions/system_exceptions.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/stub.hpp>

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
      failure.exception == wire::SystemExceptionKind::timeout && !limit.empty())
    named.detail += ", " + limit;
  named.detail += ", in " + request.describe();
  throw_failure(named);
}

std::string last_one(const char* name) {
  return name == nullptr ? std::string{} : " (the last one is " + std::string{name} + ")";
}

}  // namespace orbweaver::corba
