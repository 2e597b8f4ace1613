// SPDX-License-Identifier: Apache-2.0
// orbweaver COMMAND [WORDS...]: becomes the program that serves the command, as git does. It links
// only the C++ library, so that each command starts fast.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "commands.hpp"
#include "start.hpp"

namespace {

using namespace orbweaver::command;

constexpr int kDone = 0, kFailed = 1, kBadInput = 2;

/// Opens missing standard streams, so that no file gets their descriptors later.
void fill_missing_streams() {
  constexpr int kStreams = 3;
  int opened = -1;
  do opened = ::open("/dev/null", O_RDWR);
  while (opened >= 0 && opened < kStreams);
  if (opened >= kStreams) ::close(opened);
}

int print(const std::string& text) {
  const bool is_printed = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  if (is_printed) return kDone;
  std::perror("orbweaver: standard output");
  return kFailed;
}

int refuse_unknown(const std::string& word) {
  const auto nearest = nearest_command(word);
  const auto instead =
      nearest.empty() ? std::string{} : "; did you mean " + std::string{nearest} + "?";
  std::fprintf(stderr, "orbweaver: '%s' is no command%s (try --help)\n", word.c_str(),
               instead.c_str());
  return kBadInput;
}

/// Takes `--bin DIR` also after the command. The Python part takes it by itself.
void take_bin(Line& line) {
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    const auto& word = line.words[i];
    if (word.starts_with("--bin=")) line.bin = word.substr(6);
    if (word == "--bin" && i + 1 < line.words.size()) line.bin = line.words[i + 1];
  }
}

int start_named(const std::string& name, Line line) {
  const auto* const command = find_command(name);
  if (command == nullptr) return refuse_unknown(name);
  take_bin(line);
  return start(*command, line);
}

/// Serves `help` and `help COMMAND`.
int help(const Words& words) {
  if (words.empty()) return print(help_text());
  Line line;
  line.words.assign(words.begin() + 1, words.end());
  line.words.emplace_back("--help");
  return start_named(words.front(), std::move(line));
}

int run(Words words) {
  Line line;
  while (!words.empty() && words.front().starts_with("--bin")) {
    const bool has_value = words.front().starts_with("--bin=");
    if (!has_value && words.size() < 2) return refuse_unknown(words.front());
    line.bin = has_value ? words.front().substr(6) : words[1];
    words.erase(words.begin(), words.begin() + (has_value ? 1 : 2));
  }
  if (words.empty()) {
    (void)print(help_text());
    return kBadInput;
  }
  const auto first = words.front();
  words.erase(words.begin());
  if (first == "--help" || first == "-h") return print(help_text());
  if (first == "--version") return print("orbweaver " ORBWEAVER_VERSION "\n");
  if (first == "--describe") return print(description());
  if (first == "help") return help(words);
  line.words = std::move(words);
  return start_named(first, std::move(line));
}

}  // namespace

int main(int argc, char** argv) {
  fill_missing_streams();
  return run({argv + (argc > 0 ? 1 : 0), argv + argc});
}
