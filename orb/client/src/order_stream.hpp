// The client's side of OrderedDelivery: gives the requests of one stream their numbers.
//
// A number is taken, and the request with it handed to the connection, in one turn; turns are one
// at a time. So on each connection the numbers leave in order, and a number is used only by a
// request that may have left: one that could not be sent gives it to the next.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>

namespace orbweaver::client {

/// Threads: any.
class OrderStream {
 public:
  explicit OrderStream(std::uint64_t id) noexcept : id_(id) {}
  [[nodiscard]] std::uint64_t id() const noexcept { return id_; }

  /// The right to send. Lives on the stack of the sending thread; ends when it goes.
  class Turn {
   public:
    /// Blocks while another thread sends, up to the deadline; see is_mine().
    Turn(OrderStream& stream, Deadline deadline);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// False if the deadline passed first.
    [[nodiscard]] bool is_mine() const noexcept { return is_mine_; }
    /// The number of the request that is sent now. In a turn that is mine.
    [[nodiscard]] std::uint64_t number() const noexcept { return stream_.next_; }
    /// The request may have left: the next one has another number.
    void use_number() noexcept { ++stream_.next_; }

   private:
    OrderStream& stream_;
    bool is_mine_;
  };

 private:
  const std::uint64_t id_;
  os::Mutex mutex_;
  os::ConditionVariable turn_ended_;
  bool is_taken_ = false;
  std::uint64_t next_ = 1;  // of the thread that has the turn
};

}  // namespace orbweaver::client
