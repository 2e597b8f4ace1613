// SPDX-License-Identifier: Apache-2.0
// Prints docs/reference/options.md from the ORB's table of options.
#include <orbweaver/corba/option_table.hpp>

#include <iostream>
#include <string>

namespace {

using namespace orbweaver::corba;

constexpr std::string_view kBeginning = R"(# Options

After this page you know each option of the ORB, what it takes and its default: `tuner-server -ORBendPoint giop:tcp::2809`.

`CORBA::ORB_init` takes these pairs of option and value out of the command line, in every program that passes its arguments
to it. An unknown option is refused with the three nearest names, a wrong value with what the option takes. Some options can
also be set for an object adapter or a reference, as a policy. `-ORBexplain on` says what the ORB chose by itself, and why
([auto mode](../understand/auto-mode.md)).

This page is made from the table in `orb/options/src/option_table.cpp`.
)";

std::string takes(const NumberValue& value) {
  const auto unit = value.unit.empty() ? "" : std::string{value.unit} + ", ";
  const bool has_bound = value.most != NumberValue{}.most;
  return unit + (value.or_zero ? "0 or " : "") + "from " + std::to_string(value.least) +
         (has_bound ? " to " + std::to_string(value.most) : "");
}

std::string takes(const ChoiceValue& value) {
  std::string names;
  for (const auto& choice : value.choices())
    names += (names.empty() ? "`" : ", `") + std::string{choice.name} + "`";
  return names;
}

std::string takes(const TextValue& value) { return std::string{value.takes}; }

std::string default_of(const Option& option) {
  const bool is_choice = std::holds_alternative<ChoiceValue>(option.value);
  const bool is_word = option.default_value.find_first_of(" `") == std::string_view::npos;
  const auto text = std::string{option.default_value};
  return is_choice && is_word ? "`" + text + "`" : text;
}

void print(const OptionGroup& group) {
  std::cout << "\n## " << group.heading << "\n\n"
            << "| option | takes | default | meaning |\n|---|---|---|---|\n";
  for (const auto& option : group.options)
    std::cout << "| `" << option.name << "` | "
              << std::visit([](const auto& kind) { return takes(kind); }, option.value) << " | "
              << default_of(option) << " | " << option.meaning << " |\n";
}

}  // namespace

int main() {
  std::cout << kBeginning;
  for (const auto& group : option_groups()) print(group);
}
