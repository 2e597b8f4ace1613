#include <orbweaver/corba/servant.hpp>

#include "system_exceptions.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/corba/in_servant.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>

#include <array>

namespace orbweaver::corba {

namespace {

constexpr std::array<std::string_view, 4> kObjectOperations{"_is_a", "_non_existent",
                                                            "_not_existent", "_repository_id"};

void log_unawaited(const engine::ServerRequest& request, const char* what) {
  if (!request.is_awaited())
    log().warn("the servant of {} threw {} in a one-way call, where nobody learns of it",
               request.operation(), what);
}

void refuse_operation(engine::ServerRequest& request) {
  engine::Counters::count(request.orb().counters().requests_refused);
  if (!request.is_awaited())
    log().warn("a one-way call of {} was refused: the object has no such operation",
               request.operation());
  request.fail(engine::Exception::bad_operation, engine::Minor::no_such_operation,
               giop::Completion::no);
}

}  // namespace

void ServerCall::check_arguments() {
  if (!request_.arguments().ok())
    throw_marshal(CORBA::CompletionStatus::COMPLETED_NO, "the arguments");
}

void Servant::handle(engine::ServerRequest& request) noexcept {
  const InServant mark;
  ServerCall call{request};
  try {
    if (!answer_object_operation(call) && !_dispatch(call)) refuse_operation(request);
  } catch (const CORBA::SystemException& exception) {
    log_unawaited(request, exception.what());
    request.fail(exception._rep_id(), exception.minor(), to_giop(exception.completed()));
  } catch (const std::exception& exception) {
    log_unawaited(request, exception.what());
    request.fail(engine::Exception::unknown, engine::Minor::unspecified, giop::Completion::maybe);
  } catch (...) {
    log_unawaited(request, "something that is no exception");
    request.fail(engine::Exception::unknown, engine::Minor::unspecified, giop::Completion::maybe);
  }
}

void Servant::missed(const engine::StreamGap& gap) noexcept {
  const InServant mark;
  try {
    _missed(gap);
  } catch (const std::exception& exception) {
    log().warn("a servant threw {} when told of missing requests", exception.what());
  } catch (...) {
    log().warn("a servant threw something that is no exception when told of missing requests");
  }
}

bool Servant::has_operation(std::string_view operation) const noexcept {
  return std::ranges::find(kObjectOperations, operation) != kObjectOperations.end() ||
         _has_operation(operation);
}

// CORBA 3.3 Part 1, 8.3: the operations that every object has. "_not_existent" is an old spelling
// still in use.
bool Servant::answer_object_operation(ServerCall& call) {
  const auto operation = call.operation();
  if (!operation.starts_with('_')) return false;
  if (operation == "_is_a") {
    const auto id = call.arguments().get_string();
    call.check_arguments();
    call.results().put_boolean(_implements(id));
  } else if (operation == "_non_existent" || operation == "_not_existent") {
    call.results().put_boolean(false);
  } else if (operation == "_repository_id") {
    call.results().put_string(_interface_id());
  } else {
    return false;
  }
  return true;
}

}  // namespace orbweaver::corba
