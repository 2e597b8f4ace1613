// Asynchronous calls in the order in which they came. They are linked by themselves: a queue needs no
// memory, and a call is in one queue at most.
#pragma once
#include <orbweaver/client/async_call.hpp>

#include <memory>
#include <utility>

namespace orbweaver::client {

/// Threads: one at a time.
class CallQueue {
 public:
  [[nodiscard]] bool is_empty() const noexcept { return first_ == nullptr; }

  void push(std::shared_ptr<AsyncCall> call) noexcept {
    auto& end = is_empty() ? first_ : last_->next_;
    last_ = call.get();
    end = std::move(call);
  }

  /// Requires: not empty.
  [[nodiscard]] std::shared_ptr<AsyncCall> pop() noexcept {
    auto next = std::exchange(first_->next_, nullptr);
    return std::exchange(first_, std::move(next));
  }

 private:
  std::shared_ptr<AsyncCall> first_;
  AsyncCall* last_ = nullptr;  // of those; not used while there are none
};

}  // namespace orbweaver::client
