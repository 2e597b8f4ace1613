// SPDX-License-Identifier: Apache-2.0
// For generated code: an asynchronous call and its results, as C++ types.
#pragma once
#include <orbweaver/client/async_call.hpp>
#include <orbweaver/corba/reply_handler.hpp>
#include <orbweaver/corba/stub.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace orbweaver::corba {

/// A call whose results are `Values`: the result, then the inout and out arguments.
template <class... Values>
class TypedCall final : public client::AsyncCall {
 public:
  using Results = std::tuple<Values...>;

  TypedCall(std::shared_ptr<client::Reference> target, std::string_view operation,
            std::span<const Raises> raises)
      : AsyncCall(std::move(target), operation), raises_(raises) {}

  /// Runs `body`, and keeps its result or its exception. The servant's thread calls it.
  template <class Body>
  void keep_results_of(Body body) noexcept {
    try {
      results_.emplace(body());
    } catch (...) {
      thrown_ = std::current_exception();
    }
  }
  /// The holder of an exception, for the reply handler. It is a part of the call, as there may be
  /// no memory for another object.
  [[nodiscard]] std::shared_ptr<Messaging::ExceptionHolder> hold(std::exception_ptr thrown) {
    return {shared_from_this(), &held_.emplace(std::move(thrown))};
  }
  void set_handler(std::function<void(TypedCall&)> handler) { handler_ = std::move(handler); }

  /// The results. Requires: the call is done, and its results were not taken. Throws the exception
  /// of the call; it is destroyed in the thread that calls take(), even if the lane still holds the
  /// call.
  [[nodiscard]] Results take() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    if (results_) return std::move(*results_);
    if (!outcome()) throw_failure(outcome().error(), request());
    return decode(open_results(*outcome(), raises_, request()), request());
  }

 protected:
  void settled() noexcept override {
    if (const auto handler = std::exchange(handler_, nullptr)) handler(*this);
  }

 private:
  static Results decode(cdr::Decoder& results, const client::ClientRequest& request) {
    const cdr::ValueReader shared{results};
    Results values{cdr::decode<Values>(results)...};  // braces: from left to right
    if (!results.expect_end()) throw_unreadable_results(results, request);
    return values;
  }

  std::span<const Raises> raises_;
  std::function<void(TypedCall&)> handler_;
  std::optional<Results> results_;  // only of a call in this ORB
  std::exception_ptr thrown_;
  std::optional<Messaging::ExceptionHolder> held_;
};

}  // namespace orbweaver::corba
