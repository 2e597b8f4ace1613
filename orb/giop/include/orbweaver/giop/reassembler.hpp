// SPDX-License-Identifier: Apache-2.0
// Puts the fragments of messages together. CORBA 3.3 Part 2, 9.4.9: Fragment Message.
//
// In GIOP 1.2 each fragment has the id of its request, so fragments of several messages may be
// mixed. In 1.1 a fragment has no id, so only one message at a time may be incomplete. Each
// fragment of 1.1 is aligned by itself, so the message that comes out remembers where it was cut.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/giop/message.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace orbweaver::giop {

/// A whole message: its header (more_fragments is false) and all its bytes, header included.
struct Message {
  MessageHeader header;
  Frame frame;
  /// Of a message of GIOP 1.1: how many fragments with content it was put together from; 0 if it
  /// came whole. Where they end stands in the frame's memory, behind the message: see body_of().
  std::uint32_t pieces = 0;
};

/// Where the decoder of a message that was put together finds the ends of its fragments.
[[nodiscard]] std::span<const cdr::Cut> cuts_of(const Message& message) noexcept;

/// A decoder for all that is behind the message header. The message's frame must outlive it.
[[nodiscard]] inline cdr::Decoder body_of(const Message& message) noexcept {
  cdr::Decoder decoder(message.frame.bytes().subspan(kHeaderSize), message.header.byte_order,
                       kHeaderSize);
  if (message.pieces != 0) [[unlikely]]
    decoder.set_cuts(cuts_of(message));
  return decoder;
}

struct ReassemblyLimits {
  std::size_t max_message_size = kDefaultMaxMessageSize;
  std::size_t max_messages_in_flight = 16;
  /// Of all incomplete messages together. At most max_message_size, whatever is set.
  std::size_t max_bytes_in_flight = SIZE_MAX;
};

enum class ReassemblyError {
  bad_header,          // see parse_header
  truncated,           // a fragment or fragmented message too short for its request id
  unexpected,          // a fragment of a message that has not begun, or a second first fragment
  not_fragmentable,    // more_fragments on a type that may not be fragmented
  byte_order_changed,  // a fragment in the other byte order
  too_large,           // a message exceeds max_message_size
  too_many,            // more than max_messages_in_flight are incomplete
  too_much,            // all incomplete messages together exceed max_bytes_in_flight
};
[[nodiscard]] std::string_view describe(ReassemblyError error) noexcept;

/// One for each connection and direction. Threads: the one that reads the connection. Memory:
/// incomplete messages have at most max_bytes_in_flight together, in buffers of at most twice that
/// size.
class Reassembler {
 public:
  explicit Reassembler(ReassemblyLimits limits = {}) noexcept;

  /// Accepts one GIOP message as it was received. Returns a whole message at once, without a copy.
  /// Returns a fragmented message with its last fragment, and nothing with those before. A
  /// CancelRequest drops the incomplete message that it cancels, and is returned itself. Fails: the
  /// stream is broken; the caller sends MessageError and closes.
  [[nodiscard]] Result<std::optional<Message>, ReassemblyError> accept(Frame frame);
  /// The version of the last message, for messages to the peer that answer no request.
  [[nodiscard]] Version version() const noexcept { return version_; }
  /// The bytes of all incomplete messages together.
  [[nodiscard]] std::size_t held() const noexcept { return held_; }

 private:
  /// A request id; or another value for the message of GIOP 1.1, whose fragments have no id.
  using Key = std::uint64_t;
  struct Partial {
    MessageHeader header;
    std::optional<std::uint32_t> request_id;
    Chunk chunk;
    std::size_t size = 0;
    std::vector<std::size_t> ends;  // GIOP 1.1: of the fragments before the last one

    [[nodiscard]] std::size_t held() const noexcept {
      return size + ends.size() * sizeof(cdr::Cut);
    }
  };
  using Outcome = Result<std::optional<Message>, ReassemblyError>;
  [[nodiscard]] Outcome begin(const MessageHeader& header, Bytes message);
  [[nodiscard]] Outcome append(const MessageHeader& header, Bytes fragment);
  void forget(const MessageHeader& cancel, Bytes message) noexcept;
  void hold(Partial& partial, Bytes bytes);
  [[nodiscard]] Message finish(std::map<Key, Partial>::iterator found);

  ReassemblyLimits limits_;
  std::map<Key, Partial> partials_;
  std::size_t held_ = 0;
  Version version_;
};

}  // namespace orbweaver::giop
