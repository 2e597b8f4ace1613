// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/corba/view.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

namespace orbweaver::corba {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kOther =
    cdr::kNativeOrder == cdr::ByteOrder::little ? cdr::ByteOrder::big : cdr::ByteOrder::little;

/// What was written, as a frame that begins `shift` bytes after an aligned address.
Frame frame_of(const cdr::Encoder& encoder, std::size_t shift = 0) {
  auto chunk = Chunk::of_size(shift + encoder.size());
  std::memcpy(chunk.data() + shift, encoder.bytes().data(), encoder.size());
  return {std::move(chunk), shift, encoder.size()};
}

cdr::Encoder three_doubles(cdr::ByteOrder order = cdr::kNativeOrder) {
  cdr::Encoder encoder{order};
  encoder.put(std::uint32_t{3});
  encoder.put_array(std::span<const double>{std::array{1.5, 2.5, 3.5}});
  return encoder;
}

bool lies_in(const void* place, Bytes bytes) {
  const auto* const byte = static_cast<const std::byte*>(place);
  return byte >= bytes.data() && byte < bytes.data() + bytes.size();
}

TEST(DecodeView, reads_elements_where_they_lie) {
  const auto frame = frame_of(three_doubles());
  cdr::Decoder decoder{frame.bytes()};
  const auto view = View<double>::decode(decoder, frame);
  EXPECT_THAT(view, ElementsAre(1.5, 2.5, 3.5));
  EXPECT_FALSE(view.was_converted());
  EXPECT_TRUE(lies_in(view.data(), frame.bytes()));
  EXPECT_EQ(view.pinned_bytes(), frame.chunk().capacity());
  EXPECT_EQ(decoder.remaining(), 0U);
}

TEST(DecodeView, converts_elements_in_the_other_byte_order) {
  const auto frame = frame_of(three_doubles(kOther));
  cdr::Decoder decoder{frame.bytes(), kOther};
  const auto view = View<double>::decode(decoder, frame);
  EXPECT_THAT(view, ElementsAre(1.5, 2.5, 3.5));
  EXPECT_TRUE(view.was_converted());
  EXPECT_FALSE(lies_in(view.data(), frame.bytes()));
}

TEST(DecodeView, copies_elements_that_are_not_aligned) {
  const auto frame = frame_of(three_doubles(), 4);
  cdr::Decoder decoder{frame.bytes()};
  const auto view = View<double>::decode(decoder, frame);
  EXPECT_THAT(view, ElementsAre(1.5, 2.5, 3.5));
  EXPECT_TRUE(view.was_converted());
  EXPECT_EQ(view.pinned_bytes(), 3 * sizeof(double));
}

TEST(DecodeView, needs_no_order_nor_alignment_for_octets) {
  cdr::Encoder encoder{kOther};
  encoder.put_octets(as_bytes("abc"));
  const auto frame = frame_of(encoder, 1);
  cdr::Decoder decoder{frame.bytes(), kOther};
  const auto view = View<std::uint8_t>::decode(decoder, frame);
  EXPECT_THAT(view, ElementsAre('a', 'b', 'c'));
  EXPECT_FALSE(view.was_converted());
}

TEST(DecodeView, of_no_elements_pins_nothing) {
  cdr::Encoder encoder;
  encoder.put(std::uint32_t{0});
  const auto frame = frame_of(encoder);
  cdr::Decoder decoder{frame.bytes()};
  const auto view = View<double>::decode(decoder, frame);
  EXPECT_TRUE(view.empty());
  EXPECT_TRUE(decoder.ok());
  EXPECT_EQ(view.pinned_bytes(), 0U);
}

TEST(DecodeView, refuses_a_length_beyond_the_bytes) {
  for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big}) {
    cdr::Encoder encoder{order};
    encoder.put(std::uint32_t{0xffffffff});
    encoder.put(1.0);
    const auto frame = frame_of(encoder);
    cdr::Decoder decoder{frame.bytes(), order};
    EXPECT_THAT(View<double>::decode(decoder, frame), IsEmpty());
    EXPECT_FALSE(decoder.ok());
  }
}

// The bytes suffice for the elements, but not for the padding in front of them.
TEST(DecodeView, refuses_a_length_that_padding_makes_too_much) {
  for (const auto order : {cdr::ByteOrder::little, cdr::ByteOrder::big}) {
    cdr::Encoder encoder{order};
    encoder.put(std::uint32_t{1});
    encoder.put(std::uint32_t{0});
    encoder.put(std::uint32_t{0});
    const auto frame = frame_of(encoder);
    cdr::Decoder decoder{frame.bytes(), order};
    EXPECT_THAT(View<double>::decode(decoder, frame), IsEmpty());
    EXPECT_FALSE(decoder.ok());
  }
}

TEST(View, keeps_the_memory_when_the_frame_is_gone) {
  View<double> kept;
  {
    const auto frame = frame_of(three_doubles());
    cdr::Decoder decoder{frame.bytes()};
    kept = View<double>::decode(decoder, frame);
  }
  EXPECT_THAT(kept, ElementsAre(1.5, 2.5, 3.5));
}

TEST(View, shares_its_memory_with_its_copies) {
  auto view = std::make_unique<View<int>>(std::vector{1, 2});
  const View<int> shared = *view;
  EXPECT_EQ(shared.data(), view->data());
  view.reset();
  EXPECT_THAT(shared, ElementsAre(1, 2));
}

TEST(View, takes_a_vector_over_in_place) {
  std::vector values{1, 2, 3};
  const int* const place = values.data();
  EXPECT_EQ(View<int>{std::move(values)}.data(), place);
}

TEST(View, copy_has_memory_of_its_own_and_no_more_than_it_needs) {
  const auto frame = frame_of(three_doubles(), 64);
  cdr::Decoder decoder{frame.bytes()};
  const auto copy = View<double>::decode(decoder, frame).copy();
  EXPECT_THAT(copy, ElementsAre(1.5, 2.5, 3.5));
  EXPECT_EQ(copy.pinned_bytes(), 3 * sizeof(double));
}

// NOLINTBEGIN(bugprone-use-after-move): what happens then
TEST(View, moved_from_asserts_in_a_debug_build_and_is_empty_in_others) {
  View<int> view{std::vector{1, 2}};
  const auto moved = std::move(view);
  EXPECT_THAT(moved, ElementsAre(1, 2));
  EXPECT_DEBUG_DEATH(EXPECT_EQ(view.size(), 0U), "moved from or sent");
  view = moved;  // and lives again
  EXPECT_EQ(view.size(), 2U);
}
// NOLINTEND(bugprone-use-after-move)

}  // namespace
}  // namespace orbweaver::corba
