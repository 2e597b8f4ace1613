// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/cdr/value_writer.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace orbweaver::cdr {
namespace {

constexpr std::size_t kFirstCapacity = 256;
constexpr std::size_t kMaxCapacity = UINT32_MAX;

}  // namespace

std::string_view describe(EncodeError error) noexcept {
  switch (error) {
    case EncodeError::too_long:
      return "a string or sequence is longer than the bound of its type";
    case EncodeError::bad_text:
      return "a string has a NUL inside";
    case EncodeError::bad_character:
      return "a character is not in the code set of the wire";
    case EncodeError::wide_refused:
      return "wide characters cannot travel to this peer";
    case EncodeError::local_only:
      return "a native value or a local object cannot leave its process";
    case EncodeError::too_deep:
      return "value types are nested deeper than the limit";
    case EncodeError::unknown_value:
      return "an Any holds a value type that is not known here, which cannot be written in the "
             "form "
             "that this peer needs";
  }
  return "unknown encode error";
}

Encoder::Encoder(Encoder&& other) noexcept : order_(other.order_) { *this = std::move(other); }

Encoder& Encoder::operator=(Encoder&& other) noexcept {
  memory_ = std::move(other.memory_);
  size_ = std::exchange(other.size_, 0);
  capacity_ = std::exchange(other.capacity_, 0);
  origin_ = std::exchange(other.origin_, 0);
  least_borrowed_ = std::exchange(other.least_borrowed_, kBorrowNothing);
  borrowed_size_ = std::exchange(other.borrowed_size_, 0);
  borrowed_ = std::exchange(other.borrowed_, {});
  order_ = other.order_;
  code_sets_ = std::exchange(other.code_sets_, {});
  characters_ = std::exchange(other.characters_, {});
  error_ = std::exchange(other.error_, {});
  return *this;
}

void Encoder::enlarge(std::size_t count) {
  if (count > kMaxCapacity - size_) throw std::length_error("a CDR message cannot exceed 4 GiB");
  const std::size_t wanted = std::max({size_ + count, capacity_ * 2, kFirstCapacity});
  const std::size_t capacity = std::min(wanted, kMaxCapacity);
  auto memory = std::make_unique_for_overwrite<std::byte[]>(capacity);
  if (size_ > 0) copy_bytes(memory.get(), memory_.get(), size_);
  memory_ = std::move(memory);
  capacity_ = capacity;
}

void Encoder::borrow(Bytes bytes, const Chunk* keeper) {
  if (bytes.size() > kMaxCapacity - size())
    throw std::length_error("a CDR message cannot exceed 4 GiB");
  borrowed_.push_back({size_, bytes, keeper});
  borrowed_size_ += bytes.size();
}

std::span<const Bytes> Encoder::pieces() {
  pieces_.clear();
  std::size_t done = 0;
  for (const auto& one : borrowed_) {
    if (one.at > done) pieces_.emplace_back(memory_.get() + done, one.at - done);
    pieces_.push_back(one.bytes);
    done = one.at;
  }
  if (size_ > done) pieces_.emplace_back(memory_.get() + done, size_ - done);
  return pieces_;
}

KeptPieces Encoder::kept_pieces() {
  const auto all = pieces();
  if (borrowed_.empty()) return {all};
  keepers_.clear();
  auto next = borrowed_.begin();
  for (const auto piece : all) {
    const bool is_next = next != borrowed_.end() && piece.data() == next->bytes.data();
    keepers_.push_back(is_next ? (next++)->keeper : nullptr);
  }
  return {all, keepers_};
}

void Encoder::open_sequence(std::size_t octets) { values_->before_array(*this, octets); }

void Encoder::close_sequence() { values_->after_array(*this); }

void Encoder::put_string(std::string_view text) {
  before_sequence(text.size());
  put(static_cast<std::uint32_t>(text.size() + 1));
  std::byte* begin = grow(text.size() + 1);
  if (!text.empty()) std::memcpy(begin, text.data(), text.size());
  begin[text.size()] = std::byte{0};
  after_sequence();
}

// Until the length is known its place holds where the outer alignment counts from.
std::size_t Encoder::begin_encapsulation() {
  put(static_cast<std::uint32_t>(origin_));
  origin_ = size();
  put_octet(order_octet(order_));
  return origin_;
}

void Encoder::end_encapsulation(std::size_t begin) {
  const std::size_t place = begin - sizeof(std::uint32_t);
  std::uint32_t outer;
  std::memcpy(&outer, memory_.get() + place_of(place), sizeof outer);
  origin_ = order_ == kNativeOrder ? outer : std::byteswap(outer);
  patch(place, static_cast<std::uint32_t>(size() - begin));
}

}  // namespace orbweaver::cdr
