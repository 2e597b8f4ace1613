// Where an ORB takes one-way requests as datagrams.
//
//   DatagramReceiver ──► its thread: read, find the object ──► lane ──► LaneSequencer ──► servant
//
// Whatever comes may be hostile: it is counted, bounded by what a datagram holds, and never
// answered. No sender is held: what finds its lane full is dropped, and shows as a gap. So a slow
// object delays no other.
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
  /// Begins to take datagrams, unless it does. Throws std::system_error if there is no thread.
  void start(const os::ThreadTraits& traits);
  /// Returns when none is being read any more.
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
