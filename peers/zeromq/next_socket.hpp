// SPDX-License-Identifier: Apache-2.0
// The next component of the pipeline, as the one before it sees it.
#pragma once
#include <mutex>
#include <optional>
#include <string>

#include "packet.hpp"
#include "pipeline_options.hpp"
#include "zmq_socket.hpp"

namespace peer {

/// Threads: any may send; a socket of ZeroMQ has one at a time, so they take turns.
class NextSocket {
 public:
  /// Takes everything and sends nothing if `next` is empty.
  /// Fails: throws std::runtime_error, std::invalid_argument.
  NextSocket(const ZmqContext& context, const PipelineOptions& options);

  /// Blocks: while the queue is full (one-way), until the answer (two-way); at most the timeout.
  /// Fails: throws std::runtime_error that names the packet and the cause.
  void send(const Packet& packet);

 private:
  void call(const Packet& packet);

  std::mutex mutex_;
  std::optional<ZmqSocket> socket_;
  Messaging messaging_;
  int call_timeout_ms_;
};

}  // namespace peer
