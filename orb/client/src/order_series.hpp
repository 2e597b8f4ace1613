// SPDX-License-Identifier: Apache-2.0
// The client's side of OrderedDelivery: gives the requests of one series their numbers.
//
// One thread at a time takes a number and gives the request with it to the connection. So on each
// connection the numbers leave in order. A request that certainly did not leave uses no number: the
// next request gets that number.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>

namespace orbweaver::client {

/// Threads: any.
class OrderSeries {
 public:
  explicit OrderSeries(std::uint64_t id) noexcept : id_(id) {}
  [[nodiscard]] std::uint64_t id() const noexcept { return id_; }

  /// The right of one thread to send one request. Lives on the stack of that thread.
  class Sending {
   public:
    /// Blocks while another thread sends, up to the deadline; see is_mine().
    Sending(OrderSeries& series, Deadline deadline);
    ~Sending();
    Sending(const Sending&) = delete;
    Sending& operator=(const Sending&) = delete;

    /// False if the deadline passed first.
    [[nodiscard]] bool is_mine() const noexcept { return is_mine_; }
    /// The number of the request that is sent now. Requires: is_mine().
    [[nodiscard]] std::uint64_t number() const noexcept { return series_.next_; }
    /// The request may have left: the next one has another number.
    void use_number() noexcept { ++series_.next_; }

   private:
    OrderSeries& series_;
    bool is_mine_;
  };

 private:
  const std::uint64_t id_;
  os::Mutex mutex_;
  os::ConditionVariable sending_ended_;
  bool is_taken_ = false;
  std::uint64_t next_ = 1;  // written by the thread that sends
};

}  // namespace orbweaver::client
