// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/byte_swap.hpp>

// The basic x86-64 has no instruction that permutes bytes; the variant for the machine at hand is
// chosen once, when the program is loaded.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define ORBWEAVER_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define ORBWEAVER_VECTOR_CLONES
#endif

namespace orbweaver::cdr::detail {
namespace {

// A fixed number of turns lets the compiler use vectors without weighing the rest.
constexpr std::size_t kBlock = 16;

template <class Word>
[[gnu::always_inline]] inline void swap_one(std::byte* to, const std::byte* from) noexcept {
  Word word;
  std::memcpy(&word, from, sizeof word);
  word = std::byteswap(word);
  std::memcpy(to, &word, sizeof word);
}

template <class Word>
[[gnu::always_inline]] inline void swap_all(std::byte* __restrict to,
                                            const std::byte* __restrict from,
                                            std::size_t count) noexcept {
  for (; count >= kBlock; count -= kBlock) {
    for (std::size_t i = 0; i < kBlock; ++i)
      swap_one<Word>(to + i * sizeof(Word), from + i * sizeof(Word));
    to += kBlock * sizeof(Word);
    from += kBlock * sizeof(Word);
  }
  for (std::size_t i = 0; i < count; ++i)
    swap_one<Word>(to + i * sizeof(Word), from + i * sizeof(Word));
}

}  // namespace

template <>
ORBWEAVER_VECTOR_CLONES void copy_swapped<2>(std::byte* to, const std::byte* from,
                                             std::size_t count) noexcept {
  swap_all<std::uint16_t>(to, from, count);
}

template <>
ORBWEAVER_VECTOR_CLONES void copy_swapped<4>(std::byte* to, const std::byte* from,
                                             std::size_t count) noexcept {
  swap_all<std::uint32_t>(to, from, count);
}

template <>
ORBWEAVER_VECTOR_CLONES void copy_swapped<8>(std::byte* to, const std::byte* from,
                                             std::size_t count) noexcept {
  swap_all<std::uint64_t>(to, from, count);
}

}  // namespace orbweaver::cdr::detail
