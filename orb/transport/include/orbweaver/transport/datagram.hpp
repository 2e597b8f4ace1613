// SPDX-License-Identifier: Apache-2.0
// The contract of the udp transport. It promises less than a Connection, so it is another
// interface: there is no connection, frames go in one direction, and each frame is one datagram.
//
//   DatagramSender::send(frame) ── lost, late, twice, out of order, or well ──► receive(): a frame
//
// Promised: a frame arrives whole, as it was sent, or not at all (UDP's checksum).
// Not promised: that a frame arrives; that it arrives once; that frames arrive in the order of
// sending; that the sender learns of a loss; that a frame is from the sender that it names.
//
// The sender blocks only while its own socket's buffer is full. It never waits for the receiver:
// the system drops frames that the receiver does not take in time. The layer above handles order,
// losses and duplicates, by numbers in the frames (dispatch/sequencer.hpp).
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace orbweaver::transport {

inline constexpr std::size_t kMaxDatagramSize = 65'507;

class DatagramSender {
 public:
  /// Fails: unreachable, out_of_resources. It does not check whether a receiver is there.
  [[nodiscard]] static Result<std::unique_ptr<DatagramSender>, ConnectionFailure> open(
      const UdpAddress& address);

  /// Hands one frame of at most kMaxDatagramSize bytes to the system, as at most 16 pieces.
  /// Threads: any. Blocks: while the socket's buffer is full, which the network card empties.
  /// Fails: refused, if the system has learned that no process received an earlier frame (this one
  /// is not sent); unreachable; bad_frame, if it is too large.
  [[nodiscard]] Result<void, ConnectionFailure> send(std::span<const Bytes> pieces);
  [[nodiscard]] const std::string& peer() const noexcept { return peer_; }

 private:
  DatagramSender(os::UniqueFd socket, std::string peer) noexcept
      : socket_(std::move(socket)), peer_(std::move(peer)) {}

  os::UniqueFd socket_;
  std::string peer_;
};

class DatagramReceiver {
 public:
  /// Fails: address_in_use, not_permitted, unreachable, out_of_resources.
  [[nodiscard]] static Result<std::unique_ptr<DatagramReceiver>, ConnectionFailure> open(
      const UdpAddress& address);

  /// The next datagram, in memory of its own. Skips empty datagrams.
  /// Threads: one at a time. Blocks: until one comes or stop() is called.
  /// Fails: broken after stop(); out_of_resources: the datagram was lost, call again.
  [[nodiscard]] Result<Frame, ConnectionFailure> receive();
  /// The address on which it receives, with the real port instead of 0.
  [[nodiscard]] const UdpAddress& address() const noexcept { return address_; }
  /// Wakes receive(). Any thread, any time.
  void stop() noexcept;

 private:
  DatagramReceiver(os::UniqueFd socket, UdpAddress address);

  os::UniqueFd socket_;
  UdpAddress address_;
  std::unique_ptr<std::byte[]> space_;  // of one datagram of any size
  os::Atomic<bool> is_stopped_ = false;
};

}  // namespace orbweaver::transport
