// Puts the fragments of GIOP 1.2 messages together. CORBA 3.3 Part 2, 9.4.9: Fragment Message.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/giop/message.hpp>

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
};

enum class ReassemblyError {
  bad_header,          // see parse_header
  truncated,           // a fragment or fragmented message too short for its request id
  unexpected,          // a fragment of a message that never began, or a second beginning
  not_fragmentable,    // more_fragments on a type that may not be fragmented
  byte_order_changed,  // a fragment in the other byte order
  too_large,           // a message, or all incomplete ones together, exceed max_message_size
  too_many,            // more than max_messages_in_flight are incomplete
};
[[nodiscard]] std::string_view describe(ReassemblyError error) noexcept;

/// One for each connection and direction. Not thread-safe: called by whoever reads the connection.
/// Memory: incomplete messages hold at most max_message_size bytes together, in buffers at most
/// twice as large.
class Reassembler {
 public:
  explicit Reassembler(ReassemblyLimits limits = {}) noexcept : limits_(limits) {}

  /// Takes one GIOP message as it was framed. A whole message comes back at once, without a copy; a
  /// fragment gives a message when it was the last one. CancelRequest drops what it cancels and
  /// comes back itself. Fails: the stream is broken; send MessageError and close.
  [[nodiscard]] Result<std::optional<Message>, ReassemblyError> accept(Frame frame);

 private:
  struct Partial {
    MessageHeader header;
    Chunk chunk;
    std::size_t size = 0;
  };
  using Outcome = Result<std::optional<Message>, ReassemblyError>;
  [[nodiscard]] Outcome begin(const MessageHeader& header, Bytes message);
  [[nodiscard]] Outcome append(const MessageHeader& header, Bytes fragment);
  void forget(std::uint32_t request_id) noexcept;
  void hold(Partial& partial, Bytes bytes);
  [[nodiscard]] Message finish(std::map<std::uint32_t, Partial>::iterator found) noexcept;

  ReassemblyLimits limits_;
  std::map<std::uint32_t, Partial> partials_;  // by request id
  std::size_t held_ = 0;
};

}  // namespace orbweaver::giop
