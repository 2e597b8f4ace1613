// SPDX-License-Identifier: Apache-2.0
// The contract of a transport: a connection carries frames in both directions, in order. It does
// not know GIOP: a FrameRule says where a frame ends.
//
//   connect(address) ──► Connection ◄── Listener::accept()
//
// Order: frames of one connection arrive in the order in which they were sent, whole or not at all.
// Threads: one thread may send while another receives. The caller serialises several senders, and
// several receivers. Any thread may call shutdown() at any time; it wakes threads that block. Every
// implementation passes conformance/.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/security/identity.hpp>
#include <orbweaver/security/tls_fault.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/transport/connection_traits.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace orbweaver::transport {

/// How to find the end of a frame.
struct FrameRule {
  std::size_t header_size;  // bytes needed to know the size
  std::optional<std::size_t> (*frame_size)(
      Bytes header, std::size_t max_frame_size);  // whole frame; nothing: refused
  std::size_t max_frame_size;
};

enum class ConnectionFault {
  refused,        // no server listens there
  unreachable,    // no route, no such host, no such path
  not_permitted,  // file permission, a peer of another user, or one that TLS does not let in
  address_in_use,
  timed_out,         // the deadline passed
  closed,            // the peer closed in order, between two frames
  broken,            // the peer died or closed inside a frame; or shutdown() was called
  bad_frame,         // the FrameRule refused the header, or gave a size over its limit (see
                     // Connection::refused_header()); or the peer broke the transport's rules
  out_of_resources,  // descriptors or memory
  no_room,           // receive() only: the FrameMemory has none now for the next frame; call again
                     // when it has
};

struct ConnectionFailure {
  ConnectionFault fault = ConnectionFault::broken;
  int system_error = 0;  // errno, or 0; negative: a failed name look-up (EAI_...)
  /// timed_out only: a part of the frame has been sent or received. See send() and receive().
  bool mid_frame = false;
  /// send() only: how many bytes of its pieces the transport has taken. If it has taken all, the
  /// peer may get the frame even with `broken`. With timed_out and mid_frame it may be 0: an
  /// encrypted record is taken as a whole.
  std::size_t taken = 0;
  /// Set if encryption is the cause.
  security::TlsFault tls{};
  /// not_permitted: the server is of this user, which LocalPeers does not name.
  std::optional<std::uint32_t> server_of{};
};
/// One readable line.
[[nodiscard]] std::string describe(const ConnectionFailure& failure);

/// The payload of a loaned chunk begins at this offset. The transport uses the bytes before it for
/// the pieces that are sent before the payload.
inline constexpr std::size_t kLoanHeadroom = 256;

/// Decides when the frames that come in many reads get memory, so that those of all connections
/// together stay within a limit.
class FrameMemory {
 public:
  virtual ~FrameMemory() = default;
  /// Called before the connection takes memory for a frame, of which the header has come. False:
  /// not now. The receiver's thread; called again with each receive(). Never blocks.
  [[nodiscard]] virtual bool take(std::size_t frame_size) noexcept = 0;
  /// So many bytes of that frame have come. The receiver's thread.
  virtual void has_come(std::size_t bytes) noexcept = 0;
  /// That frame is whole, and belongs to the receiver now. The receiver's thread.
  virtual void give_back(std::size_t frame_size) noexcept = 0;
};

class Connection {
 public:
  /// Never blocks. To end without losing a frame: finish_sending(), receive() until `closed`,
  /// destroy. Without the second step, bytes that the peer still sends may make the system reset
  /// the connection, and the peer may lose frames that it has not received yet.
  virtual ~Connection() = default;

  /// Sends one frame, or several one after the other. The pieces are consecutive; they need not
  /// match the frames. When it returns, the transport has all bytes (SYNC_WITH_TRANSPORT). It makes
  /// at most one system call for each 16 pieces.
  /// Owns: the caller may reuse the pieces when it returns, but not a loan() among them.
  /// Blocks: while the peer does not read, up to the deadline.
  /// Fails: timed_out, broken. After timed_out with mid_frame, either the next send() sends the
  /// bytes that were not taken, or the caller shuts the connection down.
  [[nodiscard]] virtual Result<void, ConnectionFailure> send(std::span<const Bytes> pieces,
                                                             Deadline deadline) = 0;

  /// Memory for a payload of up to `size` bytes. The payload begins at data() + kLoanHeadroom,
  /// aligned to 16. send() does not copy the payload if it is one piece that begins there, and if
  /// the pieces before it in the same send() have at most kLoanHeadroom bytes together. A transport
  /// that shares no memory with its peer, or whose shared memory is full, returns memory from the
  /// heap; a shared memory transport copies such a payload. The memory may be that of an earlier
  /// loan, with its content: a transport may keep up to 8 MiB of it until the connection ends.
  /// Owns: the caller, until the payload is sent. A chunk that is dropped unsent goes back to the
  /// transport. After send() the caller may read the chunk but not write to it, as the peer may be
  /// reading it, and may drop it at once: the transport has a share until the peer has dropped its
  /// own. A payload that is sent again, or on another connection, is copied. Threads: any, also
  /// while another thread sends. The chunk may be dropped on any thread, and after the end of the
  /// connection. Blocks: never. Fails with std::bad_alloc only.
  [[nodiscard]] virtual Chunk loan(std::size_t size) {
    return Chunk::of_size(kLoanHeadroom + size);
  }

  /// The next frame.
  /// Blocks: up to the deadline. After timed_out the next call goes on; no byte is lost.
  /// Fails: timed_out, closed, broken, bad_frame. After bad_frame no more frames can be received.
  [[nodiscard]] virtual Result<Frame, ConnectionFailure> receive(Deadline deadline) = 0;

  /// Like receive(), but returns nothing where receive() would block.
  [[nodiscard]] virtual Result<std::optional<Frame>, ConnectionFailure> try_receive() = 0;

  /// The next frame, if it has been read together with earlier ones; no system call. Does not
  /// report the end and failures: receive() does. The receiver's call.
  [[nodiscard]] virtual std::optional<Frame> take_at_hand() = 0;

  /// Whether receive() would return a frame or a failure without blocking. One system call at most;
  /// none if the last call returned true and receive() was not called since. The receiver's call.
  [[nodiscard]] virtual bool has_input() = 0;

  /// How many bytes of the next frame have come, while it is not whole. A receiver that waits long
  /// uses it to see whether more bytes come. The receiver's call, after receive() or try_receive()
  /// returned no frame.
  [[nodiscard]] virtual std::size_t partial_size() const noexcept = 0;

  /// From now on the connection asks before it takes memory for a large frame: one that does not
  /// fit into what a connection reads at once. receive() and try_receive() then may fail with
  /// `no_room`, after which receiving goes on. Call it before the first receive(). `memory` must
  /// outlive the connection's last receive(); what was taken for a frame that never became whole is
  /// its own business. Small frames, and frames that lie in shared memory, need no permission.
  virtual void set_frame_memory(FrameMemory& memory) noexcept = 0;

  /// The header that the FrameRule refused; empty if it refused none. Valid as long as the
  /// connection.
  [[nodiscard]] virtual Bytes refused_header() const noexcept = 0;

  /// A descriptor that becomes readable when more may be received. Wait for it only after
  /// try_receive() returned nothing, or has_input() false: frames that are buffered already do not
  /// make it readable.
  [[nodiscard]] virtual int descriptor() const noexcept = 0;

  /// Ends receiving. receive() fails with `broken`, also one that blocks. Frames that have been
  /// read but not received are discarded, and so is what the peer still sends. Sending goes on.
  /// Over unix sockets the peer's send() fails with `broken` from now on; the peer may still
  /// receive.
  virtual void stop_receiving() noexcept = 0;
  /// Call it after the last frame: the peer receives that frame, and then `closed`.
  virtual void finish_sending() noexcept = 0;
  /// Ends both directions at once, and wakes threads that block.
  virtual void shutdown() noexcept = 0;
  /// Closes the descriptors, as the destructor does, of a connection that has ended but is still
  /// owned. Requires: no thread is in another call, now or later, apart from loan().
  virtual void release() noexcept = 0;

  /// The peer's name for log lines and error messages: "unix:@x", "tcp:127.0.0.1:4711".
  [[nodiscard]] virtual std::string peer() const = 0;

  /// The identity of the peer: of its certificate, or of its process as the system names it;
  /// anonymous over plain TCP, and over TLS before the first frame has come. Threads: any.
  [[nodiscard]] virtual std::shared_ptr<const security::Identity> identity() const = 0;
};

class Listener {
 public:
  virtual ~Listener() = default;
  /// The next connection.
  /// Threads: one at a time.
  /// Blocks until one comes or stop() is called.
  /// Fails: broken after stop(); out_of_resources: call again (the call itself has paused a while).
  /// Refuses, counts and logs unix peers of other users that ConnectionTraits::admission does not
  /// let in; nothing is read of them.
  [[nodiscard]] virtual Result<std::unique_ptr<Connection>, ConnectionFailure> accept() = 0;
  /// The address on which it listens, with the real port instead of 0.
  [[nodiscard]] virtual const Address& address() const noexcept = 0;
  /// Whether a connection waits to be accepted and no thread is in accept(). Any thread; never
  /// blocks; false after stop().
  [[nodiscard]] virtual bool has_waiting() noexcept = 0;
  /// How many unix peers of other users were refused so far.
  [[nodiscard]] virtual std::uint64_t refused_peers() const noexcept = 0;
  /// Ends listening, wakes accept(), closes connections that were not accepted, and removes its
  /// socket file unless another listener has replaced it. Any thread, any time. The destructor does
  /// it, too.
  virtual void stop() noexcept = 0;
};

/// Fails: refused, unreachable, not_permitted, timed_out, out_of_resources.
[[nodiscard]] Result<std::unique_ptr<Connection>, ConnectionFailure> connect(
    const Address& address, const FrameRule& rule, Deadline deadline, ConnectionTraits traits = {});
/// `traits`: those of the connections that it accepts.
/// Fails: address_in_use, not_permitted, unreachable, out_of_resources.
[[nodiscard]] Result<std::unique_ptr<Listener>, ConnectionFailure> listen(
    const Address& address, const FrameRule& rule, ConnectionTraits traits = {});

}  // namespace orbweaver::transport
