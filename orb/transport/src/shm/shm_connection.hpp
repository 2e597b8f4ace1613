// SPDX-License-Identifier: Apache-2.0
// A connection through shared memory. The client makes the memory and sends it to the server with
// its first message, the Hello. The server accepts the connection without waiting for the Hello,
// and has no memory for that client until then. So a silent client costs as little as over TCP.
//
//   Outbox ──ring, blocks──► Inbox of the peer         each over one half of the memory (Link)
//   the socket: first the Hello, then rings "a message is there"; when it ends, the peer has ended
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/connection.hpp>

#include "shm/inbox.hpp"
#include "shm/outbox.hpp"
#include "socket/identity_by_system.hpp"

#include <atomic>
#include <mutex>

namespace orbweaver::transport::shm {

class ShmConnection final : public Connection {
 public:
  /// `link`: the client's; null for a server, which gets its link with the Hello.
  ShmConnection(os::UniqueFd socket, const FrameRule& rule, std::string peer,
                std::shared_ptr<Link> link, ConnectionTraits traits);
  ~ShmConnection() override;

  [[nodiscard]] Result<void, ConnectionFailure> send(std::span<const Bytes> pieces,
                                                     Deadline deadline) override;
  [[nodiscard]] Chunk loan(std::size_t size) override;
  [[nodiscard]] Result<Frame, ConnectionFailure> receive(Deadline deadline) override;
  [[nodiscard]] Result<std::optional<Frame>, ConnectionFailure> try_receive() override;
  [[nodiscard]] std::optional<Frame> take_at_hand() override;
  [[nodiscard]] bool has_input() override;
  [[nodiscard]] std::size_t partial_size() const noexcept override;
  void set_frame_memory(FrameMemory& memory) noexcept override;
  [[nodiscard]] Bytes refused_header() const noexcept override;
  [[nodiscard]] int descriptor() const noexcept override { return socket_.get(); }
  void stop_receiving() noexcept override;
  void finish_sending() noexcept override;
  void shutdown() noexcept override;
  void release() noexcept override;
  [[nodiscard]] std::string peer() const override { return peer_; }
  [[nodiscard]] std::shared_ptr<const security::Identity> identity() const override {
    return identity_by_system(socket_.get());
  }

 private:
  /// The parts that need the memory.
  // Padding: the link comes first, as it must outlive both ends, and each end has its own cache
  // lines. NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
  struct Ends {
    Ends(std::shared_ptr<Link> shared, int socket, const FrameRule& rule, Nanoseconds poll_time,
         unsigned waits_before_polling, Frames frames)
        : link(std::move(shared)),
          outbox(*link, socket, poll_time),
          inbox(link, socket, rule, poll_time, waits_before_polling, frames) {}
    std::shared_ptr<Link> link;
    alignas(64) Outbox outbox;
    alignas(64) Inbox inbox;
  };

  [[nodiscard]] Ends* ends() const noexcept {
    return ready_.load(std::memory_order_acquire);  // pairs with the store in join()
  }
  [[nodiscard]] Result<Ends*, ConnectionFailure> ends_if_there();
  [[nodiscard]] Result<Ends*, ConnectionFailure> ends_by(Deadline deadline);
  [[nodiscard]] Result<Frame, ConnectionFailure> receive_from(Inbox& inbox, Deadline deadline);
  [[nodiscard]] bool await_hello(std::unique_lock<os::Mutex>& lock, Deadline deadline);
  [[nodiscard]] bool await_the_other(std::unique_lock<os::Mutex>& lock, Deadline deadline);
  [[nodiscard]] Result<Ends*, ConnectionFailure> read_hello();
  [[nodiscard]] Result<std::shared_ptr<Link>, ConnectionFailure> link_of(
      const Hello& hello, os::ReceivedDescriptors& received) const;
  Ends* join(std::shared_ptr<Link> link, unsigned waits_before_polling);
  void let_the_peer_know() noexcept;

  os::UniqueFd socket_;
  FrameRule rule_;
  ConnectionTraits traits_;
  std::string peer_;
  FrameMemory* frame_memory_ = nullptr;
  os::Atomic<bool> input_is_unwanted_ = false, output_has_ended_ = false;

  os::Mutex hello_mutex_;  // guards the arrival of the Hello at a server
  os::ConditionVariable hello_read_;
  bool hello_is_awaited_ = false;
  std::optional<ConnectionFailure> no_hello_;  // why none will come
  std::unique_ptr<Ends> ends_;
  os::Atomic<Ends*> ready_ = nullptr;
};

}  // namespace orbweaver::transport::shm
