// SPDX-License-Identifier: Apache-2.0
#include "program/lost_parameters.hpp"

#include <algorithm>

namespace orbweaver::resource {

namespace {

/// `working_folder` is what orbweaver-run and orbweaver-try give each component.
bool is_of_framework(const std::string& id) {
  return id == "working_folder" || std::ranges::none_of(id, [](char character) {
           return character >= 'a' && character <= 'z';
         });
}

std::string choice(const PropertyStore& properties) {
  std::string all;
  for (const auto& parameter : properties.parameters())
    all += (all.empty() ? "" : ", ") + parameter;
  return all.empty() ? "it has no execute parameters" : "its execute parameters: " + all;
}

}  // namespace

std::vector<std::string> lost_parameters(const Arguments& arguments,
                                         const PropertyStore& properties) {
  std::vector<std::string> lines;
  for (const auto& parameter : arguments.parameters)
    if (!properties.is_parameter(parameter.id) && !parameter.was_found.is_set() &&
        !is_of_framework(parameter.id))
      lines.push_back("the parameter '" + parameter.id +
                      "' has no effect: the component has no such execute parameter; " +
                      choice(properties));
  return lines;
}

}  // namespace orbweaver::resource
