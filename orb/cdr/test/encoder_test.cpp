// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <array>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hex.hpp"

namespace orbweaver::cdr {
namespace {

std::string written(const Encoder& encoder) { return to_hex(encoder.bytes()); }

void put_one_of_each(Encoder& encoder) {
  encoder.put_octet(0x2a);
  encoder.put(std::int16_t{-2});
  encoder.put_boolean(true);
  encoder.put(std::uint32_t{0x01020304});
  encoder.put(std::uint64_t{0x1122334455667788});
  encoder.put('A');
  encoder.put(1.5F);
  encoder.put(-0.25);
}

TEST(Encoder, aligns_each_number_to_its_size_in_little_endian) {
  Encoder encoder{ByteOrder::little};
  put_one_of_each(encoder);
  EXPECT_EQ(written(encoder), normal_hex("2a 00"                // octet; pad to 2
                                         "feff 01 000000"       // -2; true; pad to 8
                                         "04030201 00000000"    // ulong; pad to 16
                                         "8877665544332211"     // unsigned long long
                                         "41 000000 0000c03f"   // 'A'; pad to 28; 1.5
                                         "000000000000d0bf"));  // -0.25
}

TEST(Encoder, aligns_each_number_to_its_size_in_big_endian) {
  Encoder encoder{ByteOrder::big};
  put_one_of_each(encoder);
  EXPECT_EQ(written(encoder), normal_hex("2a 00"
                                         "fffe 01 000000"
                                         "01020304 00000000"
                                         "1122334455667788"
                                         "41 000000 3fc00000"
                                         "bfd0000000000000"));
}

TEST(Encoder, writes_padding_as_zeros_into_reused_memory) {
  Encoder encoder{ByteOrder::little};
  encoder.put_bytes(from_hex("ffffffffffffffffffff"));
  encoder.clear();
  encoder.put_octet(1);
  encoder.put(std::uint64_t{2});
  EXPECT_EQ(written(encoder), normal_hex("01 00000000000000 0200000000000000"));
}

TEST(Encoder, writes_a_string_with_its_nul_in_length_and_content) {
  Encoder encoder{ByteOrder::big};
  encoder.put_octet(9);
  encoder.put_string("abc");
  encoder.put_string("");
  EXPECT_EQ(written(encoder), normal_hex("09 000000 00000004 61626300 00000001 00"));
}

TEST(Encoder, writes_octets_as_a_sequence) {
  Encoder encoder{ByteOrder::big};
  encoder.put_octets(from_hex("aabbcc"));
  encoder.put_octets({});
  EXPECT_EQ(written(encoder), normal_hex("00000003 aabbcc 00 00000000"));
}

TEST(Encoder, aligns_nothing_for_an_array_without_elements) {
  Encoder encoder;
  encoder.put_octet(1);
  encoder.put_array(std::span<const double>{});
  EXPECT_EQ(encoder.size(), 1U);
}

TEST(Encoder, aligns_an_array_once) {
  constexpr std::array<std::uint16_t, 3> kValues{1, 2, 0xabcd};
  for (const auto& [order, expected] : {std::pair{ByteOrder::little, "07 00 0100 0200 cdab"},
                                        std::pair{ByteOrder::big, "07 00 0001 0002 abcd"}}) {
    Encoder encoder{order};
    encoder.put_octet(7);
    encoder.put_array<std::uint16_t>(kValues);
    EXPECT_EQ(written(encoder), normal_hex(expected));
  }
}

TEST(Encoder, aligns_the_content_of_an_encapsulation_by_itself) {
  Encoder encoder{ByteOrder::little};
  encoder.put_octet(7);
  const auto begin = encoder.begin_encapsulation();
  encoder.put(std::uint64_t{1});
  encoder.end_encapsulation(begin);
  EXPECT_EQ(written(encoder), normal_hex("07 000000 10000000"  // length 16
                                         "01 00000000000000"   // order; pad to 8
                                         "0100000000000000"));
}

TEST(Encoder, returns_to_the_outer_alignment_when_encapsulations_nest) {
  Encoder encoder{ByteOrder::big};
  const auto outer = encoder.begin_encapsulation();
  encoder.put_octet(5);
  const auto inner = encoder.begin_encapsulation();
  encoder.put(std::uint16_t{6});
  encoder.end_encapsulation(inner);
  encoder.put(std::uint32_t{7});
  encoder.end_encapsulation(outer);
  encoder.put(std::uint64_t{8});
  EXPECT_EQ(written(encoder), normal_hex("00000010"    // outer length: 16
                                         "00 05 0000"  // big endian; 5; pad to 4
                                         "00000004"    // inner length
                                         "00 00 0006"  // big endian; pad to 2; 6
                                         "00000007"
                                         "00000000"  // 20 bytes; pad to 24
                                         "0000000000000008"));
}

TEST(Encoder, patches_bytes_that_were_written_before) {
  Encoder encoder{ByteOrder::big};
  encoder.put_octets(from_hex("000000"));
  encoder.put_octet(7);
  encoder.patch_bytes(5, from_hex("aabb"));
  EXPECT_EQ(written(encoder), normal_hex("00000003 00 aabb 07"));
}

TEST(Encoder, patches_what_was_written_before) {
  Encoder encoder{ByteOrder::big};
  encoder.put(std::uint32_t{0});
  encoder.put_octet(1);
  encoder.patch(0, std::uint32_t{0xcafe});
  EXPECT_EQ(written(encoder), normal_hex("0000cafe 01"));
}

TEST(Encoder, keeps_what_was_written_while_it_grows) {
  Encoder encoder;
  for (std::uint32_t i = 0; i < 100'000; ++i) encoder.put(i);
  ASSERT_EQ(encoder.size(), 400'000U);
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    std::uint32_t value;
    std::memcpy(&value, encoder.bytes().data() + 4 * i, 4);
    ASSERT_EQ(value, i);
  }
}

TEST(Encoder, takes_no_new_memory_when_it_is_cleared_and_used_again) {
  Encoder encoder;
  encoder.put_bytes(std::vector<std::byte>(10'000));
  const auto* memory = encoder.bytes().data();
  encoder.clear();
  EXPECT_EQ(encoder.size(), 0U);
  encoder.put_bytes(std::vector<std::byte>(10'000));
  EXPECT_EQ(encoder.bytes().data(), memory);
}

TEST(Encoder, takes_no_new_memory_for_what_was_reserved) {
  Encoder encoder;
  encoder.reserve(5000);
  encoder.put_octet(0);
  const auto* memory = encoder.bytes().data();
  encoder.put_bytes(std::vector<std::byte>(4999));
  EXPECT_EQ(encoder.bytes().data(), memory);
}

TEST(Encoder, forgets_an_unfinished_encapsulation_when_it_is_cleared) {
  Encoder encoder{ByteOrder::big};
  encoder.put_octet(1);
  static_cast<void>(encoder.begin_encapsulation());
  encoder.put_octet(1);
  encoder.clear();
  encoder.put_octet(1);
  encoder.put(std::uint16_t{2});
  EXPECT_EQ(written(encoder), normal_hex("01 00 0002"));
}

TEST(Encoder, that_was_moved_from_is_empty_and_usable) {
  Encoder source{ByteOrder::big};
  source.put(std::uint16_t{1});
  Encoder target = std::move(source);
  EXPECT_EQ(written(target), normal_hex("0001"));
  EXPECT_EQ(source.size(), 0U);  // NOLINT(bugprone-use-after-move): this is the promise
  source.put(std::uint16_t{2});
  EXPECT_EQ(written(source), normal_hex("0002"));
  target = std::move(source);
  EXPECT_EQ(written(target), normal_hex("0002"));
}

std::vector<std::byte> joined(std::span<const Bytes> pieces) {
  std::vector<std::byte> all;
  for (const auto piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}

// Numbers before, between and behind arrays, in and around encapsulations, patched at the end.
void write_much(Encoder& encoder, const std::vector<double>& large,
                const std::vector<std::uint8_t>& octets) {
  encoder.put(std::uint32_t{0});
  encoder.put_octet(7);
  encoder.put_array(std::span{large});
  encoder.put_octet(8);
  const auto length_at = encoder.size() + 3;
  encoder.put(std::uint32_t{0});
  const auto begin = encoder.begin_encapsulation();
  encoder.put(std::uint64_t{1});
  encoder.put_array(std::span{octets});
  encoder.put(std::uint32_t{2});
  encoder.end_encapsulation(begin);
  encoder.put_array(std::span{large});
  encoder.put(std::int16_t{-1});
  encoder.patch(0, std::uint32_t{0xaabbccdd});
  encoder.patch(length_at, std::uint32_t{0x11223344});
}

TEST(Encoder, borrows_large_arrays_and_writes_the_same_bytes) {
  const std::vector<double> large(100, 1.25);
  const std::vector<std::uint8_t> octets(333, 9);
  for (const auto order : {ByteOrder::little, ByteOrder::big}) {
    Encoder copying{order}, borrowing{order};
    write_much(copying, large, octets);
    for (const std::size_t least : {1U, 300U, 500U, 10000U}) {
      borrowing.clear();
      borrowing.borrow_from(least);
      write_much(borrowing, large, octets);
      EXPECT_EQ(borrowing.size(), copying.size());
      EXPECT_EQ(joined(borrowing.pieces()), joined(copying.pieces()));
    }
  }
}

TEST(Encoder, a_borrowed_array_is_a_piece_where_the_caller_has_it) {
  const std::vector<double> large(100, 1.25);
  Encoder encoder;
  encoder.borrow_from(1);
  encoder.put(std::uint32_t{1});
  encoder.put_array(std::span{large});
  const auto pieces = encoder.pieces();
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(static_cast<const void*>(pieces[1].data()), large.data());
  encoder.clear();
  encoder.put_array(std::span{large});
  EXPECT_EQ(encoder.pieces().size(), 1U) << "clear() ends the borrowing";
}

TEST(Encoder, says_which_pieces_are_kept_and_by_what) {
  const std::vector<double> lent(100, 1.25), kept(100, 2.5);
  const auto keeper = Chunk::of_size(1);
  Encoder encoder;
  encoder.borrow_from(1);
  encoder.put_array(std::span{lent});
  encoder.put_array(std::span{kept}, &keeper);
  encoder.put(std::uint32_t{1});
  const auto message = encoder.kept_pieces();
  ASSERT_EQ(message.pieces.size(), 3U);
  EXPECT_EQ(joined(message.pieces), joined(encoder.pieces()));
  EXPECT_EQ(message.keeper_of(0), nullptr);
  EXPECT_EQ(message.keeper_of(1), &keeper);
  EXPECT_EQ(message.keeper_of(2), nullptr);
}

TEST(Encoder, keeps_nothing_that_it_copies) {
  const std::vector<double> kept(100, 2.5);
  const auto keeper = Chunk::of_size(1);
  Encoder encoder;
  encoder.put_array(std::span{kept}, &keeper);
  const auto message = encoder.kept_pieces();
  ASSERT_EQ(message.pieces.size(), 1U);
  EXPECT_EQ(message.keeper_of(0), nullptr);
}

TEST(Encoder, refuses_more_than_a_message_can_hold_without_taking_memory) {
  Encoder encoder;
  encoder.put_octet(1);
#if SIZE_MAX > UINT32_MAX
  EXPECT_THROW(encoder.reserve(std::size_t{1} << 32), std::length_error);
#endif
  EXPECT_THROW(encoder.reserve(std::numeric_limits<std::size_t>::max()), std::length_error);
  EXPECT_EQ(written(encoder), "01");
}

}  // namespace
}  // namespace orbweaver::cdr
