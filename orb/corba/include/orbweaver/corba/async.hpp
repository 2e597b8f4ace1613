// Asynchronous two-way calls (AMI), for generated stubs and for whoever holds their results.
// CORBA 3.3 Part 1, 17. See docs/ami.md.
//
//   auto sum = adder->sendp_add(1, 2);       // sent; the reply comes while this thread goes on
//   use(sum.get());                          // waits for it, or throws what the call raised
//   adder->sendc_add(handler, 1, 2);         // handler->add(3), or handler->add_excep(holder)
#pragma once
#include <orbweaver/client/async_call.hpp>
#include <orbweaver/corba/stub.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace Messaging {

/// Base of the generated reply handlers: objects of this process. One function of a handler is
/// called for each call, once, on the ORB's thread "ow-replies": one at a time for all handlers of
/// an ORB, those of a connection in the order of the replies. What it throws is logged. It may call
/// whatever it likes, also asynchronously; only waiting for all requests to end (shutdown(true)) is
/// refused as in a servant.
class ReplyHandler : public virtual CORBA::LocalObject {
 public:
  static constexpr const char* _id = "IDL:omg.org/Messaging/ReplyHandler:1.0";
};

/// What an asynchronous call raised. Immutable.
class ExceptionHolder {
 public:
  explicit ExceptionHolder(std::exception_ptr exception) noexcept
      : exception_(std::move(exception)) {}
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

namespace orbweaver::corba {

template <class Interface, class Handler>
struct AsyncTraits : IDL::traits<Interface> {
  using replyhandler_base_type = Handler;
  using replyhandler_ref_type = std::shared_ptr<Handler>;
  using replyhandler_weak_ref_type = std::weak_ptr<Handler>;
  // A handler is an object of this process: its own servant.
  using replyhandler_servant_ref_type = std::shared_ptr<Handler>;
  using replyhandler_weak_servant_ref_type = std::weak_ptr<Handler>;
  using replyhandler_traits = IDL::traits<Handler>;
};

/// Runs what a user wrote in a handler.
void run_handler(const std::function<void()>& body) noexcept;

/// A call whose results are `Values`: the result, then the inout and out arguments.
template <class... Values>
class TypedCall final : public client::AsyncCall {
 public:
  using Results = std::tuple<Values...>;

  TypedCall(std::shared_ptr<client::Reference> target, std::string_view operation,
            std::span<const Raises> raises)
      : AsyncCall(std::move(target), operation), raises_(raises) {}

  /// Runs in the servant's thread.
  template <class Body>
  void keep_results_of(Body body) noexcept {
    try {
      results_.emplace(body());
    } catch (...) {
      thrown_ = std::current_exception();
    }
  }
  void set_handler(std::function<void(TypedCall&)> handler) { handler_ = std::move(handler); }

  /// Once done, once. Throws what the call raised, which goes in the thread of who takes it,
  /// whatever of the call the lane still holds.
  [[nodiscard]] Results take() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    if (results_) return std::move(*results_);
    if (!outcome()) throw_failure(outcome().error(), request());
    return decode(open_results(*outcome(), raises_, request()));
  }

 protected:
  void finished() noexcept override {
    if (const auto handler = std::exchange(handler_, nullptr)) handler(*this);
  }

 private:
  static Results decode([[maybe_unused]] cdr::Decoder& results) {
    const cdr::ValueReader shared{results};
    Results values{cdr::decode<Values>(results)...};  // braces: from left to right
    if (!results.ok())
      throw_unreadable(results, CORBA::CompletionStatus::COMPLETED_YES, "the results");
    return values;
  }

  std::span<const Raises> raises_;
  std::function<void(TypedCall&)> handler_;
  std::optional<Results> results_;  // of a call in this ORB
  std::exception_ptr thrown_;
};

/// The result of a call that is under way: what `sendp_` operations return. Like a std::future, but
/// it can be given up: a Pending that goes before the reply came tells the server that nobody waits
/// (CancelRequest) and returns at once.
/// Threads: one at a time.
template <class... Values>
class [[nodiscard]] Pending {
 public:
  using Call = TypedCall<Values...>;

  /// No call.
  Pending() = default;
  explicit Pending(std::shared_ptr<Call> call) noexcept : call_(std::move(call)) {}
  Pending(Pending&&) noexcept = default;
  Pending& operator=(Pending&& other) noexcept {
    if (this != &other) cancel();
    call_ = std::move(other.call_);
    return *this;
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  ~Pending() { cancel(); }

  /// Whether there is a call, whose result was not taken yet. The others but cancel() throw
  /// BAD_INV_ORDER otherwise.
  [[nodiscard]] bool valid() const noexcept { return call_ != nullptr; }
  /// Whether get() would return at once.
  [[nodiscard]] bool ready() const { return call().is_done(); }
  /// Blocks until ready(), or that long. True if ready. The call's own timeout
  /// (RelativeRoundtripTimeout) makes it ready, too.
  bool wait_for(Nanoseconds time) const {
    return time > Nanoseconds::zero() ? call().wait(Deadline::after(time)) : ready();
  }
  bool wait_until(Deadline deadline) const { return call().wait(deadline); }
  /// Waits. Nothing, the one value, or a tuple of the result and the inout and out arguments.
  /// Throws what the call raised: user and system exceptions, TIMEOUT.
  auto get() {
    (void)call().wait(Deadline::never());
    auto values = std::exchange(call_, nullptr)->take();
    if constexpr (sizeof...(Values) == 1)
      return std::get<0>(std::move(values));
    else if constexpr (sizeof...(Values) > 1)
      return values;
  }
  void cancel() noexcept {
    if (call_) std::exchange(call_, nullptr)->abandon();
  }

 private:
  [[nodiscard]] Call& call() const {
    if (!call_)
      throw CORBA::BAD_INV_ORDER(0, CORBA::CompletionStatus::COMPLETED_NO,
                                 "there is no call, or its result was taken");
    return *call_;
  }

  std::shared_ptr<Call> call_;
};

/// What a generated stub makes of the arguments of an asynchronous call, before it is sent.
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
  /// `body` makes the results on the object's servant; it holds copies of the arguments, which
  /// count `bytes` in the lane.
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
    start(client::AsyncCall::Manner::polled);
    return Pending<Values...>{std::move(call_)};
  }
  /// `deliver` gives the results to the handler. Nobody learns of anything if that is nil.
  template <class Handler, class Deliver>
  void sendc(const std::shared_ptr<Handler>& handler, Deliver deliver,
             void (Handler::*excep)(IDL::traits<Messaging::ExceptionHolder>::ref_type)) {
    if (handler)
      call_->set_handler([handler, deliver, excep](Call& call) {
        run_handler([&] { answer(call, *handler, deliver, excep); });
      });
    start(client::AsyncCall::Manner::called_back);
  }

 private:
  template <class Handler, class Deliver, class Excep>
  static void answer(Call& call, Handler& handler, const Deliver& deliver, Excep excep) {
    std::optional<Results> results;
    std::exception_ptr thrown;
    try {
      results.emplace(call.take());
    } catch (...) {
      thrown = std::current_exception();
    }
    if (results) return deliver(handler, *results);
    (handler.*excep)(std::make_shared<Messaging::ExceptionHolder>(std::move(thrown)));
  }

  template <class Skeleton, class Body>
  AsyncStub&& run_on(Skeleton& servant, Body body, std::size_t bytes) {
    bytes_ = bytes;
    body_ = [call = call_.get(), &servant, at = object_.get(), body = std::move(body)]() mutable {
      call->keep_results_of([&] { return ClientCall::run_as_if_remote(body, servant, *at); });
    };
    return std::move(*this);
  }

  void start(client::AsyncCall::Manner manner) {
    if (arguments_ != nullptr && !arguments_->ok())
      throw_unwritable(*arguments_->error(), CORBA::CompletionStatus::COMPLETED_NO);
    if (body_ && collocation_ == wire::Collocation::direct && !object_->shares_lane())
      return call_->run_here(manner, body_);
    const auto started =
        body_ ? engine::start_in_lane(*call_, manner, object_, std::move(body_), bytes_)
              : call_->start(manner);
    if (!started) throw_failure(started.error(), call_->request());
  }

  std::shared_ptr<Call> call_;
  wire::Collocation collocation_;
  cdr::Encoder* arguments_ = nullptr;
  std::shared_ptr<server::ActiveObject> object_;  // in this ORB
  std::function<void()> body_;
  std::size_t bytes_ = 0;
};

}  // namespace orbweaver::corba
