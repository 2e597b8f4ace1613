// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

namespace orbweaver::naming {

void check(const CosNaming::Name& name) {
  if (name.empty()) throw CosNaming::NamingContext::InvalidName{};
  if (name.size() > corba::kMostNameSteps)
    throw CORBA::IMP_LIMIT(0, CORBA::CompletionStatus::COMPLETED_NO,
                           std::string{corba::describe(corba::NameError::too_many_steps)});
}

corba::CompoundName to_steps(const CosNaming::Name& name) {
  corba::CompoundName steps;
  for (const auto& component : name) steps.push_back({component.id(), component.kind()});
  return steps;
}

CosNaming::Name parse(const std::string& text) {
  const auto steps = corba::parse_name(text);
  if (!steps) throw CosNaming::NamingContext::InvalidName{};
  CosNaming::Name name;
  for (const auto& step : *steps) name.emplace_back(step.id, step.kind);
  return name;
}

}  // namespace orbweaver::naming
