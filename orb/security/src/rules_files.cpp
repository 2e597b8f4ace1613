// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/rules_files.hpp>

#include <algorithm>
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

FileDecision RulesFiles::decide(std::span<const std::string> texts_of_peer,
                                const WantedCall& call) {
  FileDecision last;
  for (const auto& file : files_) {
    last.rules = file->current();
    last.path = &file->path();
    last.decision = last.rules->decide(texts_of_peer, call);
    if (last.decision.rule != nullptr) break;
  }
  return last;
}

bool RulesFiles::admits(std::span<const std::string> texts_of_peer) {
  return std::ranges::any_of(
      files_, [&](const auto& file) { return file->current()->admits(texts_of_peer); });
}

FileDecision RulesFiles::deny_stranger() const {
  return {{.is_of_stranger = true}, nullptr, &files_.back()->path()};
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
