// SPDX-License-Identifier: Apache-2.0
// The tests that a profile describes, for CF::TestableObject. SCA 2.2.2, 3.1.3.1.3 and Appendix D.4
// (`test`).
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/property/definition.hpp>
#include <orbweaver/resource/refusal.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace orbweaver::resource {

/// A `test` of a PRF.
struct TestDefinition {
  std::uint32_t number = 0;              ///< the profile's id; runTest takes no other
  std::vector<property::Simple> inputs;  ///< the values that runTest takes, with defaults
};

/// The test with this number; null if there is none.
[[nodiscard]] const TestDefinition* find_test(std::span<const TestDefinition> tests,
                                              std::uint32_t number);
/// Whether the test has this input, and the value fits it. Fails: `unknown`, and as fitted().
[[nodiscard]] Result<void, Refusal> check_input(const TestDefinition& test,
                                                const property::Field& input);
/// Adds the default of each input that is not given.
void add_defaults(const TestDefinition& test, std::vector<property::Field>& inputs);

}  // namespace orbweaver::resource
