// SPDX-License-Identifier: Apache-2.0
// The calls that wait for their replies on a connection: links, each in the memory of the thread
// that waits.
//
//   WaitingCalls   all whose reply has not come, found by their request's id
//   Followers      those of them whose thread sleeps until it is woken
#pragma once
#include <orbweaver/client/client_request.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/wire/waking_lock.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace orbweaver::wire {
class NestedWait;
}

namespace orbweaver::client {

/// The call that a caller waits for, as log lines report it.
struct AwaitedCall {
  const ClientRequest* request = nullptr;  // null: nothing to report
  bool has_timeout = false;
  const wire::NestedWait* of_servant = nullptr;  // set if the caller is a servant
};

/// One link. The connection's lock guards it until its reply has come.
struct WaitingCall {
  std::uint32_t request_id;
  AwaitedCall call;
  std::uint64_t oneways_before;  // the reply proves that the server has read them
  unsigned looks = 0;            // how often WaitReports found it
  bool is_reported = false, is_holder_reported = false;
  std::optional<giop::Message> reply = std::nullopt;
  WaitingCall* older = nullptr;  // in the chain of its id
  WaitingCall* newer = nullptr;

  wire::Sleeper sleeper = {};  // its thread sleeps here
  bool is_following = false;
  bool is_woken_for_reply = false;  // written before the thread is woken, and read after it
  bool is_next_reader = false;      // chosen to read next, and has not taken the lock yet
  WaitingCall* older_follower = nullptr;
  WaitingCall* newer_follower = nullptr;
};

/// A chain for each end of an id. Ids follow each other, so chains are short: their length does not
/// grow before more calls wait than there are chains. Requires the connection's lock.
class WaitingCalls {
 public:
  void add(WaitingCall& call) noexcept {
    auto*& newest = chain_of(call.request_id);
    call.older = newest;
    if (newest != nullptr) newest->newer = &call;
    newest = &call;
    ++count_;
  }
  void remove(WaitingCall& call) noexcept {
    if (call.older != nullptr) call.older->newer = call.newer;
    (call.newer != nullptr ? call.newer->older : chain_of(call.request_id)) = call.older;
    --count_;
  }
  [[nodiscard]] WaitingCall* find(std::uint32_t request_id) const noexcept {
    auto* call = chains_[request_id % kChains];
    while (call != nullptr && call->request_id != request_id) call = call->older;
    return call;
  }
  [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }
  template <class Look>
  void for_each(Look look) const {
    for (auto* call : chains_)
      for (; call != nullptr; call = call->older) look(*call);
  }

 private:
  static constexpr std::size_t kChains = 64;
  [[nodiscard]] WaitingCall*& chain_of(std::uint32_t request_id) noexcept {
    return chains_[request_id % kChains];
  }

  std::array<WaitingCall*, kChains> chains_{};
  std::size_t count_ = 0;
};

/// Requires the connection's lock.
class Followers {
 public:
  void add(WaitingCall& call) noexcept {
    call.is_following = true;
    call.newer_follower = nullptr;
    call.older_follower = newest_;
    if (newest_ != nullptr) newest_->newer_follower = &call;
    newest_ = &call;
  }
  void remove(WaitingCall& call) noexcept {
    call.is_following = false;
    if (call.older_follower != nullptr) call.older_follower->newer_follower = call.newer_follower;
    (call.newer_follower != nullptr ? call.newer_follower->older_follower : newest_) =
        call.older_follower;
  }
  /// Null if there is none.
  [[nodiscard]] WaitingCall* newest() const noexcept { return newest_; }

 private:
  WaitingCall* newest_ = nullptr;
};

}  // namespace orbweaver::client
