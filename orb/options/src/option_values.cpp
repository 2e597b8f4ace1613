// SPDX-License-Identifier: Apache-2.0
// Reads the value of one option, by its kind.
#include <orbweaver/corba/option_table.hpp>

#include <orbweaver/corba/exception.hpp>

#include <algorithm>
#include <charconv>
#include <variant>

namespace orbweaver::corba {

namespace {

std::string describe_kind(const NumberValue& value) {
  return std::string{value.or_zero ? "0 or " : ""} + "a whole number from " +
         std::to_string(value.least) + " to " + std::to_string(value.most);
}

std::string describe_kind(const ChoiceValue& value) {
  std::string names;
  for (const auto& choice : value.choices())
    names += (names.empty() ? "" : ", ") + std::string{choice.name};
  return "one of " + names;
}

std::string describe_kind(const TextValue& value) { return std::string{value.takes}; }

void set(OrbArguments& arguments, const NumberValue& value, std::string_view option,
         const std::string& text) {
  std::size_t number = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool is_number = error == std::errc{} && stop == end;
  const bool is_in_range =
      (number >= value.least && number <= value.most) || (value.or_zero && number == 0);
  if (!is_number || !is_in_range) refuse_value(option, text, describe_kind(value));
  value.set(arguments, number);
}

void set(OrbArguments& arguments, const ChoiceValue& value, std::string_view option,
         const std::string& text) {
  const auto choice = std::ranges::find(value.choices(), text, &OptionWord::name);
  if (choice == value.choices().end()) refuse_value(option, text, describe_kind(value));
  choice->set(arguments);
}

void set(OrbArguments& arguments, const TextValue& value, std::string_view option,
         const std::string& text) {
  value.set(arguments, value, option, text);
}

}  // namespace

std::string describe(const OptionValue& value) {
  return std::visit([](const auto& kind) { return describe_kind(kind); }, value);
}

void refuse_value(std::string_view option, std::string_view value, std::string_view takes) {
  throw CORBA::BAD_PARAM(
      0, CORBA::CompletionStatus::COMPLETED_NO,
      std::string{option} + " takes " + std::string{takes} + ", not '" + std::string{value} + "'");
}

void set_option(OrbArguments& arguments, const Option& option, const std::string& value) {
  std::visit([&](const auto& kind) { set(arguments, kind, option.name, value); }, option.value);
}

}  // namespace orbweaver::corba
