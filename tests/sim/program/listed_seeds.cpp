// SPDX-License-Identifier: Apache-2.0
#include "program/listed_seeds.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>

namespace orbweaver::sim {

namespace {

struct Listed {
  std::string scenario;
  std::uint64_t seed = 0;
};

// Nothing if it is no line of the format.
std::optional<Listed> read_line(const std::string& line) {
  std::istringstream words{line};
  Listed listed;
  std::string more;
  if (!(words >> listed.scenario >> listed.seed) || words >> more) return std::nullopt;
  return listed;
}

int refuse(const std::string& place, const std::string& why) {
  std::fprintf(stderr, "orbweaver-sim: %s: %s\n", place.c_str(), why.c_str());
  return 2;
}

}  // namespace

int run_listed(const std::string& file, Campaign campaign) {
  std::ifstream lines{file};
  if (!lines) return refuse(file, "cannot be read");
  campaign.seeds = 1;
  int status = 0;
  unsigned number = 0;
  const auto place = [&] { return file + ":" + std::to_string(number); };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.resize(std::min(line.find('#'), line.size()));
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    const auto listed = read_line(line);
    if (!listed) return refuse(place(), "a line is a scenario and a seed, such as 'idle 18'");
    const auto* const scenario = scenario_named(listed->scenario);
    if (scenario == nullptr)
      return refuse(place(), "there is no scenario '" + listed->scenario + "'; --list shows them");
    campaign.first = listed->seed;
    status = std::max(status, run(campaign, {scenario}));
  }
  return status;
}

}  // namespace orbweaver::sim
