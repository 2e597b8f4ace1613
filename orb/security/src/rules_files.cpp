// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/rules_files.hpp>

#include <utility>

namespace orbweaver::security {

Result<std::unique_ptr<RulesFiles>, std::string> RulesFiles::open(
    std::span<const std::string> paths) {
  std::vector<std::unique_ptr<RulesFile>> files;
  for (const auto& path : paths) {
    auto file = RulesFile::open(path);
    if (!file) return unexpected{std::move(file.error())};
    files.push_back(std::move(*file));
  }
  return std::unique_ptr<RulesFiles>{new RulesFiles(std::move(files))};
}

namespace {

template <class Decide>
FileDecision first_with_a_rule(std::span<const std::unique_ptr<RulesFile>> files, Decide decide) {
  FileDecision last;
  for (const auto& file : files) {
    last.rules = file->current();
    last.path = &file->path();
    last.decision = decide(*last.rules);
    if (last.decision.rule != nullptr) break;
  }
  return last;
}

}  // namespace

FileDecision RulesFiles::decide(std::span<const std::string> texts_of_peer,
                                const WantedCall& call) {
  return first_with_a_rule(files_,
                           [&](const Rules& rules) { return rules.decide(texts_of_peer, call); });
}

FileDecision RulesFiles::admit(std::span<const std::string> texts_of_peer) {
  return first_with_a_rule(files_, [&](const Rules& rules) { return rules.admit(texts_of_peer); });
}

std::string RulesFiles::paths() const {
  std::string paths;
  for (const auto& file : files_) paths += (paths.empty() ? "" : ", ") + file->path();
  return paths;
}

std::uint64_t RulesFiles::version(TimePoint moment) noexcept {
  std::uint64_t sum = 0;
  for (const auto& file : files_) sum += file->version(moment);
  return sum;
}

std::uint64_t RulesFiles::look() noexcept {
  std::uint64_t sum = 0;
  for (const auto& file : files_) sum += file->look();
  return sum;
}

}  // namespace orbweaver::security
