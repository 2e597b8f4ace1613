// Puts the fragments of messages together. CORBA 3.3 Part 2, 9.4.9: Fragment Message.
//
// In GIOP 1.2 each fragment names its request, so that fragments of several messages may be mixed.
// In 1.1 none does: there is one incomplete message at a time.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/giop/message.hpp>

#include <cstdint>
#include <map>
#include <optional>

namespace orbweaver::giop {

/// A whole message: its header (more_fragments is false) and all its bytes, header included.
struct Message {
  MessageHeader header;
  Frame frame;
};

struct ReassemblyLimits {
  std::size_t max_message_size = kDefaultMaxMessageSize;
  std::size_t max_messages_in_flight = 16;
  /// Of all incomplete ones together; never more than max_message_size.
  std::size_t max_bytes_in_flight = SIZE_MAX;
};

enum class ReassemblyError {
  bad_header,          // see parse_header
  truncated,           // a fragment or fragmented message too short for its request id
  unexpected,          // a fragment of a message that never began, or a second beginning
  not_fragmentable,    // more_fragments on a type that may not be fragmented
  byte_order_changed,  // a fragment in the other byte order
  too_large,           // a message exceeds max_message_size
  too_many,            // more than max_messages_in_flight are incomplete
  too_much,            // all incomplete ones together exceed max_bytes_in_flight
};
[[nodiscard]] std::string_view describe(ReassemblyError error) noexcept;

/// One for each connection and direction. Not thread-safe: called by whoever reads the connection.
/// Memory: incomplete messages hold at most max_bytes_in_flight together, in buffers at most twice
/// as large.
class Reassembler {
 public:
  explicit Reassembler(ReassemblyLimits limits = {}) noexcept;

  /// Takes one GIOP message as it was framed. A whole message comes back at once, without a copy; a
  /// fragment gives a message when it was the last one. CancelRequest drops what it cancels and
  /// comes back itself. Fails: the stream is broken; send MessageError and close.
  [[nodiscard]] Result<std::optional<Message>, ReassemblyError> accept(Frame frame);
  /// That of the last message that came, for what is said to the peer unasked.
  [[nodiscard]] Version version() const noexcept { return version_; }

 private:
  /// A request id; one more for the message of GIOP 1.1 whose fragments have none.
  using Key = std::uint64_t;
  struct Partial {
    MessageHeader header;
    std::optional<std::uint32_t> request_id;
    Chunk chunk;
    std::size_t size = 0;
  };
  using Outcome = Result<std::optional<Message>, ReassemblyError>;
  [[nodiscard]] Outcome begin(const MessageHeader& header, Bytes message);
  [[nodiscard]] Outcome append(const MessageHeader& header, Bytes fragment);
  void forget(const MessageHeader& cancel, Bytes message) noexcept;
  void hold(Partial& partial, Bytes bytes);
  [[nodiscard]] Message finish(std::map<Key, Partial>::iterator found) noexcept;

  ReassemblyLimits limits_;
  std::map<Key, Partial> partials_;
  std::size_t held_ = 0;
  Version version_;
};

}  // namespace orbweaver::giop
