// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: the result of an asynchronous call, to wait for.
//
//   auto sum = adder->sendp_add(1, 2);       // sent; the reply comes while this thread goes on
//   use(sum.get());                          // waits for it; throws the exception of the call, if
//                                            it raised one
#pragma once
#include <orbweaver/corba/typed_call.hpp>

#include <memory>
#include <tuple>
#include <utility>

namespace orbweaver::corba {

/// The result of a call that is under way; `sendp_` operations return it. It is like a std::future,
/// but it does not block at its end: if the reply has not come, the destructor cancels the call
/// with a CancelRequest to the server and returns at once. Threads: one at a time.
template <class... Values>
class [[nodiscard]] Pending {
 public:
  /// For generated code: the call itself.
  using Call = TypedCall<Values...>;

  /// Holds no call.
  Pending() = default;
  /// For generated code.
  explicit Pending(std::shared_ptr<Call> call) noexcept : call_(std::move(call)) {}
  Pending(Pending&&) noexcept = default;
  /// Cancels the call that it had before.
  Pending& operator=(Pending&& other) noexcept {
    if (this != &other) cancel();
    call_ = std::move(other.call_);
    return *this;
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  ~Pending() { cancel(); }

  /// Whether there is a call whose result was not taken yet. If not, all other functions but
  /// cancel() throw BAD_INV_ORDER.
  [[nodiscard]] bool valid() const noexcept { return call_ != nullptr; }
  /// Whether get() would return at once.
  [[nodiscard]] bool ready() const { return call().is_done(); }
  /// Blocks until ready(), at most for that time. True if ready. The call becomes ready, too, when
  /// its own timeout ends (RelativeRoundtripTimeout).
  bool wait_for(Nanoseconds time) const {
    return time > Nanoseconds::zero() ? call().wait(Deadline::after(time)) : ready();
  }
  /// Like wait_for(), until a moment. Blocks without limit with Deadline::never().
  bool wait_until(Deadline deadline) const { return call().wait(deadline); }
  /// Blocks until ready(). Returns nothing, the one value, or a tuple of the result and the inout
  /// and out arguments. Throws the exception of the call: a user or system exception, or TIMEOUT.
  auto get() {
    (void)call().wait(Deadline::never());
    auto values = std::exchange(call_, nullptr)->take();
    if constexpr (sizeof...(Values) == 1)
      return std::get<0>(std::move(values));
    else if constexpr (sizeof...(Values) > 1)
      return values;
  }
  /// Ends the wait for the reply: the server gets a CancelRequest, and what it replies is dropped.
  /// Whether the servant carries out the request is unknown. Does nothing without a call. Does not
  /// block.
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

}  // namespace orbweaver::corba
