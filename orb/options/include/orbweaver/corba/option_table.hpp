// SPDX-License-Identifier: Apache-2.0
// The table of all -ORB options. The parser, its messages and docs/reference/options.md are made
// from it.
#pragma once
#include <orbweaver/corba/orb_options.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string_view>
#include <variant>

namespace orbweaver::corba {

/// A whole number from `least` to `most`.
struct NumberValue {
  void (*set)(OrbArguments&, std::size_t);
  std::size_t least = 0;
  std::size_t most = std::numeric_limits<std::uint32_t>::max();
  std::string_view unit{};
  bool or_zero = false;  // 0 is taken, too, where `least` is greater
};

struct OptionWord {
  std::string_view name;
  void (*set)(OrbArguments&);
};

/// One of a few words.
class ChoiceValue {
 public:
  consteval ChoiceValue(std::initializer_list<OptionWord> choices) : count_(choices.size()) {
    std::size_t i = 0;
    for (const auto& choice : choices) choices_.at(i++) = choice;
  }

  [[nodiscard]] constexpr std::span<const OptionWord> choices() const {
    return std::span{choices_}.first(count_);
  }

 private:
  static constexpr std::size_t kMost = 6;
  std::array<OptionWord, kMost> choices_{};
  std::size_t count_;
};

/// A text with a form of its own.
struct TextValue {
  std::string_view takes;  // completes the sentence "the option takes ..."
  /// Throws CORBA::BAD_PARAM (refuse_value) for a text of another form.
  void (*set)(OrbArguments&, const TextValue&, std::string_view option, const std::string& text);
};

using OptionValue = std::variant<NumberValue, ChoiceValue, TextValue>;

struct Option {
  std::string_view name;
  OptionValue value;
  std::string_view default_value;  // for the page: as a user writes it; a test compares it
  std::string_view meaning;        // for the page: one line of Markdown
};

/// A section of the page.
struct OptionGroup {
  std::string_view heading;
  std::span<const Option> options;
};

[[nodiscard]] std::span<const OptionGroup> option_groups();

/// The values that the option takes, in the words of its refusal and of the page.
[[nodiscard]] std::string describe(const OptionValue& value);

/// Throws CORBA::BAD_PARAM: "OPTION takes TAKES, not 'VALUE'".
[[noreturn]] void refuse_value(std::string_view option, std::string_view value,
                               std::string_view takes);

/// Throws CORBA::BAD_PARAM if the option does not take the value.
void set_option(OrbArguments& arguments, const Option& option, const std::string& value);

}  // namespace orbweaver::corba
