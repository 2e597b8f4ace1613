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
