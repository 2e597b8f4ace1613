// SPDX-License-Identifier: Apache-2.0
// Memory that two processes share: two numbers that each side spins on, far enough apart, two words
// to sleep at, and room for a message each way.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "sockets.hpp"

namespace raw {

class SharedBlock {
 public:
  /// Room for messages of so many bytes, in memory that no name leads to. Fails: throws.
  SharedBlock(std::size_t request_bytes, std::size_t reply_bytes);
  /// The block behind a descriptor of the other side. Fails: throws.
  SharedBlock(int descriptor, std::size_t request_bytes, std::size_t reply_bytes);
  ~SharedBlock();
  SharedBlock(const SharedBlock&) = delete;
  SharedBlock& operator=(const SharedBlock&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] std::atomic<std::uint64_t>& requests() const noexcept { return head_->requests; }
  [[nodiscard]] std::atomic<std::uint64_t>& replies() const noexcept { return head_->replies; }
  /// What the server sleeps at, and the client.
  [[nodiscard]] std::atomic<std::uint32_t>& server_word() const noexcept {
    return head_->server_word;
  }
  [[nodiscard]] std::atomic<std::uint32_t>& client_word() const noexcept {
    return head_->client_word;
  }
  [[nodiscard]] std::byte* request() const noexcept { return request_; }
  [[nodiscard]] std::byte* reply() const noexcept { return reply_; }

 private:
  struct Head {
    alignas(
        128) std::atomic<std::uint64_t> requests;  // two lines apart: the prefetcher takes pairs
    alignas(128) std::atomic<std::uint64_t> replies;
    alignas(128) std::atomic<std::uint32_t> server_word;
    alignas(128) std::atomic<std::uint32_t> client_word;
  };
  void map(std::size_t request_bytes, std::size_t reply_bytes);

  int descriptor_;
  std::size_t size_ = 0;
  Head* head_ = nullptr;
  std::byte *request_ = nullptr, *reply_ = nullptr;
};

/// Spins until `number` is `wanted`. Looks now and then whether the other side still lives.
/// Fails: throws if it does not.
inline void spin_until(const std::atomic<std::uint64_t>& number, std::uint64_t wanted,
                       const Socket& other) {
  for (std::uint64_t spins = 1;; ++spins) {
    // acquire: pairs with the release of the other side's store, so that its message is there too.
    if (number.load(std::memory_order_acquire) == wanted) return;
    if (spins % (1U << 24) == 0 && other.is_closed_by_peer()) other.receive(nullptr, 1);
  }
}

/// Sets the word to `turn` and wakes the side that sleeps at it: one system call.
void wake(std::atomic<std::uint32_t>& word, std::uint32_t turn);

/// Sleeps until the word is no longer `last`. Looks each second whether the other side still lives.
/// Fails: throws if it does not.
void sleep_while(const std::atomic<std::uint32_t>& word, std::uint32_t last, const Socket& other);

}  // namespace raw
