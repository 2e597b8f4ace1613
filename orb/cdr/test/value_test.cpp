// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/cdr/value_writer.hpp>

#include <gmock/gmock.h>

namespace {

using namespace orbweaver;
using namespace orbweaver::cdr;
using Form = ValueReader::Form;
using testing::ElementsAre;

// Longs in big-endian order; strings of ids are four octets or a multiple of it with their NUL.
std::vector<std::byte> octets(std::initializer_list<std::uint32_t> longs) {
  Encoder encoder{ByteOrder::big};
  for (const auto number : longs) encoder.put(number);
  return {encoder.bytes().begin(), encoder.bytes().end()};
}

constexpr std::uint32_t kId = 0x49443100, kOther = 0x49443200;  // "ID1", "ID2"

class Values : public testing::Test {
 protected:
  void read(std::initializer_list<std::uint32_t> longs) {
    bytes_ = octets(longs);
    decoder_.emplace(bytes_, ByteOrder::big);
    reader_.emplace(*decoder_);
  }
  ValueReader::ValueStart begin() { return reader_->begin(*decoder_); }
  void end(const ValueReader::ValueStart& value) { reader_->end(*decoder_, value); }
  std::uint32_t number() { return decoder_->get<std::uint32_t>(); }
  [[nodiscard]] bool is_at_end() const { return decoder_->ok() && decoder_->remaining() == 0; }
  [[nodiscard]] std::optional<DecodeError> error() const { return decoder_->error(); }

  std::vector<std::byte> bytes_;
  std::optional<Decoder> decoder_;
  std::optional<ValueReader> reader_;
};

TEST_F(Values, null_is_one_long) {
  read({0});
  EXPECT_EQ(begin().form, Form::null);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, a_value_without_ids_is_of_the_expected_type) {
  read({0x7fffff00, 42});
  const auto value = begin();
  EXPECT_EQ(value.form, Form::begun);
  EXPECT_TRUE(value.ids.empty());
  EXPECT_EQ(number(), 42U);
  end(value);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, ids_lists_and_codebases_are_read_and_referred_back_to) {
  read({0x7fffff03, 4, kOther, 4, kId,         // codebase, id
        0x7fffff02, 0xffffffff, 0xfffffff0,    // its id again
        0x7fffff06, 2, 4, kId, 4, kOther,      // a list
        0x7fffff06, 0xffffffff, 0xffffffe4});  // the list again
  auto value = begin();
  EXPECT_THAT(value.ids, ElementsAre("ID1"));
  end(value);
  value = begin();
  EXPECT_THAT(value.ids, ElementsAre("ID1"));
  end(value);
  value = begin();
  EXPECT_THAT(value.ids, ElementsAre("ID1", "ID2"));
  end(value);
  value = begin();
  EXPECT_THAT(value.ids, ElementsAre("ID1", "ID2"));
  end(value);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, a_list_that_is_used_again_knows_what_was_passed_over) {
  read({0x7fffff06, 2, 4, kId, 4, kOther, 0x7fffff06, 0xffffffff, 0xffffffe4});
  const auto first = begin();
  ASSERT_NE(first.passed_over, nullptr);
  EXPECT_EQ(std::exchange(*first.passed_over, 1U), 0U);
  const auto second = begin();
  EXPECT_EQ(second.passed_over, first.passed_over);
  EXPECT_EQ(*second.passed_over, 1U);
}

TEST_F(Values, an_indirection_leads_to_where_a_value_began) {
  read({0x7fffff00, 42, 0xffffffff, 0xfffffff4});
  const auto value = begin();
  reader_->keep(value.place, std::make_shared<int>(1));
  EXPECT_EQ(number(), 42U);
  end(value);
  const auto again = begin();
  EXPECT_EQ(again.form, Form::shared);
  EXPECT_EQ(again.place, value.place);
  EXPECT_TRUE(reader_->find(again.place));
}

TEST_F(Values, a_state_in_chunks_is_read_across_them) {
  read({0x7fffff08, 4, 1, 8, 2, 3, 0xffffffff, 99});
  const auto value = begin();
  EXPECT_EQ(number(), 1U);
  EXPECT_EQ(number(), 2U);
  EXPECT_EQ(number(), 3U);
  end(value);
  EXPECT_EQ(number(), 99U);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, null_and_indirections_lie_in_chunks_or_between_them) {
  read({0x7fffff08, 8, 1, 0, 4, 0, 0, 16, 2, 0xffffffff, 0xffffffd8, 3, 0xffffffff});
  const auto value = begin();
  EXPECT_EQ(number(), 1U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(begin().form, Form::null);
  EXPECT_EQ(number(), 2U);
  EXPECT_EQ(begin().place, value.place);
  EXPECT_EQ(number(), 3U);
  end(value);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, a_chunk_may_be_filled_up_to_the_next_long) {
  // The first chunk: an octet, and what fills it up. The last: one that is not read.
  read({0x7fffff08, 4, 0x07abcdef, 0x7fffff08, 4, 9, 0xfffffffe, 4, 0x08000000, 0xffffffff});
  const auto value = begin();
  EXPECT_EQ(decoder_->get_octet(), 7);
  const auto inner = begin();
  EXPECT_EQ(inner.form, Form::begun);
  EXPECT_EQ(number(), 9U);
  end(inner);
  EXPECT_EQ(decoder_->get_octet(), 8);
  end(value);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, a_value_does_not_begin_in_a_chunk) {
  read({0x7fffff08, 8, 0x7fffff08, 1, 0xffffffff});
  EXPECT_EQ(begin().form, Form::begun);
  EXPECT_EQ(begin().form, Form::failed);
  EXPECT_EQ(error(), DecodeError::bad_value);
}

TEST_F(Values, what_is_not_known_of_a_state_is_passed_over) {
  read({0x7fffff08, 8, 1, 2,                   // known: the first long
        0x7fffff0a, 4, kId, 4, 7, 0xfffffffe,  // a value inside
        0, 4, 3,                               // null, one more chunk
        0x7fffff0e, 1, 4, kOther,              // a value that ends with the outer one
        0xffffffff, 99});
  const auto value = begin();
  EXPECT_EQ(number(), 1U);
  end(value);
  EXPECT_EQ(number(), 99U);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, one_end_may_close_several) {
  read({0x7fffff08, 4, 1, 0x7fffff08, 4, 2, 0xffffffff, 99});
  const auto outer = begin();
  EXPECT_EQ(number(), 1U);
  const auto inner = begin();
  EXPECT_EQ(number(), 2U);
  end(inner);
  end(outer);
  EXPECT_EQ(number(), 99U);
  EXPECT_TRUE(is_at_end());
}

// As JacORB writes them; omniORB and Orbweaver write one end for both, and chunks with their
// padding.
TEST_F(Values, each_may_have_an_end_of_its_own) {
  read({0x7fffff08, 4, 1, 0x7fffff08, 4, 2, 0xfffffffe, 0xffffffff, 99});
  const auto outer = begin();
  EXPECT_EQ(number(), 1U);
  const auto inner = begin();
  EXPECT_EQ(number(), 2U);
  end(inner);
  end(outer);
  EXPECT_EQ(number(), 99U);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, a_chunk_may_end_before_the_padding_of_the_next_tag) {
  read({0x7fffff08, 5, 1, 0x07abcdef, 0x7fffff08, 4, 9, 0xffffffff});
  const auto outer = begin();
  EXPECT_EQ(number(), 1U);
  EXPECT_EQ(decoder_->get_octet(), 7);
  const auto inner = begin();
  EXPECT_EQ(number(), 9U);
  end(inner);
  end(outer);
  EXPECT_TRUE(is_at_end());
}

TEST_F(Values, nothing_is_read_behind_a_state_that_has_ended) {
  read({0x7fffff08, 0x7fffff08, 4, 2, 0xffffffff, 4, 3});
  const auto outer = begin();
  const auto inner = begin();
  EXPECT_EQ(number(), 2U);
  end(inner);
  EXPECT_EQ(number(), 0U);
  EXPECT_EQ(error(), DecodeError::truncated);
  EXPECT_EQ(outer.form, Form::begun);
}

struct Hostile {
  const char* what;
  std::vector<std::uint32_t> longs;
  DecodeError error;
};
void PrintTo(const Hostile& one, std::ostream* out) { *out << one.what; }

class HostileValues : public testing::TestWithParam<Hostile> {};

// Reads values until nothing is left: the state of each is one long, and what follows is inside.
void read_all(ValueReader& reader, Decoder& decoder) {
  std::vector<ValueReader::ValueStart> open;
  while (decoder.ok() && decoder.remaining() > 0) {
    open.push_back(reader.begin(decoder));
    if (open.back().form == Form::shared && !reader.find(open.back().place))
      decoder.fail(DecodeError::bad_value);
    if (open.back().form != Form::begun) {
      open.pop_back();
      continue;
    }
    static_cast<void>(decoder.get<std::uint32_t>());
    reader.end(decoder, open.back());
    open.pop_back();
  }
}

TEST_P(HostileValues, are_refused) {
  Encoder encoder{ByteOrder::big};
  for (const auto number : GetParam().longs) encoder.put(number);
  Decoder decoder{encoder.bytes(), ByteOrder::big};
  ValueReader reader{decoder};
  read_all(reader, decoder);
  EXPECT_EQ(decoder.error(), GetParam().error) << GetParam().what;
}

INSTANTIATE_TEST_SUITE_P(
    , HostileValues,
    testing::Values(
        Hostile{"a small number as a tag", {5}, DecodeError::bad_value},
        Hostile{"a tag beyond the last one", {0x7fffff10, 1}, DecodeError::bad_value},
        Hostile{"a negative tag", {0xfffffffe}, DecodeError::bad_value},
        Hostile{"type bits that mean nothing", {0x7fffff04, 1}, DecodeError::bad_value},
        Hostile{"an indirection forwards", {0xffffffff, 8}, DecodeError::bad_value},
        Hostile{"an indirection to itself", {0xffffffff, 0xfffffffc}, DecodeError::bad_value},
        Hostile{
            "an indirection before the message", {0xffffffff, 0x80000000}, DecodeError::bad_value},
        Hostile{"an indirection to what is no value",
                {0x7fffff00, 1, 0xffffffff, 0xfffffff8},
                DecodeError::bad_value},
        Hostile{"an indirection without an offset", {0xffffffff}, DecodeError::truncated},
        Hostile{"an id beyond the end", {0x7fffff02, 400, kId}, DecodeError::bad_length},
        Hostile{"an id that refers forwards",
                {0x7fffff02, 0xffffffff, 4, 4, kId},
                DecodeError::bad_value},
        Hostile{"an id that refers to none",
                {0x7fffff02, 0xffffffff, 0xfffffff8},
                DecodeError::bad_value},
        Hostile{"an id that refers to before the message",
                {0x7fffff02, 0xffffffff, 0x80000000},
                DecodeError::bad_value},
        Hostile{"an id that refers to what ends behind it",
                {0x7fffff00, 8, 0x7fffff02, 0xffffffff, 0xfffffff4},
                DecodeError::bad_value},
        Hostile{"a list of no ids", {0x7fffff06, 0, 1}, DecodeError::bad_value},
        Hostile{"a list of very many ids", {0x7fffff06, 0x40000000, 1}, DecodeError::bad_value},
        Hostile{"a list that refers to none",
                {0x7fffff06, 0xffffffff, 0xfffffff8},
                DecodeError::bad_value},
        Hostile{"a chunk beyond the end", {0x7fffff08, 400, 1}, DecodeError::truncated},
        Hostile{"no end", {0x7fffff08, 4, 1}, DecodeError::truncated},
        Hostile{
            "an end of what is not open", {0x7fffff08, 4, 1, 0xfffffffe}, DecodeError::bad_value},
        Hostile{"the least end", {0x7fffff08, 4, 1, 0x80000000}, DecodeError::bad_value},
        Hostile{"a chunk that cuts a number",
                {0x7fffff08, 2, 0x00010000, 0xffffffff},
                DecodeError::truncated},
        Hostile{"a value without chunks inside one with chunks",
                {0x7fffff08, 4, 1, 0x7fffff00, 1, 0xffffffff},
                DecodeError::bad_value},
        Hostile{"an empty message where a tag is due", {0x7fffff02}, DecodeError::truncated}),
    [](const auto& entry) { return "case" + std::to_string(entry.index); });

class NestedValues : public Values {
 protected:
  /// Begins `depth` values inside each other, then one more: what that one gives.
  std::optional<DecodeError> error_of_one_beyond(unsigned depth, DecodeLimits limits) {
    Encoder encoder{ByteOrder::big};
    for (unsigned i = 0; i <= depth; ++i) encoder.put(std::uint32_t{0x7fffff00});
    decoder_.emplace(encoder.bytes(), ByteOrder::big);
    decoder_->set_limits(limits);
    reader_.emplace(*decoder_);
    for (unsigned i = 0; i < depth; ++i) EXPECT_EQ(begin().form, Form::begun);
    EXPECT_EQ(begin().form, Form::failed);
    return error();
  }
};

TEST_F(NestedValues, reach_their_own_limit) {
  EXPECT_EQ(error_of_one_beyond(ValueReader::kUsualDepth, {}), DecodeError::too_deep);
  EXPECT_EQ(error_of_one_beyond(ValueReader::kUsualDepth, {.depth = 10}), DecodeError::too_deep);
}

TEST_F(NestedValues, reach_the_limit_of_all_types_where_that_is_more) {
  EXPECT_EQ(error_of_one_beyond(700, {.depth = 700}), DecodeError::too_deep);
}

TEST(ValuesInOneMessage, are_written_as_they_are_read) {
  const std::vector<std::string_view> one{"ID1"}, two{"ID2", "ID1"};
  Encoder encoder;
  {
    ValueWriter writer{encoder};
    encoder.put_octet(1);
    EXPECT_FALSE(writer.put_shared(encoder, 1));
    EXPECT_FALSE(writer.begin(encoder, 1, one, false));
    encoder.put(std::uint32_t{11});
    writer.end(encoder, false);
    EXPECT_TRUE(writer.begin(encoder, 2, two, true));
    EXPECT_TRUE(writer.put_shared(encoder, 1));
    encoder.put(std::uint16_t{22});
    EXPECT_TRUE(writer.begin(encoder, 3, one, false));
    ValueWriter::put_null(encoder);
    writer.end(encoder, true);
    encoder.put(std::uint32_t{33});
    writer.end(encoder, true);
    encoder.put_octet(2);
  }
  EXPECT_EQ(encoder.values(), nullptr);
  Decoder decoder{encoder.bytes()};
  ValueReader reader{decoder};
  EXPECT_EQ(decoder.get_octet(), 1);
  const auto first = reader.begin(decoder);
  EXPECT_THAT(first.ids, ElementsAre("ID1"));
  EXPECT_EQ(decoder.get<std::uint32_t>(), 11U);
  reader.end(decoder, first);
  const auto second = reader.begin(decoder);
  EXPECT_THAT(second.ids, ElementsAre("ID2", "ID1"));
  EXPECT_EQ(reader.begin(decoder).place, first.place);
  EXPECT_EQ(decoder.get<std::uint16_t>(), 22);
  const auto third = reader.begin(decoder);
  EXPECT_TRUE(third.is_chunked);
  EXPECT_EQ(reader.begin(decoder).form, Form::null);
  reader.end(decoder, third);
  EXPECT_EQ(decoder.get<std::uint32_t>(), 33U);
  reader.end(decoder, second);
  EXPECT_EQ(decoder.get_octet(), 2);
  EXPECT_TRUE(decoder.ok());
  EXPECT_EQ(decoder.remaining(), 0U);
}

class InnerScopes : public Values {
 protected:
  /// A value in chunks, and in its state one that shares with nothing outside, as in an Any.
  static std::vector<std::byte> written() {
    const std::vector<std::string_view> one{"ID1"};
    Encoder encoder{ByteOrder::big};
    ValueWriter writer{encoder};
    EXPECT_TRUE(writer.begin(encoder, 1, one, true));
    encoder.put(std::uint32_t{1});
    {
      ValueWriter inner{encoder};
      EXPECT_TRUE(inner.is_in_chunks());
      EXPECT_FALSE(inner.put_shared(encoder, 1));
      EXPECT_TRUE(inner.begin(encoder, 1, one, false));
      encoder.put(std::uint32_t{2});
      inner.end(encoder, true);
    }
    encoder.put(std::uint32_t{3});
    writer.end(encoder, true);
    EXPECT_FALSE(writer.is_in_chunks());
    return {encoder.bytes().begin(), encoder.bytes().end()};
  }
};

TEST_F(InnerScopes, write_into_the_chunks_of_the_outer_one) {
  EXPECT_EQ(written(), octets({0x7fffff0a, 4, kId, 4, 1,              // the outer value
                               0x7fffff0a, 4, kId, 4, 2, 0xfffffffe,  // the inner one
                               4, 3, 0xffffffff}));
}

TEST_F(InnerScopes, read_from_the_chunks_of_the_outer_one) {
  bytes_ = written();
  decoder_.emplace(bytes_, ByteOrder::big);
  reader_.emplace(*decoder_);
  const auto outer = begin();
  EXPECT_EQ(number(), 1U);
  {
    ValueReader inner{*decoder_};
    EXPECT_TRUE(inner.is_in_chunks());
    EXPECT_FALSE(inner.find(outer.place));
    const auto value = inner.begin(*decoder_);
    EXPECT_EQ(number(), 2U);
    inner.end(*decoder_, value);
    EXPECT_EQ(number(), 3U);
  }
  end(outer);
  EXPECT_TRUE(is_at_end());
  EXPECT_FALSE(reader_->is_in_chunks());
}

TEST_F(Values, an_id_that_another_scope_has_read_is_found_in_the_message) {
  read({0x7fffff02, 4, kId, 0x7fffff02, 0xffffffff, 0xfffffff0});
  EXPECT_EQ(begin().form, Form::begun);
  ValueReader inner{*decoder_};
  EXPECT_FALSE(inner.leads_before(12));
  EXPECT_THAT(inner.begin(*decoder_).ids, ElementsAre("ID1"));
  EXPECT_TRUE(inner.leads_before(12));
  EXPECT_FALSE(inner.leads_before(4));
}

TEST_F(Values, a_text_may_not_be_split_over_two_chunks) {
  read({0x7fffff08, 8, 8, 0x61616161, 4, 0x61616100, 0xffffffff});
  EXPECT_EQ(begin().form, Form::begun);
  EXPECT_EQ(decoder_->get_string_view(), "");
  EXPECT_EQ(error(), DecodeError::truncated);
}

TEST_F(Values, the_elements_of_a_sequence_may_come_in_the_chunk_behind_its_length) {
  read({0x7fffff08, 4, 2, 8, 0x61616161, 0x62626262, 0xffffffff});
  EXPECT_EQ(begin().form, Form::begun);
  ASSERT_EQ(decoder_->get_length(4), 2U);
  EXPECT_TRUE(decoder_->may_hold(2, 4));
  EXPECT_FALSE(decoder_->may_hold(5, 4));
  std::array<std::uint32_t, 2> elements{};
  decoder_->get_array(std::span<std::uint32_t>{elements});
  EXPECT_THAT(elements, ElementsAre(0x61616161U, 0x62626262U));
}

}  // namespace
