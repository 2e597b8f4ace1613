#include <orbweaver/program/options.hpp>

namespace orbweaver::program {

Nanoseconds from_seconds(double seconds) noexcept {
  return std::chrono::duration_cast<Nanoseconds>(std::chrono::duration<double>{seconds});
}

Result<Parameters, std::string> orb_parameters(const std::vector<std::string>& words) {
  Parameters made;
  for (const auto& each : words) {
    const auto equals = each.find('=');
    if (equals == std::string::npos || equals == 0)
      return unexpected("--orb: '" + each + "' is no option; write NAME=VALUE");
    made.emplace_back("-ORB" + each.substr(0, equals), each.substr(equals + 1));
  }
  return made;
}

}  // namespace orbweaver::program
