// SPDX-License-Identifier: Apache-2.0
// Takes the one-way requests that come as datagrams.
//
//   DatagramReceiver ──► its thread: read, find the object ──► lane ──► LaneSequencer ──► servant
//
// Each datagram may be hostile: the endpoint counts it, never answers it, and reads no more than a
// datagram holds. It makes no sender wait: it drops a request that finds its lane full, which shows
// as a gap. So a slow object delays no other.
#pragma once
#include <orbweaver/os/thread.hpp>
#include <orbweaver/transport/datagram.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/options.hpp>

#include <memory>

namespace orbweaver::server {

struct ServerContext;

class DatagramEndpoint {
 public:
  /// `context` must outlive the endpoint.
  DatagramEndpoint(const ServerContext& context,
                   std::unique_ptr<transport::DatagramReceiver> receiver) noexcept
      : context_(context), receiver_(std::move(receiver)) {}
  ~DatagramEndpoint() { stop(); }
  DatagramEndpoint(const DatagramEndpoint&) = delete;
  DatagramEndpoint& operator=(const DatagramEndpoint&) = delete;

  [[nodiscard]] const transport::UdpAddress& address() const noexcept {
    return receiver_->address();
  }
  /// Begins to take datagrams, unless it has begun. Throws std::system_error if there is no thread.
  void start(const os::ThreadTraits& traits);
  /// Returns when no datagram is being read any more.
  void stop() noexcept;

 private:
  void run() noexcept;
  void take(Frame datagram) noexcept;
  void refuse();

  const ServerContext& context_;
  std::unique_ptr<transport::DatagramReceiver> receiver_;
  os::Thread thread_;
};

}  // namespace orbweaver::server
