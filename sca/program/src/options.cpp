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

}  // namespace orbweaver::program
