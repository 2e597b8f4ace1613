// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/copy_bytes.hpp>

#include <gtest/gtest.h>

#include "copy_ways.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace orbweaver {
namespace {

constexpr std::size_t kPage = 4096, kMost = 3 * kPage;
constexpr std::byte kUntouched{0xee};

std::vector<std::byte> counted(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 31 + i / 256);
  return bytes;
}

using Copy = void (*)(std::byte*, const std::byte*, std::size_t);

// The target lies `distance` behind the source, counted within a page.
bool arrives_whole(Copy copy, std::size_t count, std::size_t distance) {
  const auto source = counted(kMost);
  std::vector<std::byte> target(kMost + 3 * kPage, kUntouched);
  const auto begin = reinterpret_cast<std::uintptr_t>(source.data()) + distance -
                     reinterpret_cast<std::uintptr_t>(target.data());
  const auto at = target.begin() + static_cast<std::ptrdiff_t>(begin % kPage + kPage);
  copy(&*at, source.data(), count);
  const auto end = at + static_cast<std::ptrdiff_t>(count);
  const auto is_untouched = [](std::byte octet) { return octet == kUntouched; };
  return std::equal(at, end, source.begin()) && std::all_of(target.begin(), at, is_untouched) &&
         std::all_of(end, target.end(), is_untouched);
}

void expect_whole_copies(Copy copy, std::size_t least) {
  for (const std::size_t count :
       {1U, 64U, 100U, 320U, 1983U, 1984U, 2047U, 2048U, 2049U, 3968U, 3969U, 8192U, 12000U})
    for (std::size_t distance = 0; count >= least && distance < kPage;
         distance += distance < 80 ? 1U : 61U)
      ASSERT_TRUE(arrives_whole(copy, count, distance)) << count << " bytes at " << distance;
}

TEST(CopyBytes, copies_all_and_no_more_wherever_the_buffers_lie) {
  expect_whole_copies(
      [](std::byte* to, const std::byte* from, std::size_t count) { copy_bytes(to, from, count); },
      1);
  expect_whole_copies(detail::copy_by_memcpy, 1);
}

#ifdef __x86_64__
TEST(CopyBytes, copies_all_and_no_more_by_lines) {
  if (__builtin_cpu_supports("avx512f") == 0) GTEST_SKIP() << "this processor has no AVX-512F";
  expect_whole_copies(detail::copy_by_lines, 64);
}

TEST(CopyBytes, copies_all_and_no_more_by_half_lines) {
  if (__builtin_cpu_supports("avx2") == 0) GTEST_SKIP() << "this processor has no AVX2";
  expect_whole_copies(detail::copy_by_half_lines, 32);
}
#endif

TEST(CopyBytes, knows_the_slow_places) {
  std::array<std::byte, 2 * kPage> memory{};
  const auto is_slow = [&](std::size_t to, std::size_t from) {
    return detail::is_slow_place(&memory.at(to), &memory.at(from));
  };
  EXPECT_FALSE(is_slow(100, 100));
  EXPECT_TRUE(is_slow(101, 100));
  EXPECT_TRUE(is_slow(163, 100));
  EXPECT_FALSE(is_slow(164, 100));
  EXPECT_FALSE(is_slow(99, 100));
  EXPECT_TRUE(is_slow(kPage + 108, 100));
  EXPECT_TRUE(is_slow(100, kPage + 92));
}

}  // namespace
}  // namespace orbweaver
