// SPDX-License-Identifier: Apache-2.0
#include "run_of_before.hpp"

#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/os/this_process.hpp>

#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

namespace orbweaver::domain {

namespace {

void become(const std::string& name, std::vector<std::string> words) {
  const auto path = os::program_beside_this(name);
  if (!path) return;
  os::print_error_of("orbweaver-domain", "a SAD is run by " + name + " now");
  std::vector<char*> argv;
  words.insert(words.begin(), *path);
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execv(path->c_str(), argv.data());
}

}  // namespace

void run_as_before(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto is_sad = [](const std::string& word) { return word.ends_with(".sad.xml"); };
  if (std::ranges::none_of(words, is_sad)) return;
  if (std::erase(words, "--plan") > 0) {
    const auto json = std::ranges::find(words, "--json");
    // it printed JSON on standard output only
    if (json != words.end()) words.insert(json + 1, "-");
    become("orbweaver-plan", std::move(words));
    return;
  }
  words.emplace_back("--events");
  become("orbweaver-run", std::move(words));
}

}  // namespace orbweaver::domain
