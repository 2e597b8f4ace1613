// SPDX-License-Identifier: Apache-2.0
// Values as text: operator<<, IDL::traits<T>::write and fmt.
#include <orbweaver/corba/fmt.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/generated/mapping/text.hpp>

#include <gmock/gmock.h>

#include <limits>
#include <sstream>
#include <stdexcept>

namespace {

using orbweaver::corba::text_of;

// As a program would write it.
template <class T>
std::string streamed(const T& value) {
  std::ostringstream stream;
  stream << value;
  return stream.str();
}

TEST(Text, of_an_enumerator_is_its_name) {
  EXPECT_EQ(streamed(Text::Band::high), "high");
  EXPECT_EQ(streamed(Text::Device::Level::loud), "loud");
  EXPECT_EQ(streamed(Outside::out_there), "out_there");
}

TEST(Text, of_an_enumerator_that_the_type_does_not_have_is_its_number) {
  EXPECT_EQ(streamed(static_cast<Text::Band>(7)), "7");
}

TEST(Text, of_a_struct_has_the_names_of_its_members) {
  EXPECT_EQ(streamed(Bare{Outside::out_here}), "Bare{where=out_here}");
  EXPECT_EQ(streamed(Text::Inner{Text::Band::low, true, 'x', L'\u20ac'}),
            "Text::Inner{where=low, on=true, letter='x', sign='\u20ac'}");
}

TEST(Text, of_a_kind_of_type_is_the_name_that_the_omg_gave_it) {
  using CORBA::TCKind;
  const Text::Typed typed{TCKind::tk_long, {TCKind::tk_null, TCKind::tk_local_interface}};
  const auto* const said = "Text::Typed{kind=tk_long, others=[tk_null, tk_local_interface]}";
  EXPECT_EQ(streamed(typed), said);

  CORBA::Any any;
  any <<= typed;
  Text::Typed taken;
  ASSERT_TRUE(any >>= taken);
  EXPECT_EQ(taken, typed);
  const auto kind = Text::_tc_Typed->member_type(0);
  EXPECT_EQ(kind->id(), "IDL:omg.org/CORBA/TCKind:1.0");
  EXPECT_EQ(kind->member_count(), 34);
  EXPECT_EQ(kind->member_name(33), "tk_local_interface");
}

TEST(TextKinds, that_no_specification_names_are_refused) {
  orbweaver::cdr::Encoder encoder;
  encoder.put(std::uint32_t{34});
  orbweaver::cdr::Decoder decoder(encoder.bytes());
  (void)orbweaver::cdr::decode<CORBA::TCKind>(decoder);
  EXPECT_EQ(decoder.error(), orbweaver::cdr::DecodeError::bad_enumerator);
}

TEST(Text, of_a_struct_writes_members_of_every_kind) {
  Text::Everything all;
  all.inside().where(Text::Band::high);
  all.small(200);
  all.less(-5);
  all.most(std::numeric_limits<std::uint64_t>::max());
  all.single(0.1F);
  all.real(98.5e6);
  all.words("say \"it\"\n");
  all.wide(L"caf\u00e9");
  all.five("five");
  all.wide_five(L"wide");
  all.few({1, 255});
  all.listed({{1, 2}, {3, 4}});
  all.something() <<= std::int32_t{7};
  all.kind(CORBA::_tc_long);
  all.price(CORBA::Fixed{"12.50"});

  EXPECT_EQ(streamed(all),
            "Text::Everything{"
            "inside=Text::Inner{where=high, on=false, letter='\\0', sign='\\0'}, "
            "small=200, less=-5, most=18446744073709551615, single=0.1, real=98500000, "
            "words=\"say \\\"it\\\"\\n\", wide=\"caf\u00e9\", five=\"five\", wide_five=\"wide\", "
            "few=[1, 255], listed=[[1, 2], [3, 4]], none=[], anyone=nil, something=any<long>, "
            "kind=long, price=12.50}");
}

TEST(Text, of_a_recursive_struct_shows_all_of_it) {
  const Text::Tree leaf{1, {}};
  EXPECT_EQ(streamed(Text::Tree{0, {leaf, leaf}}),
            "Text::Tree{leaf=0, branches=[Text::Tree{leaf=1, branches=[]}, "
            "Text::Tree{leaf=1, branches=[]}]}");
}

TEST(Text, of_a_union_shows_the_member_that_is_there) {
  Text::Option option;
  option.message("text");
  EXPECT_EQ(streamed(option), "Text::Option{message=\"text\"}");
  option.numbers({5, 6});
  EXPECT_EQ(streamed(option), "Text::Option{numbers=[5, 6]}");
}

TEST(Text, of_a_union_without_a_member_is_empty) {
  Text::Perhaps perhaps;
  perhaps._default();
  EXPECT_EQ(streamed(perhaps), "Text::Perhaps{}");
}

TEST(Text, of_sequences_and_arrays_lists_their_elements) {
  EXPECT_EQ(streamed(Text::Pair{1, -2}), "[1, -2]");
  EXPECT_EQ(streamed(Text::Pairs{{1, 2}}), "[[1, 2]]");
  EXPECT_EQ(streamed(Text::Bytes{9}), "[9]");
  EXPECT_EQ(streamed(std::vector<bool>{true, false}), "[true, false]");
  EXPECT_EQ(streamed(std::vector<std::string>{"a", "b"}), R"(["a", "b"])");
}

TEST(Text, of_a_wide_string_is_utf8) {
  EXPECT_EQ(streamed(std::wstring{L"\u00e9\u20ac\U0001f600"}), "\u00e9\u20ac\U0001f600");
  EXPECT_EQ(streamed(IDL::bounded_wstring<5>{L"five"}), "five");
}

TEST(Text, of_a_wide_character_and_a_wide_literal_is_utf8) {
  std::ostringstream stream;
  stream << L'\u20ac' << L"caf\u00e9";
  EXPECT_EQ(stream.str(), "\u20accaf\u00e9");
}

TEST(Text, of_a_lone_surrogate_is_the_replacement_character) {
  EXPECT_EQ(streamed(std::wstring(1, static_cast<wchar_t>(0xd800))), "\ufffd");
}

TEST(Text, escapes_what_cannot_be_printed) {
  EXPECT_EQ(text_of(std::string{"\x01\x7f\\\t"}), R"("\x01\x7f\\\t")");
  EXPECT_EQ(text_of('\''), R"('\'')");
  EXPECT_EQ(text_of('\xe9'), R"('\xe9')");
  EXPECT_EQ(text_of(std::wstring{L"\x01"}), R"("\x01")");
}

TEST(Text, of_a_user_exception_has_its_members_also_through_its_bases) {
  const Text::Failed failed{Text::Band::high, "too loud", {Text::Device::Level::loud}};
  constexpr auto kText = "Text::Failed{where=high, why=\"too loud\", levels=[loud]}";
  EXPECT_EQ(streamed(failed), kText);
  EXPECT_EQ(streamed(static_cast<const CORBA::UserException&>(failed)), kText);
  EXPECT_EQ(streamed(static_cast<const CORBA::Exception&>(failed)), kText);
  EXPECT_EQ(streamed(Text::Device::Broken{}), "Text::Device::Broken{}");
  EXPECT_EQ(streamed(CORBA::PolicyError{CORBA::BAD_POLICY_VALUE}), "CORBA::PolicyError{reason=3}");
  EXPECT_EQ(streamed(CORBA::InvalidPolicies{{1, 4}}), "CORBA::InvalidPolicies{indices=[1, 4]}");
}

TEST(Text, of_a_user_exception_whose_what_has_words_is_these) {
  const CORBA::ORB::InvalidName unknown{"there is no 'Clock'"};
  EXPECT_EQ(streamed(unknown), unknown.what());
}

TEST(Text, of_a_system_exception_has_name_reason_minor_code_and_completion) {
  const CORBA::TIMEOUT timeout{2, CORBA::CompletionStatus::COMPLETED_MAYBE, "too late"};
  constexpr auto kText = "CORBA::TIMEOUT: too late (minor 0x2, completed maybe)";
  EXPECT_EQ(streamed(timeout), kText);
  EXPECT_EQ(streamed(static_cast<const CORBA::SystemException&>(timeout)), kText);
  EXPECT_EQ(streamed(CORBA::CompletionStatus::COMPLETED_NO), "COMPLETED_NO");
}

TEST(Text, of_a_reference_is_its_type_or_nil) {
  EXPECT_EQ(streamed(IDL::traits<Text::Device>::ref_type{}), "nil");
  const IDL::traits<Text::Note>::ref_type note = CORBA::make_reference<Text::OBV::Note>("words");
  EXPECT_EQ(streamed(note), "<Text::Note>");
  EXPECT_EQ(streamed(Text::Device::Place{}), "Text::Device::Place{at=quiet, by=nil}");
}

TEST(Text, of_a_kind_of_type_is_its_name) {
  EXPECT_EQ(streamed(CORBA::TCKind::tk_null), "tk_null");
  EXPECT_EQ(streamed(CORBA::TCKind::tk_local_interface), "tk_local_interface");
}

TEST(Text, of_a_type_is_as_idl_spells_it) {
  EXPECT_EQ(streamed(CORBA::typecode_reference{}), "nil");
  EXPECT_EQ(streamed(CORBA::typecode_reference{Text::_tc_Everything}), "Text::Everything");
  EXPECT_EQ(text_of(CORBA::typecode_reference{Text::_tc_Bytes->content_type()}),
            "sequence<octet, 4>");
  EXPECT_EQ(text_of(CORBA::typecode_reference{Text::_tc_Pair->content_type()}), "long[2]");
}

// A stream that is none of the standard library's.
struct Lines {
  std::vector<std::string> lines;
  Lines& operator<<(const std::string& line) {
    lines.push_back(line);
    return *this;
  }
};

TEST(Write, works_with_a_stream_of_any_type) {
  Lines lines;
  lines << IDL::traits<Text::Band>::write(Text::Band::low);
  IDL::traits<Text::Pair>::write_on(lines, {1, 2}) << IDL::traits<bool>::write(true);
  EXPECT_THAT(lines.lines, testing::ElementsAre("low", "[1, 2]", "true"));
}

TEST(Write, is_there_for_each_kind_of_type) {
  std::ostringstream stream;
  stream << IDL::traits<std::string>::write("text") << ' '
         << IDL::traits<Text::Device>::write(nullptr) << ' '
         << IDL::traits<Text::Note>::write(nullptr) << ' ' << IDL::traits<CORBA::Any>::write({})
         << ' ' << IDL::traits<CORBA::TypeCode>::write(CORBA::_tc_short);
  EXPECT_EQ(stream.str(), "\"text\" nil nil any<null> short");
}

struct Shout {
  template <class Stream>
  Stream& operator()(Stream& stream, Text::Band band) const {
    stream << (band == Text::Band::high ? "HIGH" : "LOW");
    return stream;
  }
};

TEST(Write, takes_a_formatter) {
  std::ostringstream stream;
  stream << IDL::traits<Text::Band>::write<Shout>(Text::Band::high);
  IDL::traits<Text::Band>::write_on(stream, Text::Band::low, Shout{});
  EXPECT_EQ(stream.str(), "HIGHLOW");
}

TEST(Fmt, writes_the_same_text) {
  const Text::Failed failed{Text::Band::low, "why", {}};
  EXPECT_EQ(fmt::format("{}|{:>6}|{}", Bare{}, Text::Band::high, failed),
            "Bare{where=out_here}|  high|Text::Failed{where=low, why=\"why\", levels=[]}");
  EXPECT_EQ(fmt::format("{}", CORBA::NO_MEMORY{}), CORBA::NO_MEMORY{}.what());
}

}  // namespace

// Programs may have operators of their own.
namespace own {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
std::ostream& operator<<(std::ostream& stream, const std::runtime_error& error) {
  return stream << "own " << error.what();
}
template <class T>
std::ostream& operator<<(std::ostream& stream, const std::vector<T>& values) {
  return stream << values.size() << " values";
}

TEST(Text, leaves_the_programs_own_operators_alone) {
  std::ostringstream stream;
  stream << Failure{"text"} << ", " << std::vector<int>{1, 2} << ", " << Text::Band::low;
  EXPECT_EQ(stream.str(), "own text, 2 values, low");
}

}  // namespace own

template <class T>
std::ostream& operator<<(std::ostream& stream, const std::array<T, 3>& values) {
  return stream << "three from " << values[0];
}

TEST(Text, loses_against_an_operator_of_the_global_namespace) {
  std::ostringstream stream;
  stream << std::array<int, 3>{4, 5, 6} << ", " << std::array<int, 1>{7};
  EXPECT_EQ(stream.str(), "three from 4, [7]");
}
