// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/copy_bytes.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/giop/request_id.hpp>

#include <algorithm>
#include <cstring>

namespace orbweaver::giop {
namespace {

constexpr std::size_t kRequestIdSize = 4;
constexpr std::size_t kFlagsPosition = 6;
constexpr std::size_t kSizePosition = 8;

constexpr std::uint64_t kUnnamed = std::uint64_t{1} << 32;

constexpr std::size_t cuts_begin(std::size_t message_size) noexcept {
  return message_size + cdr::padding(message_size, alignof(cdr::Cut));
}

// Puts the table of the cuts behind a message of `size` bytes. The last of its fragments ends with
// it. Returns the memory that holds both.
Chunk with_cuts(const Chunk& message, std::size_t size, const std::vector<std::size_t>& ends) {
  const std::size_t begin = cuts_begin(size);
  auto chunk = Chunk::of_size(begin + (ends.size() + 1) * sizeof(cdr::Cut));
  copy_bytes(chunk.data(), message.data(), size);
  const auto put = [&](std::size_t index, std::size_t end) {
    const cdr::Cut cut{static_cast<std::uint32_t>(end - kHeaderSize),
                       static_cast<std::uint32_t>(size - kHeaderSize)};
    std::memcpy(chunk.data() + begin + index * sizeof cut, &cut, sizeof cut);
  };
  for (std::size_t i = 0; i < ends.size(); ++i) put(i, ends[i]);
  put(ends.size(), size);
  return chunk;
}

bool may_be_fragmented(const MessageHeader& header) noexcept {
  switch (header.type) {
    case MessageType::request:
    case MessageType::reply:
    case MessageType::locate_reply:
      return true;
    case MessageType::locate_request:
      return header.version.minor >= 2;
    default:
      return false;
  }
}

bool names_its_request(const MessageHeader& header) noexcept { return header.version.minor >= 2; }

Result<MessageHeader, ReassemblyError> read_header(Bytes message, std::size_t max_size) noexcept {
  if (message.size() < kHeaderSize) return unexpected{ReassemblyError::truncated};
  const auto header = parse_header(message, max_size);
  if (!header) {
    return unexpected{header.error() == FramingError::too_large ? ReassemblyError::too_large
                                                                : ReassemblyError::bad_header};
  }
  if (header->body_size != message.size() - kHeaderSize)
    return unexpected{ReassemblyError::truncated};
  return *header;
}

}  // namespace

std::string_view describe(ReassemblyError error) noexcept {
  switch (error) {
    case ReassemblyError::bad_header:
      return "a message has no GIOP header";
    case ReassemblyError::truncated:
      return "a message is shorter than its header says or too short for its request id";
    case ReassemblyError::unexpected:
      return "a fragment belongs to no message, or a message begins twice";
    case ReassemblyError::not_fragmentable:
      return "a message is fragmented whose type may not be";
    case ReassemblyError::byte_order_changed:
      return "a fragment has another byte order than its message";
    case ReassemblyError::too_large:
      return "a message exceeds the size limit";
    case ReassemblyError::too_many:
      return "more fragmented messages are incomplete than the limit";
    case ReassemblyError::too_much:
      return "the incomplete messages together exceed the limit of their bytes";
  }
  return "unknown reassembly error";
}

Reassembler::Reassembler(ReassemblyLimits limits) noexcept : limits_(limits) {
  limits_.max_bytes_in_flight = std::min(limits.max_bytes_in_flight, limits.max_message_size);
}

Result<std::optional<Message>, ReassemblyError> Reassembler::accept(Frame frame) {
  const Bytes message = frame.bytes();
  const auto header = read_header(message, limits_.max_message_size);
  if (!header) return unexpected{header.error()};
  version_ = header->version;
  const bool has_id = header->body_size >= kRequestIdSize;
  if (header->type == MessageType::fragment || header->more_fragments) {
    if (!has_id && names_its_request(*header)) return unexpected{ReassemblyError::truncated};
  }
  if (header->type == MessageType::fragment) return append(*header, message);
  if (header->more_fragments) return begin(*header, message);
  if (header->type == MessageType::cancel_request) {
    if (!has_id) return unexpected{ReassemblyError::truncated};
    forget(*header, message);
  }
  return Message{*header, std::move(frame)};
}

Reassembler::Outcome Reassembler::begin(const MessageHeader& header, Bytes message) {
  if (!may_be_fragmented(header)) return unexpected{ReassemblyError::not_fragmentable};
  const auto request_id = request_id_of(header, message);
  const Key key = names_its_request(header) ? *request_id : kUnnamed;
  if (partials_.contains(key)) return unexpected{ReassemblyError::unexpected};
  if (partials_.size() >= limits_.max_messages_in_flight)
    return unexpected{ReassemblyError::too_many};
  if (message.size() > limits_.max_bytes_in_flight - held_)
    return unexpected{ReassemblyError::too_much};
  hold(partials_.emplace(key, Partial{header, request_id, {}}).first->second, message);
  return std::nullopt;
}

Reassembler::Outcome Reassembler::append(const MessageHeader& header, Bytes fragment) {
  const bool is_named = names_its_request(header);
  const auto found = partials_.find(is_named ? *request_id_of(header, fragment) : kUnnamed);
  if (found == partials_.end()) return unexpected{ReassemblyError::unexpected};
  Partial& partial = found->second;
  if (header.byte_order != partial.header.byte_order)
    return unexpected{ReassemblyError::byte_order_changed};
  const Bytes content = fragment.subspan(kHeaderSize + (is_named ? kRequestIdSize : 0));
  if (content.size() > limits_.max_message_size - partial.size)
    return unexpected{ReassemblyError::too_large};
  const bool is_cut = !is_named && !content.empty();
  const std::size_t taken = content.size() + (is_cut ? sizeof(cdr::Cut) : 0);
  if (taken > limits_.max_bytes_in_flight - held_) return unexpected{ReassemblyError::too_much};
  if (is_cut) {
    partial.ends.push_back(partial.size);
    held_ += sizeof(cdr::Cut);
  }
  hold(partial, content);
  if (header.more_fragments) return std::nullopt;
  return finish(found);
}

void Reassembler::forget(const MessageHeader& cancel, Bytes message) noexcept {
  const auto request_id = request_id_of(cancel, message);
  const auto found = partials_.find(names_its_request(cancel) ? *request_id : kUnnamed);
  if (found == partials_.end() || found->second.request_id != request_id) return;
  held_ -= found->second.held();
  partials_.erase(found);
}

void Reassembler::hold(Partial& partial, Bytes bytes) {
  const std::size_t size = partial.size + bytes.size();
  if (size > partial.chunk.capacity()) {
    const std::size_t wanted = std::max(size, 2 * partial.chunk.capacity());
    const Chunk larger = Chunk::of_size(std::min(wanted, limits_.max_bytes_in_flight));
    if (partial.size > 0) copy_bytes(larger.data(), partial.chunk.data(), partial.size);
    partial.chunk = larger;
  }
  if (!bytes.empty()) copy_bytes(partial.chunk.data() + partial.size, bytes.data(), bytes.size());
  partial.size = size;
  held_ += bytes.size();
}

Message Reassembler::finish(std::map<Key, Partial>::iterator found) {
  Partial partial = std::move(found->second);
  held_ -= partial.held();
  partials_.erase(found);

  MessageHeader header = partial.header;
  header.more_fragments = false;
  header.body_size = static_cast<std::uint32_t>(partial.size - kHeaderSize);
  std::byte* bytes = partial.chunk.data();
  bytes[kFlagsPosition] = std::byte{cdr::order_octet(header.byte_order)};
  const auto size = cdr::detail::to_bits(header.body_size, header.byte_order);
  std::memcpy(bytes + kSizePosition, &size, sizeof size);
  if (partial.ends.empty()) return {header, Frame{std::move(partial.chunk), 0, partial.size}};
  const auto pieces = static_cast<std::uint32_t>(partial.ends.size() + 1);
  return {header, Frame{with_cuts(partial.chunk, partial.size, partial.ends), 0, partial.size},
          pieces};
}

std::span<const cdr::Cut> cuts_of(const Message& message) noexcept {
  const auto* const table = message.frame.bytes().data() + cuts_begin(message.frame.size());
  // finish() has put the table there, into memory that is aligned for it.
  return {reinterpret_cast<const cdr::Cut*>(table), message.pieces};
}

}  // namespace orbweaver::giop
