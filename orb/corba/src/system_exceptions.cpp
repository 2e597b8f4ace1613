#include "system_exceptions.hpp"

#include <orbweaver/corba/stub.hpp>

namespace orbweaver::corba {

void throw_system_exception(std::string_view repository_id, std::uint32_t minor,
                            giop::Completion completed, std::string detail) {
  const auto status = static_cast<CORBA::CompletionStatus>(completed);
#define ORBWEAVER_THROW_IF(NAME) \
  if (repository_id == CORBA::NAME::_id) throw CORBA::NAME(minor, status, std::move(detail));
  ORBWEAVER_SYSTEM_EXCEPTIONS(ORBWEAVER_THROW_IF)
#undef ORBWEAVER_THROW_IF
  throw CORBA::UNKNOWN(minor, status, std::string{repository_id} + " " + detail);
}

void throw_failure(const engine::CallFailure& failure) {
  throw_system_exception(engine::repository_id(failure.exception),
                         static_cast<std::uint32_t>(failure.minor), failure.completed,
                         failure.detail);
}

void throw_marshal(CORBA::CompletionStatus completed, std::string_view what) {
  throw CORBA::MARSHAL(static_cast<std::uint32_t>(engine::Minor::bad_arguments), completed,
                       std::string{what} + " do not fit their type");
}

}  // namespace orbweaver::corba
