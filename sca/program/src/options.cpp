// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/options.hpp>

namespace orbweaver::program {

Nanoseconds from_seconds(double seconds) noexcept {
  return std::chrono::duration_cast<Nanoseconds>(std::chrono::duration<double>{seconds});
}

Result<Parameters, std::string> orb_parameters(const std::vector<std::string>& words) {
  Parameters parameters;
  for (const auto& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      return unexpected("--orb: '" + word + "' is no option; write NAME=VALUE");
    parameters.emplace_back("-ORB" + word.substr(0, equals), word.substr(equals + 1));
  }
  return parameters;
}

void add_to_all(const Parameters& options, std::vector<std::string>& own_orb,
                Parameters& of_components) {
  for (const auto& [name, value] : options) own_orb.insert(own_orb.end(), {name, value});
  of_components.insert(of_components.end(), options.begin(), options.end());
}

}  // namespace orbweaver::program
