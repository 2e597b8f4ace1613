// SPDX-License-Identifier: Apache-2.0
// The rules of several files: the first rule that fits decides, over the files in their order;
// where none fits, the default of the last file does.
#pragma once
#include <orbweaver/security/rules_file.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::security {

/// A decision, and the file that has made it.
struct FileDecision {
  CallDecision decision;
  std::shared_ptr<const Rules> rules;  // keep the rule of the decision alive
  const std::string* path = nullptr;   // valid as long as the files
};

/// Threads: any.
class RulesFiles {
 public:
  /// Requires: a path at least. Fails: one readable line, which names the file.
  [[nodiscard]] static Result<std::unique_ptr<RulesFiles>, std::string> open(
      std::span<const std::string> paths);

  /// By the rules that are in force. See Rules::decide().
  [[nodiscard]] FileDecision decide(std::span<const std::string> texts_of_peer,
                                    const WantedCall& call);
  /// See Rules::admit(): the first file that has a rule about the peer decides.
  [[nodiscard]] FileDecision admit(std::span<const std::string> texts_of_peer);
  /// For log lines: "a.toml, b.toml".
  [[nodiscard]] std::string paths() const;
  /// See RulesFile::version(), of all files.
  [[nodiscard]] std::uint64_t version(TimePoint moment) noexcept;
  /// Looks at all files, also if that is not due; the version after that. Blocks: for the files.
  [[nodiscard]] std::uint64_t look() noexcept;

 private:
  explicit RulesFiles(std::vector<std::unique_ptr<RulesFile>> files) noexcept
      : files_(std::move(files)) {}

  const std::vector<std::unique_ptr<RulesFile>> files_;
};

}  // namespace orbweaver::security
