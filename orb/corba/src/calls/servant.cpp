// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/servant.hpp>

#include "exceptions/system_exceptions.hpp"
#include "state/default_poa.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/corba/in_servant.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>

#include <array>
#include <new>

namespace orbweaver::corba {

namespace {

constexpr std::size_t kMostOfWhat = 300;
constexpr std::array<std::string_view, 7> kObjectOperations{
    "_is_a",      "_non_existent", "_not_existent",   "_repository_id",
    "_interface", "_component",    "_domain_managers"};

std::string operation_and_object(const server::ServerRequest& request) {
  return printable(request.operation()) + " of " + request.object().name();
}

// A one-way call has no reply: the log and a counter alone report what the servant threw.
void log_one_way(const server::ServerRequest& request, const std::string& what) {
  if (request.is_awaited()) return;
  wire::Counters::count(request.context().counters.oneways_failed);
  try {
    warn_seldom(request.context().notices.one_way_threw,
                "the servant threw {} in {}, a one-way call, whose caller does not learn of it",
                what, operation_and_object(request));
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): it is counted
  }
}

// A servant may throw a system exception on purpose, as an answer. Any other one is a surprise.
void log_surprise(const server::ServerRequest& request, const std::string& what) {
  if (!request.is_awaited()) return log_one_way(request, what);
  warn_seldom(request.context().notices.servant_threw, "the servant threw {} in {}", what,
              operation_and_object(request));
}

std::string reason_for_client(const server::ServerRequest& request, const std::string& what) {
  if (what.empty() || !request.is_awaited() || !request.may_tell_client()) return {};
  return what;
}

std::string quoted(const char* what) { return "\"" + printable(what, kMostOfWhat) + "\""; }

void fail_by_surprise(server::ServerRequest& request, const std::string& what,
                      std::string_view exception_id) {
  log_surprise(request, what);
  if (!request.is_awaited()) return;
  request.fail(exception_id, 0, giop::Completion::maybe,
               reason_for_client(request, "the servant threw " + what));
}

// The client gets the exception. The log says whose request it was, and how the operator of the
// server can raise a limit that was the reason.
void log_refused_arguments(const server::ServerRequest& request, const char* why) {
  const auto peer = request.peer();
  warn_seldom(request.context().notices.arguments_refused.of(peer),
              "{}: a request for {} was refused: {}", peer, operation_and_object(request),
              printable(why, kMostOfWhat));
}

void log_refused_results(const server::ServerRequest& request, const char* why) {
  warn_seldom(request.context().notices.results_refused, "{}: the results of {} were not sent: {}",
              request.peer(), operation_and_object(request), printable(why, kMostOfWhat));
}

void refuse_operation(server::ServerRequest& request) {
  wire::Counters::count(request.context().counters.requests_refused);
  if (!request.is_awaited())
    warn_seldom(request.context().notices.operation_refused,
                "a one-way call of {} was refused: the object has no such operation",
                operation_and_object(request));
  request.fail(wire::SystemExceptionKind::bad_operation, wire::Minor::no_such_operation,
               giop::Completion::no);
}

}  // namespace

void ServerCall::refuse_arguments(const char* last) {
  const auto what = "the arguments of " + operation_and_object(request_) + last_one(last);
  try {
    throw_unreadable(request_.arguments(), CORBA::CompletionStatus::COMPLETED_NO, what);
  } catch (const CORBA::SystemException& refused) {
    log_refused_arguments(request_, refused.what());
    throw;
  }
}

void ServerCall::note_unheard(const char* exception_id) const {
  log_one_way(request_, exception_id);
}

void ServerCall::check_results() const {
  if (results_ == nullptr || results_->ok()) [[likely]]
    return;
  try {
    throw_unwritable(*results_->error(), CORBA::CompletionStatus::COMPLETED_YES);
  } catch (const CORBA::SystemException& refused) {
    log_refused_results(request_, refused.what());
    throw;
  }
}

CORBA::object_reference<PortableServer::POA> Servant::_default_POA() {
  auto adapter = default_poa();
  if (!adapter)
    throw CORBA::OBJ_ADAPTER(0, CORBA::CompletionStatus::COMPLETED_NO,
                             "there is no ORB that _this() could activate the servant in");
  return adapter;
}

CORBA::object_reference<CORBA::Object> Servant::_this_object() {
  return _default_POA()->servant_to_reference(shared_from_this());
}

namespace {

void fail(server::ServerRequest& request, const CORBA::SystemException& exception) {
  log_one_way(request, printable(exception.what(), kMostOfWhat));
  if (!request.is_awaited()) return;
  request.fail(exception._rep_id(), exception.minor(), to_giop(exception.completed()),
               reason_for_client(request, exception.detail()));
}

}  // namespace

void Servant::handle(server::ServerRequest& request) noexcept try {
  ServerCall call{request};
  try {
    if (!answer_object_operation(call) && !_dispatch(call)) refuse_operation(request);
    call.check_results();
  } catch (const CORBA::SystemException& exception) {
    fail(request, exception);
  } catch (const std::bad_alloc& exception) {
    fail_by_surprise(request, quoted(exception.what()), CORBA::NO_MEMORY::_id);
  } catch (const std::exception& exception) {
    fail_by_surprise(request, quoted(exception.what()), CORBA::UNKNOWN::_id);
  } catch (...) {
    fail_by_surprise(request, "what is no std::exception", CORBA::UNKNOWN::_id);
  }
} catch (const std::bad_alloc&) {  // not even for the exception
  request.fail_without_memory();
}

void Servant::missed(const OrderGap& gap) noexcept {
  const InServant mark;
  try {
    _missed(gap);
  } catch (const std::exception& exception) {
    log().warn("a servant threw {} when it was notified of missing requests",
               printable(exception.what(), kMostOfWhat));
  } catch (...) {
    log().warn(
        "a servant threw something that is no exception when it was notified of missing requests");
  }
}

bool Servant::has_operation(std::string_view operation) const noexcept {
  return std::ranges::find(kObjectOperations, operation) != kObjectOperations.end() ||
         _has_operation(operation);
}

// CORBA 3.3 Part 1, 8.3: the operations that every object has. Old clients spell one of them
// "_not_existent". There is no interface repository, no component model and no domain.
bool Servant::answer_object_operation(ServerCall& call) {
  const auto operation = call.operation();
  if (!operation.starts_with('_')) return false;
  if (operation == "_is_a") {
    const auto id = call.arguments().get_string();
    call.check_arguments("logical_type_id");
    call.results().put_boolean(_implements(id));
  } else if (operation == "_non_existent" || operation == "_not_existent") {
    call.check_arguments();
    call.results().put_boolean(false);
  } else if (operation == "_repository_id") {
    call.check_arguments();
    call.results().put_string(_interface_id());
  } else if (operation == "_component") {
    call.check_arguments();
    encode_object(call.results(), nullptr);
  } else if (operation == "_domain_managers") {
    call.check_arguments();
    call.results().put(std::uint32_t{0});
  } else if (operation == "_interface") {
    throw CORBA::INTF_REPOS(omg_minor(1), CORBA::CompletionStatus::COMPLETED_NO,
                            "this ORB has no interface repository");
  } else {
    return false;
  }
  return true;
}

}  // namespace orbweaver::corba
