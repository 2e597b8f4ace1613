#include <orbweaver/base/copy_bytes.hpp>

#include "copy_ways.hpp"

#include <algorithm>

#ifdef __x86_64__
#include <immintrin.h>
#endif

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

[[gnu::target("avx512f")]] void copy_by_lines(std::byte* to, const std::byte* from,
                                              std::size_t count) noexcept {
  constexpr std::size_t kLine = 64, kLinesAtOnce = 4, kStep = kLine * kLinesAtOnce;
  const auto copy_line =
      [](std::byte * target, const std::byte* source) __attribute__((target("avx512f"))) {
    _mm512_storeu_si512(target, _mm512_loadu_si512(source));
  };
  copy_line(to, from);
  auto done = kLine - reinterpret_cast<std::uintptr_t>(to) % kLine;
  for (; done + kStep <= count; done += kStep) {
    const auto first = _mm512_loadu_si512(from + done);
    const auto second = _mm512_loadu_si512(from + done + kLine);
    const auto third = _mm512_loadu_si512(from + done + 2 * kLine);
    const auto fourth = _mm512_loadu_si512(from + done + 3 * kLine);
    _mm512_store_si512(to + done, first);
    _mm512_store_si512(to + done + kLine, second);
    _mm512_store_si512(to + done + 2 * kLine, third);
    _mm512_store_si512(to + done + 3 * kLine, fourth);
  }
  for (; done + kLine <= count; done += kLine) copy_line(to + done, from + done);
  copy_line(to + count - kLine, from + count - kLine);
}

#endif

void copy_in_pieces(std::byte* to, const std::byte* from, std::size_t count) noexcept {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") != 0) return copy_by_lines(to, from, count);
#endif
  copy_by_memcpy(to, from, count);
}

}  // namespace orbweaver::detail
