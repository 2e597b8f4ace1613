// SPDX-License-Identifier: Apache-2.0
// Bounded strings and sequences: looked at in both directions.
#include <gmock/gmock.h>
#include <orbweaver/generated/lab/types.hpp>

namespace {

namespace cdr = orbweaver::cdr;
using namespace Lab::Types;

template <class T>
std::optional<cdr::EncodeError> writing(const T& value) {
  cdr::Encoder encoder;
  cdr::encode(encoder, value);
  return encoder.error();
}

// As a peer would send it that knows no bound.
template <class T, class Unbounded>
std::optional<cdr::DecodeError> reading(const Unbounded& value) {
  cdr::Encoder encoder;
  cdr::encode(encoder, value);
  cdr::Decoder decoder{encoder.bytes()};
  const auto decoded = cdr::decode<T>(decoder);
  EXPECT_EQ(decoder.ok(), decoded.size() == value.size());
  return decoder.error();
}

TEST(Bound, lets_what_is_as_long_as_it_pass) {
  EXPECT_EQ(writing(ShortText{"12345"}), std::nullopt);
  EXPECT_EQ(writing(ShortWideText{L"12345"}), std::nullopt);
  EXPECT_EQ(writing(ShortLongs{1, 2, 3, 4, 5}), std::nullopt);
  EXPECT_EQ(reading<ShortText>(std::string{"12345"}), std::nullopt);
  EXPECT_EQ(reading<ShortWideText>(std::wstring{L"12345"}), std::nullopt);
  EXPECT_EQ(reading<ShortLongs>(std::vector<std::int32_t>{1, 2, 3, 4, 5}), std::nullopt);
}

TEST(Bound, refuses_to_write_more) {
  EXPECT_EQ(writing(ShortText{"123456"}), cdr::EncodeError::too_long);
  EXPECT_EQ(writing(ShortWideText{L"123456"}), cdr::EncodeError::too_long);
  EXPECT_EQ(writing(ShortLongs(6)), cdr::EncodeError::too_long);
  EXPECT_EQ(writing(ShortTexts{"1", "123456"}), cdr::EncodeError::too_long);
}

TEST(Bound, refuses_to_read_more) {
  using Longs = std::vector<std::int32_t>;
  EXPECT_EQ(reading<ShortText>(std::string{"123456"}), cdr::DecodeError::bad_length);
  EXPECT_EQ(reading<ShortWideText>(std::wstring{L"123456"}), cdr::DecodeError::bad_length);
  EXPECT_EQ(reading<ShortLongs>(Longs(6)), cdr::DecodeError::bad_length);
  EXPECT_EQ(reading<ShortTexts>(std::vector<std::string>(3)), cdr::DecodeError::bad_length);
  const std::vector<std::string> texts{"12345", "123456"};
  cdr::Encoder encoder;
  cdr::encode(encoder, texts);
  cdr::Decoder decoder{encoder.bytes()};
  static_cast<void>(cdr::decode<ShortTexts>(decoder));
  EXPECT_EQ(decoder.error(), cdr::DecodeError::bad_length);
}

TEST(Bounded, converts_to_and_from_what_is_not) {
  const std::string text = ShortText{"abc"};
  ShortText bounded = text;
  bounded += "de";
  EXPECT_EQ(bounded, "abcde");
  const std::vector<std::int32_t> longs = ShortLongs{1, 2};
  EXPECT_EQ(ShortLongs{longs}, (ShortLongs{1, 2}));
  static_assert(ShortText::bound == SHORT_BOUND);
}

}  // namespace
