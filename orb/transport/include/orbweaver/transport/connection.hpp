// The contract of a transport: a connection moves frames, both ways, in order. It knows no GIOP: a
// FrameRule says where a frame ends.
//
//   connect(address) ──► Connection ◄── Listener::accept()
//
// Order: frames of one connection arrive in the order in which they were sent, whole or not at all.
// Threads: one thread may send while another receives; two senders, or two receivers, must be
// serialised by the caller. shutdown() may be called by any thread at any time and wakes a blocked
// one. Every implementation passes conformance/.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
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

enum class Fault {
  refused,        // no server listens there
  unreachable,    // no route, no such host, no such path
  not_permitted,  // file permission, or a peer of another user
  address_in_use,
  timed_out,         // the deadline passed
  closed,            // the peer closed in order, between two frames
  broken,            // the peer died or closed inside a frame; or shutdown() was called
  bad_frame,         // the FrameRule refused the header, or gave a size over its limit; see
                     // Connection::refused_header(). Or the peer broke the rules of the transport
  out_of_resources,  // descriptors or memory
};

struct Failure {
  Fault fault = Fault::broken;
  int system_error = 0;  // errno, or 0; negative: a failed name look-up (EAI_...)
  /// timed_out only: whether part of a frame is already under way, so that the connection is of no
  /// more use.
  bool mid_frame = false;
  /// Of send(): how many bytes of its pieces the transport has. All of them, with `broken`: the
  /// peer may get them.
  std::size_t taken = 0;
};
/// One readable line.
[[nodiscard]] std::string describe(const Failure& failure);

/// How far into a loaned chunk its payload begins. What lies before is the transport's, for the
/// pieces that are sent in front of the payload.
inline constexpr std::size_t kLoanHeadroom = 256;

class Connection {
 public:
  /// Never blocks. An orderly end that loses no frame: finish_sending(), receive until `closed`,
  /// destroy. Without the middle step, what the peer sends meanwhile may make the system reset the
  /// connection, and the peer may lose frames that it had not received yet.
  virtual ~Connection() = default;

  /// Hands one frame, or several back to back, to the transport, given as consecutive pieces whose
  /// borders mean nothing: when it returns, the transport has all of it (SYNC_WITH_TRANSPORT). Up
  /// to 16 pieces are one system call at most; more cost one per 16.
  /// Owns: the pieces are the caller's again when it returns, but for a loan() among them.
  /// Blocks: while the peer does not read, up to the deadline.
  /// Fails: timed_out, broken. After mid_frame the next send() goes on with the bytes behind those
  /// that were taken, or the connection must be shut down.
  [[nodiscard]] virtual Result<void, Failure> send(std::span<const Bytes> pieces,
                                                   Deadline deadline) = 0;

  /// Memory for a payload of up to `size` bytes, which send() need not copy if it is a piece that
  /// starts where the payload does, at data() + kLoanHeadroom (aligned to 16), and the pieces of
  /// the same send() before it have at most kLoanHeadroom bytes. A transport that shares no memory
  /// with its peer loans from the heap and gathers; one whose shared memory is full does so, too,
  /// and copies when sending. Owns: the caller, until sent; dropped unsent it is the transport's
  /// again. From send() on it may only be read, as the peer may be reading it, and may be dropped
  /// at once: the transport holds a share until the peer has let go. Sent again, or on another
  /// connection, it is copied. Threads: any, also beside a sender; the chunk may be dropped
  /// anywhere, also after the connection is gone. Blocks: never. Fails with std::bad_alloc only.
  [[nodiscard]] virtual Chunk loan(std::size_t size) {
    return Chunk::of_size(kLoanHeadroom + size);
  }

  /// The next frame.
  /// Blocks: up to the deadline. A timeout loses nothing: the next call goes on.
  /// Fails: timed_out, closed, broken, bad_frame (then the stream is of no more use).
  [[nodiscard]] virtual Result<Frame, Failure> receive(Deadline deadline) = 0;

  /// As receive, but nothing instead of blocking.
  [[nodiscard]] virtual Result<std::optional<Frame>, Failure> try_receive() = 0;

  /// The next frame, if it is at hand: came with earlier ones and costs no system call. The end and
  /// failures are left for receive(). The receiver's call.
  [[nodiscard]] virtual std::optional<Frame> take_at_hand() = 0;

  /// Whether a whole frame, or the end, can be had without blocking. One system call at most, and
  /// none after true until receive(). The receiver's call.
  [[nodiscard]] virtual bool has_input() = 0;

  /// How many bytes have come of a frame that is not whole: by it, who waits long sees whether more
  /// of it comes. The receiver's call, after receive() or try_receive() gave none.
  [[nodiscard]] virtual std::size_t partial_size() const noexcept = 0;

  /// The bytes of the header that FrameRule refused, for as long as the connection lives; empty if
  /// none.
  [[nodiscard]] virtual Bytes refused_header() const noexcept = 0;

  /// Descriptor that polls readable when try_receive() may succeed and nothing is buffered: before
  /// waiting for it, try_receive() must have returned nothing, or has_input() false.
  [[nodiscard]] virtual int descriptor() const noexcept = 0;

  /// No more input is wanted: a blocked receive() ends with `broken`; what was read already may
  /// still be had by nobody. Sending goes on. What the peer still sends is lost; on unix its send()
  /// fails with `broken` from now on, though it may still receive.
  virtual void stop_receiving() noexcept = 0;
  /// All frames are sent: the peer sees `closed` after the last one.
  virtual void finish_sending() noexcept = 0;
  /// Ends both directions at once and wakes whoever blocks.
  virtual void shutdown() noexcept = 0;
  /// Gives the descriptors back, as the destructor would: for a connection that has ended, but that
  /// somebody still has. Nobody may be in any other call but loan(), now or later.
  virtual void release() noexcept = 0;

  /// Human name of the peer, for messages: "unix:@x", "tcp:127.0.0.1:4711".
  [[nodiscard]] virtual std::string peer() const = 0;
};

class Listener {
 public:
  virtual ~Listener() = default;
  /// The next connection.
  /// Threads: one at a time.
  /// Blocks until one comes or stop() is called.
  /// Fails: broken after stop(); out_of_resources: call again, the call rests a while by itself.
  /// A unix peer of another user is refused inside, counted, and not returned.
  [[nodiscard]] virtual Result<std::unique_ptr<Connection>, Failure> accept() = 0;
  /// Where it really listens (port 0 replaced).
  [[nodiscard]] virtual const Address& address() const noexcept = 0;
  /// Whether a connection waits to be accepted and no thread is in accept(). Any thread; never
  /// blocks; false after stop().
  [[nodiscard]] virtual bool has_waiting() noexcept = 0;
  /// Unix peers of other users, turned away so far.
  [[nodiscard]] virtual std::uint64_t refused_peers() const noexcept = 0;
  /// Ends listening, wakes accept(), turns away who waits, removes a socket file if it is still
  /// this one's. Any thread, any time. The destructor does it too.
  virtual void stop() noexcept = 0;
};

/// Fails: refused, unreachable, not_permitted, timed_out, out_of_resources.
[[nodiscard]] Result<std::unique_ptr<Connection>, Failure> connect(const Address& address,
                                                                   const FrameRule& rule,
                                                                   Deadline deadline,
                                                                   ConnectionTraits traits = {});
/// `traits`: of the connections that it accepts.
/// Fails: address_in_use, not_permitted, unreachable, out_of_resources.
[[nodiscard]] Result<std::unique_ptr<Listener>, Failure> listen(const Address& address,
                                                                const FrameRule& rule,
                                                                ConnectionTraits traits = {});

}  // namespace orbweaver::transport
