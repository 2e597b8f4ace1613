// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/defaults.hpp>
#include <orbweaver/resource/built_in_tests.hpp>
#include <orbweaver/resource/property_rules.hpp>

#include <algorithm>

namespace orbweaver::resource {

const TestDefinition* find_test(std::span<const TestDefinition> tests, std::uint32_t number) {
  const auto found = std::ranges::find(tests, number, &TestDefinition::number);
  return found == tests.end() ? nullptr : &*found;
}

Result<void, Refusal> check_input(const TestDefinition& test, const property::Field& input) {
  const auto known = std::ranges::find(test.inputs, input.id, &property::Simple::id);
  if (known == test.inputs.end())
    return unexpected(Refusal{Refusal::Cause::unknown, input.id + ": the test has no such input"});
  const auto fit = fitted(*known, {}, input.value, nullptr);
  if (!fit) return unexpected(fit.error());
  return {};
}

void add_defaults(const TestDefinition& test, std::vector<property::Field>& inputs) {
  for (const auto& field : test.inputs) {
    if (std::ranges::count(inputs, field.id, &property::Field::id) > 0) continue;
    auto result = property::default_of(field, {});
    if (result.value) inputs.push_back({field.id, std::move(*result.value)});
  }
}

}  // namespace orbweaver::resource
