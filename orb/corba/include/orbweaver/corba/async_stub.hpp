// SPDX-License-Identifier: Apache-2.0
// For generated code: how a stub sends an asynchronous call.
#pragma once
#include <orbweaver/corba/pending.hpp>
#include <orbweaver/corba/reply_handler.hpp>
#include <orbweaver/corba/typed_call.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace orbweaver::corba {

template <class Interface, class Handler>
struct AsyncTraits : IDL::traits<Interface> {
  using replyhandler_base_type = Handler;
  using replyhandler_ref_type = CORBA::object_reference<Handler>;
  using replyhandler_weak_ref_type = std::weak_ptr<Handler>;
  // A handler is an object of this process, and so its own servant.
  using replyhandler_servant_ref_type = replyhandler_ref_type;
  using replyhandler_weak_servant_ref_type = std::weak_ptr<Handler>;
  using replyhandler_traits = IDL::traits<Handler>;
};

/// Runs a user's handler, and logs an exception that it throws.
void run_handler(const std::function<void()>& body) noexcept;
/// NO_MEMORY, completed maybe; std::bad_alloc where there is no memory for that.
[[nodiscard]] std::exception_ptr no_memory_for_results() noexcept;

/// For generated stubs: an asynchronous call before it is sent.
template <class... Values>
class AsyncStub {
 public:
  using Call = TypedCall<Values...>;
  using Results = std::tuple<Values...>;

  /// Throws INV_OBJREF if `target` is a local object.
  AsyncStub(const CORBA::Object& target, std::string_view operation,
            std::span<const Raises> raises = {})
      : call_(std::make_shared<Call>(shared_reference_of(target, operation), operation, raises)),
        collocation_(async_collocation_for(call_->target())) {}

  [[nodiscard]] bool is_collocated() const noexcept {
    return collocation_ != wire::Collocation::off;
  }
  /// `body` calls the object's servant and returns the results. It holds copies of the arguments,
  /// which count `bytes` in the lane.
  template <class Skeleton, class Body>
  AsyncStub&& run_collocated(Body body, std::size_t bytes) {
    object_ = local_object_of(call_->target());
    return run_on(ClientCall::servant_as<Skeleton>(*object_), std::move(body), bytes);
  }
  template <class Vectors, class Views, class Body>
  AsyncStub&& run_collocated_either(Body body, std::size_t bytes) {
    object_ = local_object_of(call_->target());
    if (auto* const views = dynamic_cast<Views*>(&object_->servant()))
      return run_on(*views, std::move(body), bytes);
    return run_on(ClientCall::servant_as<Vectors>(*object_), std::move(body), bytes);
  }

  [[nodiscard]] cdr::Encoder& arguments() {
    arguments_ = &call_->arguments();
    return *arguments_;
  }

  [[nodiscard]] Pending<Values...> sendp() {
    send(client::AsyncCall::Manner::polled);
    return Pending<Values...>{std::move(call_)};
  }
  /// `deliver` gives the results to the handler. If the handler is nil, results and exceptions are
  /// discarded.
  template <class Handler, class Deliver>
  void sendc(const std::shared_ptr<Handler>& handler, Deliver deliver,
             void (Handler::*excep)(IDL::traits<Messaging::ExceptionHolder>::ref_type)) {
    if (handler)
      call_->set_handler([handler, deliver, excep](Call& call) {
        const auto body = [&] { settle(call, *handler, deliver, excep); };
        run_handler(std::ref(body));  // a function with a copy of it would take memory
      });
    send(client::AsyncCall::Manner::called_back);
  }

 private:
  template <class Handler, class Deliver, class Excep>
  static void settle(Call& call, Handler& handler, const Deliver& deliver, Excep excep) {
    std::optional<Results> results;
    std::exception_ptr thrown;
    try {
      results.emplace(call.take());
    } catch (const std::bad_alloc&) {
      thrown = no_memory_for_results();
    } catch (...) {
      thrown = std::current_exception();
    }
    if (results) return deliver(handler, *results);
    (handler.*excep)(call.hold(std::move(thrown)));
  }

  template <class Skeleton, class Body>
  AsyncStub&& run_on(Skeleton& servant, Body body, std::size_t bytes) {
    bytes_ = bytes;
    body_ = [call = call_.get(), &servant, at = object_.get(), body = std::move(body)]() mutable {
      call->keep_results_of([&] { return ClientCall::run_as_if_remote(body, servant, *at); });
    };
    return std::move(*this);
  }

  void send(client::AsyncCall::Manner manner) try {
    if (arguments_ != nullptr && !arguments_->ok())
      throw_unwritable(*arguments_->error(), CORBA::CompletionStatus::COMPLETED_NO);
    if (body_ && collocation_ == wire::Collocation::direct && !object_->shares_lane())
      return call_->invoke_here(manner, body_);
    const auto sent = body_
                          ? engine::start_in_lane(*call_, manner, object_, std::move(body_), bytes_)
                          : call_->send(manner);
    if (!sent) throw_failure(sent.error(), call_->request());
  } catch (const std::bad_alloc&) {
    throw CORBA::NO_MEMORY(0, CORBA::CompletionStatus::COMPLETED_MAYBE);
  }

  std::shared_ptr<Call> call_;
  wire::Collocation collocation_;
  cdr::Encoder* arguments_ = nullptr;
  std::shared_ptr<server::ActiveObject> object_;  // in this ORB
  std::function<void()> body_;
  std::size_t bytes_ = 0;
};

}  // namespace orbweaver::corba
