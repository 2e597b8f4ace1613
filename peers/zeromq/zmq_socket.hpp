// SPDX-License-Identifier: Apache-2.0
// A libzmq socket that closes itself. Threads: one at a time.
#pragma once
#include <zmq.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace peer {

class ZmqContext {
 public:
  ZmqContext() : context_(zmq_ctx_new()) {}
  ~ZmqContext() { zmq_ctx_term(context_); }
  ZmqContext(const ZmqContext&) = delete;
  ZmqContext& operator=(const ZmqContext&) = delete;

  [[nodiscard]] void* get() const noexcept { return context_; }
  /// Ends what blocks in sockets of this context.
  void shutdown() const noexcept { zmq_ctx_shutdown(context_); }

 private:
  void* context_;
};

/// Every function fails by throwing std::runtime_error with libzmq's words.
class ZmqSocket {
 public:
  /// `kind`: ZMQ_REQ and so on.
  ZmqSocket(const ZmqContext& context, int kind);
  ~ZmqSocket() { zmq_close(socket_); }
  ZmqSocket(const ZmqSocket&) = delete;
  ZmqSocket& operator=(const ZmqSocket&) = delete;

  /// Returns the address with the port that the system chose.
  std::string bind(const std::string& address);
  void connect(const std::string& address);
  /// The longest time that sending and receiving take from now on; they fail then.
  void limit(int timeout_ms);
  /// Blocks while the socket's queue is full.
  void send(const void* bytes, std::size_t size);
  /// Blocks until a message is there. Returns its size; what does not fit into the space is cut
  /// off.
  std::size_t receive(void* space, std::size_t size);
  /// The same with all of the message, whatever its size.
  std::vector<char> receive_all();

 private:
  void* socket_;
};

}  // namespace peer
