// SPDX-License-Identifier: Apache-2.0
#include "values/value_text.hpp"

#include <gtest/gtest.h>

#include "values/value_json.hpp"

namespace orbweaver::control {
namespace {

using property::Scalar;
using property::Sequence;
using property::Struct;
using property::StructSequence;
using property::Type;
using property::Value;

Value simple(auto value) { return Value{Scalar{value}}; }

/// The JSON of the value that the text becomes, or why the text does not fit.
std::string made(const Value& model, const std::string& text) {
  const auto value = value_like(model, text);
  return value ? json_of(*value).dump() : "misfit: " + value.error();
}

Value filter() {
  return Struct{{{"width", simple(std::int32_t{100})},
                 {"taps", Sequence{Type::float_, false, {Scalar{1.0F}}}}}};
}

TEST(ValueText, has_the_type_of_the_model) {
  EXPECT_EQ(made(simple(1.0F), "2.5"), "2.5");
  EXPECT_EQ(made(simple(0.0F), "0.1"), "0.1");
  EXPECT_EQ(made(simple(std::int16_t{1}), "-7"), "-7");
  EXPECT_EQ(made(simple(true), "False"), "false");
  EXPECT_EQ(made(simple(std::string{"x"}), "a, b = c"), R"("a, b = c")");
  EXPECT_EQ(made(simple(1.0), "inf"), R"("inf")");
  EXPECT_EQ(made(property::Complex{Scalar{1.0F}, Scalar{0.0F}}, "1.5-j2"),
            R"({"real":1.5,"imaginary":-2.0})");
}

TEST(ValueText, says_what_does_not_fit) {
  EXPECT_EQ(made(simple(std::int16_t{1}), "70000"),
            "misfit: 70000 does not fit short (-32768 to 32767)");
  EXPECT_TRUE(made(simple(1.0F), "").starts_with("misfit: "));
  EXPECT_TRUE(made(Sequence{Type::long_, false, {}}, "1,,2").starts_with("misfit: "));
  EXPECT_TRUE(made(Sequence{Type::long_, false, {}}, "[1, [2]]").starts_with("misfit: "));
  EXPECT_EQ(made(Sequence{Type::long_, false, {}}, "[1, 2"), "misfit: '[1, 2' is no JSON");
}

TEST(ValueText, of_a_sequence_has_commas_or_is_json) {
  const Sequence longs{Type::long_, false, {}};
  EXPECT_EQ(made(longs, "1,2,-3"), "[1,2,-3]");
  EXPECT_EQ(made(longs, "[1, 2]"), "[1,2]");
  EXPECT_EQ(made(longs, ""), "[]");
  EXPECT_EQ(made(Sequence{Type::string, false, {}}, R"(["a,b", ""])"), R"(["a,b",""])");
  EXPECT_EQ(made(Sequence{Type::short_, true, {}}, R"([{"real": 1, "imaginary": 2}, "3-j4"])"),
            R"([{"real":1,"imaginary":2},{"real":3,"imaginary":-4}])");
}

TEST(ValueText, of_a_struct_changes_the_members_that_it_names) {
  EXPECT_EQ(made(filter(), R"({"width": 200})"), R"({"width":200,"taps":[1.0]})");
  EXPECT_EQ(made(filter(), R"({"taps": [0.5, 1]})"), R"({"width":100,"taps":[0.5,1.0]})");
  EXPECT_EQ(made(filter(), R"({"widht": 200})"), "misfit: the struct has no member 'widht'");
  EXPECT_EQ(made(filter(), R"({"width": {}})"), "misfit: width: a simple is one value");
  EXPECT_TRUE(made(filter(), "[]").starts_with("misfit: a struct is written as"));
}

TEST(ValueText, of_one_member_keeps_the_others) {
  const auto changed = with_member(filter(), "width", "200");
  ASSERT_TRUE(changed);
  EXPECT_EQ(json_of(*changed).dump(), R"({"width":200,"taps":[1.0]})");
  EXPECT_EQ(with_member(filter(), "depth", "1").error(), "the struct has no member 'depth'");
  EXPECT_EQ(with_member(simple(1.0), "width", "1").error(), "it is no struct, and has no members");
}

TEST(ValueText, of_a_sequence_of_structs_has_the_members_of_the_first) {
  const StructSequence one{{std::get<Struct>(filter())}};
  EXPECT_EQ(made(one, R"([{"width": 1}, {"width": 2}])"),
            R"([{"width":1,"taps":[1.0]},{"width":2,"taps":[1.0]}])");
  EXPECT_EQ(made(one, "[]"), "[]");
  EXPECT_EQ(made(StructSequence{}, "[{}]"),
            "misfit: it is empty, so that the members of its structs are not known");
}

TEST(AModel, of_a_definition_has_its_type_and_its_default) {
  property::Simple gain;
  gain.id = "gain";
  gain.shape.type = Type::float_;
  EXPECT_EQ(type_text(*model_of(gain, {})), "float");
  gain.value = property::Text{"2.5", {}};
  EXPECT_EQ(json_of(*model_of(gain, {})), 2.5);

  property::SimpleSequence taps;
  taps.shape.type = Type::ushort;
  EXPECT_EQ(type_text(*model_of(taps, {})), "ushort[]");

  property::StructProperty filter;
  filter.members = {gain, taps};
  EXPECT_EQ(json_of(*model_of(filter, {}))["gain"], 2.5);
  EXPECT_EQ(json_of(*model_of(filter, {})).size(), 2U);

  property::StructSequenceProperty filters;
  EXPECT_FALSE(model_of(filters, {}));
  filters.inner = filter;
  EXPECT_EQ(type_text(*model_of(filters, {})), "struct[]");
}

TEST(AModel, is_there_for_every_type) {
  for (const auto* name :
       {"boolean", "char", "double", "float", "short", "long", "longlong", "objref", "octet",
        "string", "ulong", "ulonglong", "ushort", "utctime"}) {
    property::Simple simple;
    simple.shape.type = *property::type_named(name);
    const auto model = model_of(simple, {});
    ASSERT_TRUE(model) << name;
    EXPECT_EQ(type_text(*model), name);
  }
}

TEST(ValueJson, writes_characters_as_utf_8) {
  EXPECT_EQ(json_of(simple('\xe4')).get<std::string>(), "\xc3\xa4");
}

}  // namespace
}  // namespace orbweaver::control
