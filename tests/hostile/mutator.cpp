// SPDX-License-Identifier: Apache-2.0
#include "mutator.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace orbweaver::hostile {

namespace {

constexpr std::size_t kHeaderSize = 12, kFlagsAt = 6, kSizeAt = 8;

using Offset = Stream::difference_type;

// Numbers at which lengths, counts and signs go wrong.
constexpr std::array<std::uint32_t, 14> kEdges{
    0,      1,      2,       7,          8,          0x7F,       0xFF,
    0x7FFF, 0xFFFF, 0x10000, 0x00FFFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};

}  // namespace

Stream Mutator::next() {
  const auto& original = seeds_[below(seeds_.size())];
  auto bytes = original;
  for (auto left = 1 + below(4); left > 0 && !bytes.empty(); --left) mutate(bytes);
  if (below(4) != 0) fix_the_header(bytes, original);
  return bytes;
}

void Mutator::mutate(Stream& bytes) {
  static constexpr std::array kMutations{&Mutator::flip_a_bit,    &Mutator::set_an_octet,
                                         &Mutator::set_a_number,  &Mutator::cut,
                                         &Mutator::repeat_a_part, &Mutator::take_a_part_out,
                                         &Mutator::splice,        &Mutator::set_a_number};
  (this->*kMutations[below(kMutations.size())])(bytes);
}

void Mutator::flip_a_bit(Stream& bytes) {
  bytes[below(bytes.size())] ^= static_cast<std::byte>(1U << below(8));
}

void Mutator::set_an_octet(Stream& bytes) {
  bytes[below(bytes.size())] = static_cast<std::byte>(below(256));
}

// Where numbers lie, in either byte order, now and then one off.
void Mutator::set_a_number(Stream& bytes) {
  if (bytes.size() < 4) return;
  const auto at = below((bytes.size() - 4) / 4 + 1) * 4;
  auto value = kEdges[below(kEdges.size())] + static_cast<std::uint32_t>(below(3)) - 1;
  if (below(2) == 0) value = __builtin_bswap32(value);
  std::memcpy(&bytes[at], &value, sizeof value);
}

void Mutator::cut(Stream& bytes) { bytes.resize(below(bytes.size()) + 1); }

void Mutator::repeat_a_part(Stream& bytes) {
  const auto from = below(bytes.size()), size = below(bytes.size() - from) + 1;
  const Stream part(bytes.begin() + static_cast<Offset>(from),
                    bytes.begin() + static_cast<Offset>(from + size));
  bytes.insert(bytes.begin() + static_cast<Offset>(below(bytes.size() + 1)), part.begin(),
               part.end());
}

void Mutator::take_a_part_out(Stream& bytes) {
  const auto from = below(bytes.size()), size = below(bytes.size() - from) + 1;
  bytes.erase(bytes.begin() + static_cast<Offset>(from),
              bytes.begin() + static_cast<Offset>(from + size));
}

// The beginning of this one and the end of another.
void Mutator::splice(Stream& bytes) {
  const auto& other = seeds_[below(seeds_.size())];
  bytes.resize(below(bytes.size()) + 1);
  bytes.insert(bytes.end(), other.begin() + static_cast<Offset>(below(other.size())), other.end());
}

void Mutator::fix_the_header(Stream& bytes, const Stream& original) {
  if (bytes.size() < kHeaderSize) return;
  std::copy_n(original.begin(), kSizeAt, bytes.begin());
  auto size = static_cast<std::uint32_t>(bytes.size() - kHeaderSize);
  const bool is_little = (bytes[kFlagsAt] & std::byte{1}) != std::byte{0};
  if (!is_little) size = __builtin_bswap32(size);
  std::memcpy(&bytes[kSizeAt], &size, sizeof size);
}

}  // namespace orbweaver::hostile
