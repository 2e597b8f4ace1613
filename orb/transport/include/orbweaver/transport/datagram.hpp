// The contract of the udp transport, which is weaker than that of a Connection and therefore
// another interface: no connection, one way, one frame for one datagram.
//
//   DatagramSender::send(frame) ── lost, late, twice, out of order, or well ──► receive(): a frame
//
// Promised: a frame arrives whole, as it was sent, or not at all (UDP's checksum). Not promised:
// that it arrives, once, or in the order of sending; that the sender learns of it; that who sent it
// is who it says. The sender is held only while the socket's own buffer is full, never by the
// receiver: what a receiver does not take in time the system drops. Order, loss and doubles are
// seen to above, by numbers in the frames (dispatch/sequencer.hpp).
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace orbweaver::transport {

inline constexpr std::size_t kMaxDatagramSize = 65'507;

class DatagramSender {
 public:
  /// Fails: unreachable, out_of_resources. Whether somebody receives there is not known.
  [[nodiscard]] static Result<std::unique_ptr<DatagramSender>, Failure> open(
      const UdpAddress& address);

  /// Hands one frame of at most kMaxDatagramSize bytes to the system, as at most 16 pieces.
  /// Threads: any. Blocks: while the socket's buffer is full, which the network card empties.
  /// Fails: refused, if the system learned that no process received an earlier one (this one did not
  /// go); unreachable; bad_frame, if it is too large.
  [[nodiscard]] Result<void, Failure> send(std::span<const Bytes> pieces);
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
  [[nodiscard]] static Result<std::unique_ptr<DatagramReceiver>, Failure> open(
      const UdpAddress& address);

  /// The next datagram, in memory of its own; empty ones are passed over.
  /// Threads: one at a time. Blocks: until one comes or stop() is called.
  /// Fails: broken after stop(); out_of_resources: the datagram was lost, call again.
  [[nodiscard]] Result<Frame, Failure> receive();
  /// Where it really receives (port 0 replaced).
  [[nodiscard]] const UdpAddress& address() const noexcept { return address_; }
  /// Wakes receive(). Any thread, any time.
  void stop() noexcept;

 private:
  DatagramReceiver(os::UniqueFd socket, UdpAddress address);

  os::UniqueFd socket_;
  UdpAddress address_;
  std::unique_ptr<std::byte[]> space_;  // of one datagram of any size
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace orbweaver::transport
