// SPDX-License-Identifier: Apache-2.0
// The rules of a file, which is read again when it changes.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/security/rules.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace orbweaver::security {

/// Reads rules from a text. `file`: for messages.
/// Fails: one readable line: "FILE, line 3: what is wrong, and what would be right".
using ReadRules = Result<Rules, std::string> (*)(std::string_view text, const std::string& file);

/// What reads rules in a program that holds the room `rules` itself; other programs load it.
void set_rules_reader(ReadRules read) noexcept;

/// Threads: any.
class RulesFile {
 public:
  /// How soon a change of the file takes effect, at the latest with the next request after it.
  static constexpr Nanoseconds kLookEvery = std::chrono::milliseconds(500);

  /// Fails: one readable line, which names the file.
  [[nodiscard]] static Result<std::unique_ptr<RulesFile>, std::string> open(std::string path);

  /// The rules that are in force: those of the last look. A file that has changed and is wrong, or
  /// that is gone or cannot be read, leaves the earlier ones in force, and the log says so once.
  /// Each look tries again to read what could not be read.
  [[nodiscard]] std::shared_ptr<const Rules> current();
  /// Looks whether the file has changed if that is due; a number that grows when the rules change.
  /// Costs two loads where it is not due. Blocks: for the file, twice a second at most.
  [[nodiscard]] std::uint64_t version(TimePoint moment) noexcept;
  /// Looks whether the file has changed, also if that is not due; version() after that. Blocks: for
  /// the file.
  std::uint64_t look() noexcept;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  explicit RulesFile(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] Result<Rules, std::string> rules_in(std::string_view text) const;
  void read_if_changed();
  void read_again(const os::FileStamp& stamp);
  void use(Rules rules);
  void keep_earlier(const os::SystemError& error);

  const std::string path_;
  os::Atomic<std::uint64_t> version_{1};
  os::Atomic<TimePoint::rep> next_look_{0};
  os::Mutex mutex_;
  os::FileStamp stamp_;  // of the file that was read last; requires mutex_, as the next
  int unread_for_ = 0;   // the errno for which the file could not be read, as the log has it
  std::shared_ptr<const Rules> rules_;
};

}  // namespace orbweaver::security
