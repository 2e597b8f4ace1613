// SPDX-License-Identifier: Apache-2.0
// A connection that writes a line for each message, and one at its end. It wraps the transport's
// connection if -ORBtrace selects messages or connections.
#pragma once
#include <orbweaver/giop/message.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/trace.hpp>

#include <array>

namespace orbweaver::wire {

/// Threads and blocking: as the connection that it wraps.
class TracedConnection final : public transport::Connection {
 public:
  enum class From { here, there };  // the side that opened it

  TracedConnection(std::unique_ptr<transport::Connection> inner, Trace trace, From from);
  ~TracedConnection() override;

  [[nodiscard]] Result<void, transport::ConnectionFailure> send(std::span<const Bytes> pieces,
                                                                Deadline deadline) override;
  [[nodiscard]] Chunk loan(std::size_t size) override { return inner_->loan(size); }
  [[nodiscard]] Result<Frame, transport::ConnectionFailure> receive(Deadline deadline) override;
  [[nodiscard]] Result<std::optional<Frame>, transport::ConnectionFailure> try_receive() override;
  [[nodiscard]] std::optional<Frame> take_at_hand() override;
  [[nodiscard]] bool has_input() override { return inner_->has_input(); }
  [[nodiscard]] std::size_t partial_size() const noexcept override {
    return inner_->partial_size();
  }
  void set_frame_memory(transport::FrameMemory& memory) noexcept override {
    inner_->set_frame_memory(memory);
  }
  [[nodiscard]] Bytes refused_header() const noexcept override { return inner_->refused_header(); }
  [[nodiscard]] int descriptor() const noexcept override { return inner_->descriptor(); }
  void stop_receiving() noexcept override { inner_->stop_receiving(); }
  void finish_sending() noexcept override {
    note_end_here();
    inner_->finish_sending();
  }
  void shutdown() noexcept override {
    note_end_here();
    inner_->shutdown();
  }
  void release() noexcept override { inner_->release(); }
  [[nodiscard]] std::string peer() const override { return peer_; }
  [[nodiscard]] std::shared_ptr<const security::Identity> identity() const override {
    return inner_->identity();
  }

 private:
  /// Finds the messages in the bytes that are sent; a message may be sent in parts.
  class Outgoing {
   public:
    /// Calls `found` with the header of each message that begins in the first `taken` bytes.
    template <class Found>
    void pass(std::span<const Bytes> pieces, std::size_t taken, Found found);

   private:
    std::array<std::byte, giop::kHeaderSize> header_{};
    std::size_t have_ = 0, left_ = 0;  // of a header; of a message behind its header
  };

  void note_out(std::span<const Bytes> pieces, std::size_t taken);
  void note_in(const Frame& frame) const;
  void note_end(const transport::ConnectionFailure& failure);
  void note_end_here();

  std::unique_ptr<transport::Connection> inner_;
  const Trace trace_;
  const std::string peer_;
  Outgoing outgoing_;                   // the sender's
  os::Atomic<bool> has_ended_ = false;  // and its line was written
};

/// Returns `connection`, wrapped in a TracedConnection if `trace` selects it.
[[nodiscard]] std::unique_ptr<transport::Connection> traced(
    std::unique_ptr<transport::Connection> connection, Trace trace, TracedConnection::From from);

}  // namespace orbweaver::wire
