// SPDX-License-Identifier: Apache-2.0
// What each encoding writes, byte for byte, and that it reads it back.
#include <gmock/gmock.h>

#include <numeric>

#include "cdr.hpp"
#include "eight.hpp"
#include "ndr.hpp"
#include "xdr.hpp"

namespace encodings {
namespace {

using orbweaver::cdr::ByteOrder;
using testing::ElementsAre;

template <class Encoding, class T>
std::vector<int> encoded(Encoding encoding, Shape shape, const std::vector<T>& values) {
  encoding.encode(shape, values);
  std::vector<int> octets;
  for (const auto octet : encoding.bytes()) octets.push_back(std::to_integer<int>(octet));
  return octets;
}

using Shorts = std::vector<std::int16_t>;
using Octets = std::vector<std::uint8_t>;

TEST(Eight, gives_a_value_eight_bytes) {
  EXPECT_THAT(encoded(Eight(), Shape::basic, Shorts{0x0101}), ElementsAre(1, 1, 0, 0, 0, 0, 0, 0));
}

TEST(Eight, pads_elements_as_a_whole) {
  EXPECT_THAT(encoded(Eight(), Shape::array, Octets{1, 2, 3, 4, 5, 6, 7, 8, 9}),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0));
}

TEST(Eight, gives_the_count_of_a_sequence_eight_bytes) {
  EXPECT_EQ(encoded(Eight(), Shape::sequence, Octets{7}).size(), 16u);
}

TEST(Ndr, tells_the_count_of_a_sequence_twice_and_its_offset) {
  const auto bytes = encoded(Ndr(), Shape::sequence, Octets{7, 8});
  ASSERT_EQ(bytes.size(), 14u);
  EXPECT_EQ(bytes[0] + bytes[3], 2);  // in either byte order
  EXPECT_EQ(bytes[4] + bytes[7], 0);
  EXPECT_EQ(bytes[8] + bytes[11], 2);
  EXPECT_EQ(bytes[12], 7);
}

TEST(Ndr, aligns_elements_to_their_size) {
  EXPECT_EQ(encoded(Ndr(), Shape::sequence, std::vector<double>{1}).size(), 24u);
}

TEST(Cdr, puts_a_count_before_a_sequence_and_none_before_an_array) {
  EXPECT_THAT(encoded(Cdr(ByteOrder::big), Shape::sequence, Shorts{1}),
              ElementsAre(0, 0, 0, 1, 0, 1));
  EXPECT_THAT(encoded(Cdr(ByteOrder::big), Shape::array, Shorts{1}), ElementsAre(0, 1));
}

TEST(Xdr, gives_each_short_four_bytes_and_packs_octets) {
  EXPECT_THAT(encoded(Xdr(), Shape::array, Shorts{1, 2}), ElementsAre(0, 0, 0, 1, 0, 0, 0, 2));
  EXPECT_THAT(encoded(Xdr(), Shape::sequence, Octets{5, 6}), ElementsAre(0, 0, 0, 2, 5, 6, 0, 0));
  EXPECT_THAT(encoded(Xdr(), Shape::basic, Octets{5}), ElementsAre(0, 0, 0, 5));
}

template <class T, class Encoding>
void expect_back(Encoding encoding, Shape shape, std::size_t size) {
  std::vector<T> values(size), read(size);
  std::iota(values.begin(), values.end(), T{1});
  encoding.encode(shape, values);
  EXPECT_TRUE(encoding.decode(shape, read));
  EXPECT_EQ(read, values);
}

void expect_all_back(auto make) {
  for (const auto& [shape, size] :
       {std::pair{Shape::basic, 1u}, {Shape::array, 1024u}, {Shape::sequence, 1023u}}) {
    expect_back<std::uint8_t>(make(), shape, size);
    expect_back<std::int16_t>(make(), shape, size);
    expect_back<float>(make(), shape, size);
    expect_back<double>(make(), shape, size);
  }
}

TEST(Encodings, give_every_type_back_in_every_shape) {
  expect_all_back([] { return Cdr(); });
  expect_all_back([] { return Cdr(ByteOrder::big); });
  expect_all_back([] { return Cdr(ByteOrder::little); });
  expect_all_back([] { return Eight(); });
  expect_all_back([] { return Ndr(); });
  expect_all_back([] { return Xdr(); });
}

TEST(Reader, refuses_a_count_that_cannot_follow) {
  Writer writer;
  writer.put_count(1000);
  Reader reader(writer.bytes());
  EXPECT_EQ(reader.get_count(4), 0u);
  EXPECT_FALSE(reader.ok());
}

TEST(Reader, stays_failed) {
  Writer writer;
  writer.put_count(3);
  Reader reader(writer.bytes());
  double missing = 0;
  reader.get(std::span<double>(&missing, 1));
  EXPECT_FALSE(reader.ok());
  std::uint32_t there = 0;
  reader.get(std::span<std::uint32_t>(&there, 1));
  EXPECT_EQ(there, 0u);
}

}  // namespace
}  // namespace encodings
