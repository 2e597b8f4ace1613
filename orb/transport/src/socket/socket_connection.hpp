// SPDX-License-Identifier: Apache-2.0
// A connection over any connected stream socket, through a ByteStream. In the common case a frame
// costs one system call each way.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/transport/polite_spin.hpp>

#include <orbweaver/transport/byte_stream.hpp>
#include "socket/input_buffer.hpp"
#include "socket/loan_memory.hpp"
#include "socket/plain_stream.hpp"
#include "socket/receive_limit.hpp"
#include "socket/socket_pause.hpp"

#include <memory>
#include <optional>
#include <string>

namespace orbweaver::transport {

class SocketConnection final : public Connection {
 public:
  /// `waits_before_polling`: see PoliteSpin.
  SocketConnection(os::UniqueFd socket, const FrameRule& rule, std::string peer,
                   ConnectionTraits traits, SocketPause pause,
                   unsigned waits_before_polling = 0) noexcept;
  /// `stream` is over that socket; null: bytes go through it as they are.
  SocketConnection(os::UniqueFd socket, std::unique_ptr<ByteStream> stream, const FrameRule& rule,
                   std::string peer, ConnectionTraits traits, SocketPause pause,
                   unsigned waits_before_polling = 0) noexcept;
  /// Reads and drops the bytes that have come, without blocking: a socket that is closed over
  /// unread bytes resets the connection, and the peer may lose the last frames sent to it.
  ~SocketConnection() override;

  [[nodiscard]] Result<void, ConnectionFailure> send(std::span<const Bytes> pieces,
                                                     Deadline deadline) override;
  /// Lends memory for a loan. Large memory is lent again when it comes back.
  [[nodiscard]] Chunk loan(std::size_t size) override;
  [[nodiscard]] Result<Frame, ConnectionFailure> receive(Deadline deadline) override;
  [[nodiscard]] Result<std::optional<Frame>, ConnectionFailure> try_receive() override;
  [[nodiscard]] std::optional<Frame> take_at_hand() override;
  [[nodiscard]] bool has_input() override;
  [[nodiscard]] std::size_t partial_size() const noexcept override { return input_.held(); }
  void set_frame_memory(FrameMemory& memory) noexcept override { input_.set_memory(&memory); }
  [[nodiscard]] Bytes refused_header() const noexcept override { return input_.refused_header(); }
  [[nodiscard]] int descriptor() const noexcept override { return socket_.get(); }
  void stop_receiving() noexcept override;
  void finish_sending() noexcept override;
  void shutdown() noexcept override;
  void release() noexcept override;
  [[nodiscard]] std::string peer() const override { return peer_; }
  [[nodiscard]] std::shared_ptr<const security::Identity> identity() const override;

 private:
  enum class Progress { made, would_block };

  [[nodiscard]] std::shared_ptr<LoanMemory> loan_memory();
  void forget_loan_memory() noexcept;
  [[nodiscard]] bool is_settled() const noexcept;
  [[nodiscard]] Result<Frame, ConnectionFailure> settle() noexcept;
  [[nodiscard]] Frame take() noexcept;
  [[nodiscard]] bool awaits_answer() noexcept;
  void poll_a_while(Deadline deadline);
  void poll_for_answer(Deadline deadline);
  void poll_for_messages(Deadline deadline);
  void leave_to_sender(TimePoint until);
  Progress read(os::SocketWait waiting);
  void note_end(const os::SystemError& error) noexcept;
  [[nodiscard]] ConnectionFailure failure_to_send(const os::SystemError& error,
                                                  std::size_t taken) const noexcept;
  [[nodiscard]] ConnectionFailure timed_out_sending(std::size_t taken) const noexcept;
  void adapt_to_size(std::size_t sent_at_once) noexcept;

  os::UniqueFd socket_;
  PlainStream plain_;
  std::unique_ptr<ByteStream> other_;
  ByteStream* const stream_;  // one of the two
  std::string peer_;
  bool has_sent_large_ = false;  // used by the sender alone
  os::Atomic<bool> input_is_unwanted_ = false;
  os::Mutex loan_mutex_;
  bool is_released_ = false;
  std::shared_ptr<LoanMemory> loan_memory_;  // none before the first large loan

  // Used by the receiver alone; apart from the sender's members, so that they share no cache line.
  alignas(64) InputBuffer input_;
  ReceiveLimit receive_limit_;
  PoliteSpin spin_;
  SocketPause pause_;
  // The peer answers the last frame only after it has run, so a poll right after send() finds
  // nothing.
  os::Atomic<bool> expects_answer_{false};
  std::optional<ConnectionFailure> end_;  // the end of the input, once it is known
};

}  // namespace orbweaver::transport
