// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/fragments.hpp>
#include <orbweaver/giop/message.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace orbweaver::giop {
namespace {

constexpr std::size_t kRequestIdSize = 4;
constexpr std::size_t kFlagsAt = 6, kTypeAt = 7, kSizeAt = 8;
constexpr std::byte kMoreFragmentsFlag{0x02};

using Header = std::array<std::byte, kHeaderSize + kRequestIdSize>;

/// Walks over consecutive pieces.
class PieceWalk {
 public:
  explicit PieceWalk(std::span<const Bytes> pieces) noexcept : pieces_(pieces) {}

  template <class Take>
  void next(std::size_t count, Take take) {
    while (count > 0) {
      const Bytes rest = pieces_.front().subspan(at_);
      const Bytes part = rest.first(std::min(count, rest.size()));
      if (!part.empty()) take(part);
      count -= part.size();
      at_ += part.size();
      if (at_ == pieces_.front().size()) step();
    }
  }

 private:
  void step() noexcept {
    pieces_ = pieces_.subspan(1);
    at_ = 0;
  }
  std::span<const Bytes> pieces_;
  std::size_t at_ = 0;
};

Header head_of(std::span<const Bytes> message) {
  Header head;
  std::size_t at = 0;
  PieceWalk(message).next(head.size(), [&](Bytes part) {
    std::memcpy(head.data() + at, part.data(), part.size());
    at += part.size();
  });
  return head;
}

bool may_be_cut(const MessageHeader& header) noexcept {
  switch (header.type) {
    case MessageType::request:
    case MessageType::reply:
    case MessageType::locate_request:
    case MessageType::locate_reply:
      return header.version.minor >= 2;
    default:
      return false;
  }
}

void put_size(Header& head, cdr::ByteOrder order, std::size_t body_size) noexcept {
  const auto bits = cdr::detail::to_bits(static_cast<std::uint32_t>(body_size), order);
  std::memcpy(head.data() + kSizeAt, &bits, sizeof bits);
}

}  // namespace

bool cut_into_fragments(cdr::Encoder& out, std::span<const Bytes> message, std::size_t most) {
  std::size_t size = 0;
  for (const auto piece : message) size += piece.size();
  if (size <= most || size < std::tuple_size_v<Header>) return false;
  auto head = head_of(message);
  const auto header = parse_header(head, size);
  if (!header || !may_be_cut(*header)) return false;

  const std::size_t largest = most - most % 8;
  out.clear();
  out.reserve(size + (size / (largest - head.size()) + 1) * head.size());
  PieceWalk walk(message);
  const auto put = [&](Bytes part) { out.put_bytes(part); };
  head[kFlagsAt] |= kMoreFragmentsFlag;
  put_size(head, header->byte_order, largest - kHeaderSize);
  out.put_bytes(head);
  walk.next(head.size(), [](Bytes) {});
  walk.next(largest - head.size(), put);

  head[kTypeAt] = static_cast<std::byte>(MessageType::fragment);
  for (std::size_t left = size - largest; left > 0;) {
    const auto content = std::min(left, largest - head.size());
    left -= content;
    if (left == 0) head[kFlagsAt] &= ~kMoreFragmentsFlag;
    put_size(head, header->byte_order, kRequestIdSize + content);
    out.put_bytes(head);
    walk.next(content, put);
  }
  return true;
}

}  // namespace orbweaver::giop
