// Where an ORB takes one-way requests as datagrams.
//
//   DatagramReceiver ──► its thread: read, find the object ──► lane ──► LaneSequencer ──► servant
//
// Whatever comes may be hostile: it is counted, bounded by what a datagram holds, and never
// answered. Nobody is held: what finds its lane full is dropped, and shows as a gap. So a slow
// object delays no other.
#pragma once
#include <orbweaver/engine/failure.hpp>
#include <orbweaver/engine/options.hpp>
#include <orbweaver/transport/datagram.hpp>

#include <memory>
#include <thread>

namespace orbweaver::engine {

class OrbCore;

class DatagramEndpoint {
 public:
  /// `orb` must outlive the endpoint.
  DatagramEndpoint(OrbCore& orb, std::unique_ptr<transport::DatagramReceiver> receiver) noexcept
      : orb_(orb), receiver_(std::move(receiver)) {}
  ~DatagramEndpoint() { stop(); }
  DatagramEndpoint(const DatagramEndpoint&) = delete;
  DatagramEndpoint& operator=(const DatagramEndpoint&) = delete;

  [[nodiscard]] const transport::UdpAddress& address() const noexcept {
    return receiver_->address();
  }
  /// Begins to take datagrams.
  void start(const os::ThreadTraits& traits);
  /// Returns when none is being read any more.
  void stop() noexcept;

 private:
  void run() noexcept;
  void take(Frame datagram);

  OrbCore& orb_;
  std::unique_ptr<transport::DatagramReceiver> receiver_;
  std::jthread thread_;
};

}  // namespace orbweaver::engine
