// SPDX-License-Identifier: Apache-2.0
// A message of GIOP 1.1 that came in fragments: pieces, each aligned by itself.
#include <orbweaver/cdr/decoder.hpp>

namespace orbweaver::cdr {
namespace {

constexpr std::size_t kPhase = 12 % kLargestAlignment;  // behind the header of a message
constexpr std::size_t kArrayPadding = kLargestAlignment - kPhase;

}  // namespace

void Decoder::set_cuts(std::span<const Cut> cuts) noexcept {
  cut_ = cuts.data();
  bytes_ = bytes_.first(cut_->end);
}

bool Decoder::go_to_next_piece() noexcept {
  if (cut_ == nullptr || cut_->end == cut_->whole) return false;
  position_ = cut_->end;
  ++cut_;
  bytes_ = {bytes_.data(), cut_->end};
  origin_ += (kPhase + kLargestAlignment - position() % kLargestAlignment) % kLargestAlignment;
  return true;
}

const std::byte* Decoder::take_over_cuts(std::size_t alignment, std::size_t count) noexcept {
  if (unclear_) bytes_ = {bytes_.data(), cut_->end};
  while (remaining() <= padding(position(), alignment))
    if (!go_to_next_piece()) return nullptr;
  if (unclear_ && alignment == kLargestAlignment) {
    fail(DecodeError::unclear);
    return nullptr;
  }
  position_ += padding(position(), alignment);
  if (count > remaining()) return take_joined(alignment, count);
  const std::byte* const begin = bytes_.data() + position_;
  position_ += count;
  stop_if_unclear();
  return begin;
}

// Pieces lie behind each other in memory, so octets can be used where they are. Larger elements can
// if no piece begins with padding. A number that lies in two pieces is refused.
const std::byte* Decoder::take_joined(std::size_t alignment, std::size_t count) noexcept {
  if (count > left_over() || (alignment > 1 && count == alignment)) return nullptr;
  const std::byte* begin = bytes_.data() + position_;
  while (count > remaining()) {
    const std::size_t here = remaining();
    if (here % alignment != 0 || !go_to_next_piece() || position() % alignment != 0) return nullptr;
    count -= here;
  }
  position_ += count;
  stop_if_unclear();
  return begin;
}

std::size_t Decoder::padded_pieces(std::size_t rest) const noexcept {
  std::size_t begin = position_, pieces = 1;
  for (const Cut* cut = cut_;; ++cut, ++pieces) {
    const std::size_t size = cut->end - begin;
    if (size >= kArrayPadding + rest) return pieces;
    if (cut->end == cut->whole || size % kLargestAlignment != kArrayPadding) return 0;
    rest -= size - kArrayPadding;
    begin = cut->end;
  }
}

bool Decoder::goes_on_unpadded(std::size_t rest) noexcept {
  if (unclear_ || remaining() > padding(position(), kLargestAlignment)) return false;
  do {
    if (!go_to_next_piece()) return false;
  } while (remaining() == 0);
  const std::size_t pieces = padded_pieces(rest);
  unclear_ = pieces == 1;
  return pieces == 0;
}

void Decoder::stop_if_unclear() noexcept {
  if (unclear_) bytes_ = bytes_.first(position_);
}

}  // namespace orbweaver::cdr
