#include <orbweaver/program/options.hpp>

#include <algorithm>
#include <iterator>

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

std::vector<std::string> take_orb_options(std::vector<std::string>& words) {
  std::vector<std::string> taken;
  for (auto word = words.begin(); word != words.end();) {
    if (!word->starts_with("-ORB")) {
      ++word;
      continue;
    }
    const auto end = word + std::min<std::ptrdiff_t>(2, words.end() - word);
    std::move(word, end, std::back_inserter(taken));
    word = words.erase(word, end);
  }
  return taken;
}

}  // namespace orbweaver::program
