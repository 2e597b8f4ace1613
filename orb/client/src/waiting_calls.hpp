// The calls that wait for their replies on a connection: a chain of links, each in the memory of
// the thread that waits.
#pragma once
#include <orbweaver/client/client_request.hpp>
#include <orbweaver/giop/reassembler.hpp>

#include <cstdint>
#include <optional>

namespace orbweaver::wire {
class NestedWait;
}

namespace orbweaver::client {

/// What a caller waits for.
struct AwaitedCall {
  const ClientRequest* request = nullptr;  // null: nothing to report
  bool has_timeout = false;
  const wire::NestedWait* of_servant = nullptr;  // of a servant that waits
};

/// One link. The connection's lock guards it while it is in the chain.
struct WaitingCall {
  std::uint32_t request_id;
  AwaitedCall call;
  std::uint64_t oneways_before;  // the reply proves that the server has read them
  unsigned looks = 0;            // of WaitReports
  bool is_reported = false, is_holder_reported = false;
  std::optional<giop::Message> reply = std::nullopt;
  WaitingCall* older = nullptr;
  WaitingCall* newer = nullptr;
};

/// Requires the connection's lock.
class WaitingCalls {
 public:
  void add(WaitingCall& call) noexcept {
    call.older = newest_;
    if (newest_ != nullptr) newest_->newer = &call;
    newest_ = &call;
  }
  void remove(WaitingCall& call) noexcept {
    if (call.older != nullptr) call.older->newer = call.newer;
    (call.newer != nullptr ? call.newer->older : newest_) = call.older;
  }
  [[nodiscard]] WaitingCall* find(std::uint32_t request_id) const noexcept {
    auto* call = newest_;
    while (call != nullptr && call->request_id != request_id) call = call->older;
    return call;
  }
  [[nodiscard]] bool is_empty() const noexcept { return newest_ == nullptr; }
  [[nodiscard]] bool holds_only(const WaitingCall& call) const noexcept {
    return newest_ == &call && call.older == nullptr;
  }
  /// To walk along the chain.
  [[nodiscard]] WaitingCall* newest() const noexcept { return newest_; }

 private:
  WaitingCall* newest_ = nullptr;
};

}  // namespace orbweaver::client
