// SPDX-License-Identifier: Apache-2.0
// Names of files as the SCA writes them: absolute, with steps between '/', without "." and "..". A
// name is only text: RootFolder finds its file.
//
// SCA 2.2.2, 3.1.3.4.2, allows names of 40 characters of a-z A-Z 0-9 . _ -, and paths of 1,024.
// Radios in use have libstdc++.so.6 and longer names. So a step may have 255 bytes, of any
// characters but control characters, '\', and the wildcards * and ?.
#pragma once
#include <orbweaver/base/result.hpp>

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::files {

inline constexpr std::size_t kMostNameBytes = 1024;
inline constexpr std::size_t kMostStepBytes = 255;

enum class FileNameError { empty, relative, too_long, dots, bad_character, wildcard };
/// One line that says how to fix it.
[[nodiscard]] std::string_view describe(FileNameError error) noexcept;

class FileName {
 public:
  /// The root: "/".
  FileName() = default;
  /// Parses a name. Several slashes in a row count as one, as in POSIX; a slash at the end is
  /// ignored.
  [[nodiscard]] static Result<FileName, FileNameError> parse(std::string_view text);

  [[nodiscard]] bool is_root() const noexcept { return steps_.empty(); }
  [[nodiscard]] const std::vector<std::string>& steps() const noexcept { return steps_; }
  /// "/a/b".
  [[nodiscard]] std::string text() const;
  /// "a/b"; "." for the root: a path for openat and its like.
  [[nodiscard]] std::string below_root() const;
  /// The name without its last step; the root's parent is the root.
  [[nodiscard]] FileName parent() const;
  /// The last step; empty for the root.
  [[nodiscard]] std::string last() const;
  [[nodiscard]] FileName with(std::string step) const;

  /// Whether this is `folder` or lies below it.
  [[nodiscard]] bool is_at_or_below(const FileName& folder) const noexcept;
  /// The name as seen from `folder`. Call only if is_at_or_below(folder).
  [[nodiscard]] FileName seen_from(const FileName& folder) const;

  friend auto operator<=>(const FileName&, const FileName&) = default;

 private:
  friend class FilePattern;
  explicit FileName(std::vector<std::string> steps) : steps_(std::move(steps)) {}
  std::vector<std::string> steps_;
};

/// The argument of `list`: a folder, and a pattern for its entries. Only the last step may have
/// wildcards: '*' for any text, '?' for one byte. A name that ends with '/' means all entries, as
/// in REDHAWK.
class FilePattern {
 public:
  [[nodiscard]] static Result<FilePattern, FileNameError> parse(std::string_view text);
  [[nodiscard]] static FilePattern all_of(FileName folder) { return {std::move(folder), "*"}; }

  [[nodiscard]] const FileName& folder() const noexcept { return folder_; }
  [[nodiscard]] const std::string& last() const noexcept { return last_; }
  /// Time: at most the product of both lengths.
  [[nodiscard]] bool matches(std::string_view name) const noexcept;
  [[nodiscard]] bool has_wildcards() const noexcept;

 private:
  FilePattern(FileName folder, std::string last)
      : folder_(std::move(folder)), last_(std::move(last)) {}
  FileName folder_;
  std::string last_;
};

}  // namespace orbweaver::files
