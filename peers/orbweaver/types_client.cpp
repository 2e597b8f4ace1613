// SPDX-License-Identifier: Apache-2.0
// orbweaver-types-client: sends extreme values of every type to a Lab::Types::Echo and prints one
// line for each case. See peers/CONTRACT.md.
#include <orbweaver/generated/lab/types.hpp>
#include "launched/component.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "cases.hpp"

namespace {

using namespace orbweaver;
using namespace ::Lab::Types;
using lab::Failed;
using launched::Component;
using EchoReference = CORBA::object_reference<Echo>;

struct TypeCase {
  const char* name;
  std::function<void(const EchoReference&)> run;  // throws Failed
};

void require(bool fulfilled, const std::string& otherwise) {
  if (!fulfilled) throw Failed(otherwise);
}

template <class T>
bool same(const T& left, const T& right) {
  return left == right;
}
template <>
bool same(const long double& left, const long double& right) {
  if (std::isnan(left)) return std::isnan(right);
  return left == right && std::signbit(left) == std::signbit(right);
}

// Each value goes out as the first and the second argument, beside the one before it.
template <class Value, class... Arguments>
std::function<void(const EchoReference&)> hands_back(Value (Echo::*operation)(Arguments...),
                                                     std::vector<Value> values) {
  return [operation, values = std::move(values)](const EchoReference& echo) {
    Value before = values.back();
    for (std::size_t i = 0; i < values.size(); ++i) {
      Value second = before, third{};
      const Value result = (echo.get()->*operation)(values[i], second, third);
      const auto number = "value " + std::to_string(i);
      require(same<Value>(result, values[i]), number + " came back changed as the result");
      require(same<Value>(second, values[i]), number + " came back changed as an inout argument");
      require(same<Value>(third, before), number + " changed on its way to an out argument");
      before = values[i];
    }
  };
}

template <class Union>
Union empty() {
  Union value;
  value._default();
  return value;
}

template <class Union, class Change>
Union changed(Change change) {
  Union value;
  change(value);
  return value;
}

std::vector<long double> long_doubles() {
  using Limits = std::numeric_limits<long double>;
  return {0.0L,
          -0.0L,
          1.0L,
          -0.1L,
          Limits::max(),
          Limits::lowest(),
          Limits::min(),
          Limits::denorm_min(),
          Limits::infinity(),
          -Limits::infinity(),
          Limits::quiet_NaN()};
}

std::vector<wchar_t> wide_characters() { return {L'\0', L'a', L'\xff', L'\x20ac', L'\xffff'}; }

std::vector<std::wstring> wide_texts() {
  return {L"", L"plain", L"\x20ac\xe9", L"\xffff\xfffd\x1", std::wstring(10000, L'\x20ac')};
}

Tree tree_of(int depth) {
  Tree tree{depth, {}};
  if (depth > 0) tree.branches({tree_of(depth - 1), Tree{-1, {}}});
  return tree;
}

Expression sum_of(int depth) {
  return changed<Expression>([&](Expression& value) {
    if (depth == 0) return value.number(std::numeric_limits<std::int32_t>::min());
    value.both({{sum_of(depth - 1), sum_of(0)}}, '*');
  });
}

ByColour dark() {
  return changed<ByColour>([](ByColour& value) {
    value.darkness(ByColour::Shade{255, "dark"}, Colour::blue);
  });
}

ByLong words() {
  return changed<ByLong>([](ByLong& value) { value.most({"one", "", "three"}); });
}

Everything everything() {
  return Everything{"12345",
                    {{{1, 2}, {}, {255}}},
                    {Everything::Inner{L'\x20ac', 0.1}, Everything::Inner{L'a', -0.0}},
                    words(),
                    tree_of(3),
                    wide_texts()};
}

std::vector<TypeCase> simple_cases() {
  return {
      {"wchar", hands_back(&Echo::echo_wide_char, wide_characters())},
      {"wstring", hands_back(&Echo::echo_wide_text, wide_texts())},
      {"long_double", hands_back(&Echo::echo_long_double, long_doubles())},
      {"bounded_string", hands_back<ShortText>(&Echo::echo_short_text, {"", "12345"})},
      {"bounded_wstring",
       hands_back<ShortWideText>(&Echo::echo_short_wide_text, {L"", L"\x20ac\xffff\x1\x61\xff"})},
      {"bounded_sequence", hands_back<ShortLongs>(&Echo::echo_short_longs,
                                                  {ShortLongs{}, ShortLongs{1, -2, 3, -4, 5}})},
      {"bounded_sequence_of_bounded_string",
       hands_back<ShortTexts>(&Echo::echo_short_texts, {ShortTexts{}, ShortTexts{"", "12345"}})},
      {"array", hands_back<Grid>(&Echo::echo_grid, {Grid{}, Grid{{{1, 2, 3}, {-4, -5, -6}}}})},
      {"array_of_string", hands_back<TextGrid>(&Echo::echo_text_grid,
                                               {TextGrid{}, TextGrid{{{"a", ""}, {"bc", "def"}}}})},
      {"sequence_of_long_double",
       hands_back<LongDoubles>(&Echo::echo_long_doubles, {LongDoubles{}, LongDoubles{-0.1L, 2}})},
      {"sequence_of_wchar",
       hands_back<WideChars>(&Echo::echo_wide_chars, {WideChars{}, wide_characters()})},
      {"sequence_of_wstring",
       hands_back<WideTexts>(&Echo::echo_wide_texts, {WideTexts{}, wide_texts()})},
      {"array_of_wchar",
       hands_back<WidePair>(&Echo::echo_wide_pair, {WidePair{}, WidePair{L'\x20ac', L'a'}})},
      {"recursive_struct", hands_back<Tree>(&Echo::echo_tree, {Tree{}, tree_of(12)})},
      {"recursive_union", hands_back<Expression>(&Echo::echo_expression, {sum_of(0), sum_of(12)})},
      {"everything", hands_back<Everything>(&Echo::echo_everything, {Everything{}, everything()})},
  };
}

std::vector<TypeCase> union_cases() {
  return {
      {"union_by_short",
       hands_back<ByShort>(&Echo::echo_by_short,
                           {changed<ByShort>([](auto& value) { value.least(255); }),
                            changed<ByShort>([](auto& value) { value.some("text", 7); }),
                            changed<ByShort>([](auto& value) { value.most(-0.5); })})},
      {"union_by_short_without_a_member",
       hands_back<ByShort>(
           &Echo::echo_by_short,
           {changed<ByShort>([](auto& value) { value.least(255); }), empty<ByShort>()})},
      {"union_by_unsigned_short",
       hands_back<ByUShort>(
           &Echo::echo_by_ushort,
           {changed<ByUShort>([](auto& v) { v.most(std::numeric_limits<std::int64_t>::min()); }),
            changed<ByUShort>([](auto& value) { value.other("default", 65534); })})},
      {"union_by_long",
       hands_back<ByLong>(&Echo::echo_by_long, {changed<ByLong>([](auto& v) {
                                                  v.least({{{1, 2, 3}, {4, 5, 6}}});
                                                }),
                                                words()})},
      {"union_by_long_of_default",
       hands_back<ByLong>(&Echo::echo_by_long,
                          {words(), changed<ByLong>([](auto& value) { value.other(-1, -7); })})},
      {"union_by_unsigned_long",
       hands_back<ByULong>(&Echo::echo_by_ulong,
                           {changed<ByULong>([](auto& value) { value.least(true); }),
                            changed<ByULong>([](auto& value) { value.most('z'); })})},
      {"union_by_long_long",
       hands_back<ByLongLong>(&Echo::echo_by_long_long,
                              {changed<ByLongLong>([](auto& value) { value.least(-32768); }),
                               changed<ByLongLong>([](auto& value) { value.most(65535); })})},
      {"union_by_unsigned_long_long",
       hands_back<ByULongLong>(
           &Echo::echo_by_ulong_long,
           {changed<ByULongLong>([](auto& value) { value.most(-0.0F); }), empty<ByULongLong>()})},
      {"union_by_char",
       hands_back<ByChar>(&Echo::echo_by_char,
                          {changed<ByChar>([](auto& value) { value.letter(-1); }),
                           changed<ByChar>([](auto& value) { value.others(L"\x20ac", '\0'); })})},
      {"union_by_boolean",
       hands_back<ByBoolean>(&Echo::echo_by_boolean,
                             {changed<ByBoolean>([](auto& value) { value.yes("yes"); }),
                              changed<ByBoolean>([](auto& value) { value.no(-1); })})},
      {"union_by_half_of_boolean",
       hands_back<ByBooleanHalf>(
           &Echo::echo_by_boolean_half,
           {changed<ByBooleanHalf>([](auto& value) { value.yes(0.1); }), empty<ByBooleanHalf>()})},
      {"union_by_enum",
       hands_back<ByColour>(&Echo::echo_by_colour,
                            {dark(), changed<ByColour>([](auto& v) { v.other(Colour::red); })})},
      {"union_by_part_of_enum",
       hands_back<ByColourHalf>(&Echo::echo_by_colour_half, {changed<ByColourHalf>([](auto& v) {
                                                               ByBoolean no;
                                                               no.no(std::int32_t{7});
                                                               v.inner(no);
                                                             }),
                                                             empty<ByColourHalf>()})},
  };
}

void catch_refused(const EchoReference& echo) {
  try {
    echo->refuse(dark(), L"\x20ac", -0.1);
  } catch (const Refused& refused) {
    require(refused.why() == dark(), "the union in the exception changed");
    require(refused.reason() == L"\x20ac" && refused.amount() == -0.1, "a member changed");
    return;
  }
  throw Failed("nothing was raised");
}

void call_inherited(const EchoReference& echo) {
  const auto bottom = echo->some_bottom();
  require(bottom != nullptr, "the reference is nil");
  bottom->ratio(0.1);
  require(bottom->ratio() == 0.1, "the attribute changed");
  bottom->nudge("text");
  require(bottom->height() == 1 && bottom->port() == 2 && bottom->starboard() == 3,
          "an inherited operation answered wrong");
  require(IDL::traits<Right>::narrow(bottom)->label(L"abc") == "abc", "the label changed");
}

void pass_abstract(const EchoReference& echo) {
  const CORBA::object_reference<Named> bottom = echo->some_bottom();
  CORBA::object_reference<Named> second, third = bottom;
  const auto result = echo->echo_named(bottom, second, third);
  require(result != nullptr && result->label(L"abc") == "abc", "the result does not answer");
  require(second != nullptr && second->_is_equivalent(bottom), "the inout argument changed");
  require(third == nullptr, "nil came back as something");
}

void pass_object(const EchoReference& echo) {
  CORBA::object_reference<CORBA::Object> second, third = echo;
  const auto result = echo->echo_any_object(echo, second, third);
  require(result != nullptr && result->_is_equivalent(echo), "the result changed");
  require(second != nullptr && third == nullptr, "an argument changed");
}

void exceed_bounds(const EchoReference& echo) {
  ShortText second, third;
  try {
    static_cast<void>(echo->echo_short_text("123456", second, third));
  } catch (const CORBA::BAD_PARAM&) {
    return;
  }
  throw Failed("six characters went where five are the bound");
}

std::vector<TypeCase> all_cases() {
  auto cases = simple_cases();
  for (auto& union_test_case : union_cases()) cases.push_back(std::move(union_test_case));
  cases.push_back({"exception_with_members_of_new_types", catch_refused});
  cases.push_back({"inherited_from_several_bases", call_inherited});
  cases.push_back({"abstract_interface", pass_abstract});
  cases.push_back({"Object", pass_object});
  cases.push_back({"beyond_a_bound", exceed_bounds});
  return cases;
}

struct Outcome {
  bool ok;
  std::string detail;
};

Outcome run_case(const TypeCase& one, const EchoReference& echo) {
  try {
    one.run(echo);
    return {true, "came back as it went"};
  } catch (const CORBA::Exception& raised) {
    return {false, std::string{"raised "} + raised.what()};
  } catch (const std::exception& problem) {
    return {false, problem.what()};
  }
}

int run(const Component& component, const std::string& reference, const std::string& wanted) {
  const auto echo = IDL::traits<Echo>::narrow(component.orb().string_to_object(reference));
  if (!echo) throw Failed("the reference is no Lab::Types::Echo");
  bool all_ok = true;
  for (const auto& one : all_cases()) {
    if (!wanted.empty() && wanted != one.name) continue;
    const auto outcome = run_case(one, echo);
    component::print_line({{"case", one.name}, {"ok", outcome.ok}, {"detail", outcome.detail}});
    all_ok = all_ok && outcome.ok;
  }
  return all_ok ? 0 : 1;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-types-client", .call_timeout_ms = 20000};
  std::string reference;
  std::string wanted;
  CLI::App app{"Sends extreme values of every type of IDL to a Lab::Types::Echo."};
  launched::add_program_options(app, settings);
  app.add_option("--ior", reference, "reference of a Lab::Types::Echo")->required();
  app.add_option("--case", wanted, "only this case");
  return launched::run_component(app, argc, argv, settings, [&](Component& component) {
    return run(component, reference, wanted);
  });
}
