// SPDX-License-Identifier: Apache-2.0
// What came in fragments of GIOP 1.1: pieces without a gap, each aligned by itself.
#include <gtest/gtest.h>
#include <orbweaver/cdr/codec.hpp>

#include <array>
#include <functional>
#include <numeric>
#include <vector>

namespace orbweaver::cdr {
namespace {

constexpr std::size_t kHeader = 12;

/// The bodies of fragments, joined.
class Pieces {
 public:
  explicit Pieces(ByteOrder order = kNativeOrder) : order_(order) {}

  /// One more fragment, with what `put` writes into it.
  void add(const std::function<void(Encoder&)>& put) {
    Encoder encoder{order_};
    encoder.put_bytes(std::array<std::byte, kHeader>{});
    put(encoder);
    const auto content = encoder.bytes().subspan(kHeader);
    bytes_.insert(bytes_.end(), content.begin(), content.end());
    ends_.push_back(bytes_.size());
  }
  [[nodiscard]] Decoder decoder() {
    cuts_.clear();
    for (const auto end : ends_)
      cuts_.push_back({static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(bytes_.size())});
    Decoder decoder{bytes_, order_, kHeader};
    decoder.set_cuts(cuts_);
    return decoder;
  }

 private:
  ByteOrder order_;
  std::vector<std::byte> bytes_;
  std::vector<std::size_t> ends_;
  std::vector<Cut> cuts_;
};

template <class T>
class ACutSequence : public testing::Test {};
using Numbers = testing::Types<std::uint8_t, char, std::int16_t, std::uint16_t, std::int32_t,
                               std::uint32_t, float, std::int64_t, std::uint64_t, double>;
TYPED_TEST_SUITE(ACutSequence, Numbers);

// A fragment ends behind each element that it may end behind.
TYPED_TEST(ACutSequence, keeps_its_elements_wherever_it_is_cut) {
  std::vector<TypeParam> values(40);
  std::iota(values.begin(), values.end(), TypeParam{1});
  for (const auto order : {ByteOrder::little, ByteOrder::big})
    for (std::size_t first = 0; first <= values.size(); ++first)
      for (const std::size_t count : {1U, 3U, 17U}) {
        Pieces pieces{order};
        pieces.add([&](Encoder& encoder) {
          encoder.put(static_cast<std::uint32_t>(values.size()));
          encoder.put_array(std::span<const TypeParam>{values}.first(first));
        });
        for (std::size_t at = first; at < values.size(); at += count)
          pieces.add([&](Encoder& encoder) {
            const auto rest = std::span<const TypeParam>{values}.subspan(at);
            encoder.put_array(rest.first(std::min(count, rest.size())));
          });
        auto decoder = pieces.decoder();
        EXPECT_EQ(decode<std::vector<TypeParam>>(decoder), values);
        EXPECT_TRUE(decoder.expect_end());
      }
}

TEST(ACutMessage, keeps_the_members_of_a_structure) {
  Pieces pieces;
  pieces.add([](Encoder& encoder) {
    encoder.put_octet(1);
    encoder.put(std::uint32_t{2});
  });
  pieces.add([](Encoder& encoder) {
    encoder.put(3.0);
    encoder.put(std::uint16_t{4});
  });
  pieces.add([](Encoder& encoder) { encoder.put(std::uint64_t{5}); });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decoder.get_octet(), 1);
  EXPECT_EQ(decoder.get<std::uint32_t>(), 2U);
  EXPECT_EQ(decoder.get<double>(), 3.0);
  EXPECT_EQ(decoder.get<std::uint16_t>(), 4);
  EXPECT_EQ(decoder.get<std::uint64_t>(), 5U);
  EXPECT_TRUE(decoder.expect_end());
}

// Some senders align before they find that the fragment is full.
TEST(ACutMessage, may_have_padding_at_the_end_of_a_fragment) {
  Pieces pieces;
  pieces.add([](Encoder& encoder) {
    encoder.put_octet(1);
    encoder.align(8);
  });
  pieces.add([](Encoder& encoder) { encoder.put(3.0); });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decoder.get_octet(), 1);
  EXPECT_EQ(decoder.get<double>(), 3.0);
  EXPECT_TRUE(decoder.expect_end());
}

TEST(ACutMessage, keeps_texts_and_octets_where_they_lie) {
  Pieces pieces;
  pieces.add([](Encoder& encoder) {
    encoder.put(std::uint32_t{7});
    encoder.put_bytes(as_bytes("sa"));
  });
  pieces.add([](Encoder& encoder) { encoder.put_bytes(as_bytes("mp")); });
  pieces.add([](Encoder& encoder) {
    encoder.put_bytes(as_bytes(std::string_view{"le\0", 3}));
    encoder.put(3.0);
  });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decoder.get_string_view(), "sample");
  EXPECT_EQ(decoder.get<double>(), 3.0);
  EXPECT_TRUE(decoder.expect_end());
}

TEST(ACutMessage, keeps_wide_texts) {
  Pieces pieces;
  const CodeSets units{.wide = WideForm::units};
  pieces.add([](Encoder& encoder) {
    encoder.put(std::uint32_t{4});
    encoder.put(std::uint16_t{'a'});
  });
  pieces.add([](Encoder& encoder) {
    for (const char unit : {'b', 'c', '\0', 'd'}) encoder.put(static_cast<std::uint16_t>(unit));
  });
  auto decoder = pieces.decoder();
  decoder.set_code_sets(units);
  EXPECT_EQ(decoder.get_wide_text(), L"abc");
  EXPECT_EQ(decoder.get_wide(), L'd');
  EXPECT_TRUE(decoder.expect_end());
}

TEST(ACutMessage, keeps_encapsulations_which_have_their_own_alignment) {
  Pieces pieces;
  Encoder inner;
  inner.put_octet(order_octet(kNativeOrder));
  inner.put(2.5);
  pieces.add([&](Encoder& encoder) {
    encoder.put(static_cast<std::uint32_t>(inner.size()));
    encoder.put_bytes(inner.bytes().first(11));
  });
  pieces.add([&](Encoder& encoder) { encoder.put_bytes(inner.bytes().subspan(11)); });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decoder.get_encapsulation().get<double>(), 2.5);
  EXPECT_TRUE(decoder.expect_end());
}

/// What omniORB's C++ sends: it copies an array behind what is there, and cuts it where a buffer is
/// full, inside a number, too. Other values it aligns.
class AsOmniOrbCuts {
 public:
  /// Each fragment has so many octets with its header: a multiple of 8.
  explicit AsOmniOrbCuts(std::size_t fragment_size) : size_(fragment_size) { begin(); }

  template <class T>
  void put(T value) {
    const std::size_t at = fragment_.size();
    if (at + padding(at, sizeof(T)) + sizeof(T) > size_) begin();
    fragment_.put(value);
  }
  template <class T>
  void put_array(const std::vector<T>& values) {
    auto rest = std::as_bytes(std::span{values});
    fragment_.align(sizeof(T));
    while (!rest.empty()) {
      if (fragment_.size() == size_) begin();
      const auto here = rest.first(std::min(rest.size(), size_ - fragment_.size()));
      fragment_.put_bytes(here);
      rest = rest.subspan(here.size());
    }
  }
  [[nodiscard]] Pieces pieces() {
    begin();
    return std::move(pieces_);
  }

 private:
  void begin() {
    if (fragment_.size() > kHeader)
      pieces_.add([&](Encoder& piece) { piece.put_bytes(fragment_.bytes().subspan(kHeader)); });
    fragment_ = Encoder{};
    fragment_.put_bytes(std::array<std::byte, kHeader>{});
  }

  std::size_t size_;
  Encoder fragment_;
  Pieces pieces_;
};

std::vector<double> numbers(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 1.5);
  return values;
}

TEST(AnArrayOfOmniOrb, keeps_its_elements_wherever_it_is_cut) {
  for (const std::size_t size : {32U, 40U, 64U, 104U})
    for (std::size_t ahead = 0; ahead < 16; ++ahead)
      for (std::size_t count = 0; count < 40; ++count) {
        AsOmniOrbCuts sent{size};
        for (std::size_t i = 0; i < ahead; ++i) sent.put(std::uint32_t{7});
        sent.put(static_cast<std::uint32_t>(count));
        if (count > 0) sent.put_array(numbers(count));
        auto pieces = sent.pieces();
        auto decoder = pieces.decoder();
        for (std::size_t i = 0; i < ahead; ++i) EXPECT_EQ(decoder.get<std::uint32_t>(), 7U);
        EXPECT_EQ(decode<std::vector<double>>(decoder), numbers(count));
        EXPECT_TRUE(decoder.expect_end());
      }
}

// Whatever comes behind the array: what was sent, or a failure. Never other numbers.
template <class... More>
void expect_right_or_refused(More... more) {
  for (std::size_t ahead = 0; ahead < 16; ++ahead)
    for (std::size_t count = 1; count < 40; ++count) {
      AsOmniOrbCuts sent{64};
      for (std::size_t i = 0; i < ahead; ++i) sent.put(std::uint32_t{7});
      sent.put(static_cast<std::uint32_t>(count));
      sent.put_array(numbers(count));
      (sent.put(more), ...);
      auto pieces = sent.pieces();
      auto decoder = pieces.decoder();
      for (std::size_t i = 0; i < ahead; ++i) EXPECT_EQ(decoder.get<std::uint32_t>(), 7U);
      const auto values = decode<std::vector<double>>(decoder);
      const bool same = ((decoder.get<More>() == more) & ...) && values == numbers(count);
      EXPECT_TRUE(!decoder.expect_end() || same) << ahead << ' ' << count;
    }
}

TEST(AnArrayOfOmniOrb, is_never_other_numbers_whatever_follows_it) {
  expect_right_or_refused(2.5);
  expect_right_or_refused(std::uint32_t{2});
  expect_right_or_refused(std::uint32_t{2}, std::uint32_t{3});
  expect_right_or_refused(std::uint32_t{2}, 2.5);
  expect_right_or_refused(std::uint8_t{2}, 2.5);
  expect_right_or_refused(std::uint32_t{2}, std::uint32_t{3}, 2.5);
  expect_right_or_refused(std::uint32_t{2}, std::uint32_t{3}, std::uint32_t{4}, 2.5, 3.5);
}

Pieces begun_with_one_of_two_numbers() {
  Pieces pieces;
  pieces.add([](Encoder& encoder) {
    encoder.put(std::uint32_t{2});
    encoder.put(1.5);
  });
  return pieces;
}

TEST(ACutArray, keeps_what_follows_it_where_its_padding_is_clear) {
  auto pieces = begun_with_one_of_two_numbers();
  pieces.add([](Encoder& encoder) {
    encoder.put(2.5);
    encoder.put(std::uint32_t{9});
    encoder.put_octet(1);
  });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decode<std::vector<double>>(decoder), numbers(2));
  EXPECT_EQ(decoder.get<std::uint32_t>(), 9U);
  EXPECT_EQ(decoder.get_octet(), 1);
  EXPECT_TRUE(decoder.expect_end());
}

TEST(ACutArray, is_unclear_where_both_paddings_give_a_number_behind_it) {
  auto pieces = begun_with_one_of_two_numbers();
  pieces.add([](Encoder& encoder) {
    encoder.put(2.5);
    encoder.put(3.5);
  });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decode<std::vector<double>>(decoder), numbers(2));
  EXPECT_EQ(decoder.get<double>(), 0);
  EXPECT_EQ(decoder.error(), DecodeError::unclear);
}

TEST(ACutArray, stays_unclear_behind_octets_that_lie_in_two_fragments) {
  auto pieces = begun_with_one_of_two_numbers();
  pieces.add([](Encoder& encoder) {
    encoder.put(2.5);
    encoder.put_bytes(as_bytes("ab"));
  });
  pieces.add([](Encoder& encoder) {
    encoder.put_bytes(as_bytes("cd"));
    encoder.put(3.5);
  });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decode<std::vector<double>>(decoder), numbers(2));
  EXPECT_EQ(decoder.get_bytes(4).size(), 4U);
  EXPECT_EQ(decoder.get<double>(), 0);
  EXPECT_EQ(decoder.error(), DecodeError::unclear);
}

TEST(ACutMessage, refuses_a_number_that_lies_in_two_fragments) {
  Pieces pieces;
  Encoder number;
  number.put(3.0);
  pieces.add([&](Encoder& encoder) {
    encoder.align(8);
    encoder.put_bytes(number.bytes().first(4));
  });
  pieces.add([&](Encoder& encoder) { encoder.put_bytes(number.bytes().subspan(4)); });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decoder.get<double>(), 0);
  EXPECT_EQ(decoder.error(), DecodeError::truncated);
}

TEST(ACutMessage, refuses_a_length_that_all_its_fragments_cannot_hold) {
  Pieces pieces;
  pieces.add([](Encoder& encoder) { encoder.put(std::uint32_t{9}); });
  pieces.add([](Encoder& encoder) { encoder.put_bytes(std::array<std::byte, 8>{}); });
  auto decoder = pieces.decoder();
  EXPECT_TRUE(decode<std::vector<char>>(decoder).empty());
  EXPECT_EQ(decoder.error(), DecodeError::bad_length);
}

TEST(ACutMessage, has_surplus_in_a_fragment_that_was_not_read) {
  Pieces pieces;
  pieces.add([](Encoder& encoder) { encoder.put(std::uint32_t{9}); });
  pieces.add([](Encoder& encoder) { encoder.put_octet(1); });
  auto decoder = pieces.decoder();
  EXPECT_EQ(decoder.get<std::uint32_t>(), 9U);
  EXPECT_EQ(decoder.left_over(), 1U);
  EXPECT_FALSE(decoder.expect_end());
  EXPECT_EQ(decoder.error(), DecodeError::surplus);
}

TEST(AMessage, that_has_been_read_to_its_end_has_no_surplus) {
  Encoder encoder;
  encoder.put(std::uint32_t{9});
  Decoder decoder{encoder.bytes()};
  EXPECT_EQ(decoder.get<std::uint32_t>(), 9U);
  EXPECT_TRUE(decoder.expect_end());
}

TEST(AMessage, that_failed_keeps_its_first_error) {
  Decoder decoder{Bytes{}};
  EXPECT_EQ(decoder.get_octet(), 0);
  EXPECT_FALSE(decoder.expect_end());
  EXPECT_EQ(decoder.error(), DecodeError::truncated);
}

}  // namespace
}  // namespace orbweaver::cdr
