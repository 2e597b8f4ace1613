// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/copy_bytes.hpp>

#include "copy_ways.hpp"

#include <algorithm>

namespace orbweaver::detail {

namespace {

// Less than what `memcpy` takes `rep movsb` for, and a multiple of a cache line.
constexpr std::size_t kPiece = 1984;

}  // namespace

void copy_by_memcpy(std::byte* to, const std::byte* from, std::size_t count) noexcept {
  for (std::size_t done = 0; done < count;) {
    const auto piece = std::min(kPiece, count - done);
    std::memcpy(to + done, from + done, piece);
    done += piece;
  }
}

#ifdef __x86_64__

namespace {

// As many octets as a vector register holds, wherever they lie in memory.
struct [[gnu::packed, gnu::may_alias]] CacheLine {
  [[gnu::vector_size(64)]] long long octets;
};
struct [[gnu::packed, gnu::may_alias]] HalfLine {
  [[gnu::vector_size(32)]] long long octets;
};

// These templates are always inlined, so the instruction set of their caller holds for them.
template <typename Part>
[[gnu::always_inline]] inline void copy_one(std::byte* to, const std::byte* from) noexcept {
  reinterpret_cast<Part*>(to)->octets = reinterpret_cast<const Part*>(from)->octets;
}

template <typename Part>
[[gnu::always_inline]] inline void copy_four(std::byte* to, const std::byte* from) noexcept {
  const auto* source = reinterpret_cast<const Part*>(from);
  const auto first = source[0].octets, second = source[1].octets;
  const auto third = source[2].octets, fourth = source[3].octets;
  auto* target = reinterpret_cast<Part*>(to);
  target[3].octets = fourth;
  target[2].octets = third;
  target[1].octets = second;
  target[0].octets = first;
}

// From the end: the target begins shortly behind the source, counted within a page, so a read would
// come right after a write of the same offset in a page, and some processors let it wait for it.
// Whole parts of the target are written at multiples of a part's size; its two ends, at any
// address.
template <typename Part>
[[gnu::always_inline]] inline void copy_by(std::byte* to, const std::byte* from,
                                           std::size_t count) noexcept {
  constexpr std::size_t kSize = sizeof(Part), kStep = 4 * kSize;
  copy_one<Part>(to + count - kSize, from + count - kSize);
  auto left = count - reinterpret_cast<std::uintptr_t>(to + count) % kSize;
  for (; left >= kStep; left -= kStep) copy_four<Part>(to + left - kStep, from + left - kStep);
  for (; left >= kSize; left -= kSize) copy_one<Part>(to + left - kSize, from + left - kSize);
  copy_one<Part>(to, from);
}

}  // namespace

[[gnu::target("avx512f")]] void copy_by_lines(std::byte* to, const std::byte* from,
                                              std::size_t count) noexcept {
  copy_by<CacheLine>(to, from, count);
}

[[gnu::target("avx2")]] void copy_by_half_lines(std::byte* to, const std::byte* from,
                                                std::size_t count) noexcept {
  copy_by<HalfLine>(to, from, count);
}

#endif

void copy_in_pieces(std::byte* to, const std::byte* from, std::size_t count) noexcept {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") != 0) return copy_by_lines(to, from, count);
  if (__builtin_cpu_supports("avx2") != 0) return copy_by_half_lines(to, from, count);
#endif
  copy_by_memcpy(to, from, count);
}

}  // namespace orbweaver::detail
