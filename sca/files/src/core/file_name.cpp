// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/file_name.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace orbweaver::files {

namespace {

bool is_wildcard(char character) noexcept { return character == '*' || character == '?'; }

bool is_bad(char character) noexcept {
  const auto byte = static_cast<unsigned char>(character);
  return byte < 0x20 || byte == 0x7F || character == '\\';
}

std::optional<FileNameError> error_of(std::string_view step) noexcept {
  if (step == "." || step == "..") return FileNameError::dots;
  if (step.size() > kMostStepBytes) return FileNameError::too_long;
  if (std::ranges::any_of(step, is_bad)) return FileNameError::bad_character;
  return std::nullopt;
}

Result<std::vector<std::string>, FileNameError> steps_of(std::string_view text) {
  if (text.empty()) return unexpected{FileNameError::empty};
  if (text.size() > kMostNameBytes) return unexpected{FileNameError::too_long};
  if (text.front() != '/') return unexpected{FileNameError::relative};
  std::vector<std::string> steps;
  while (!text.empty()) {
    text.remove_prefix(1);
    const auto step = text.substr(0, text.find('/'));
    text.remove_prefix(step.size());
    if (step.empty()) continue;
    if (const auto error = error_of(step)) return unexpected{*error};
    steps.emplace_back(step);
  }
  return steps;
}

bool has_wildcard(std::string_view step) noexcept { return std::ranges::any_of(step, is_wildcard); }

}  // namespace

std::string_view describe(FileNameError error) noexcept {
  switch (error) {
    case FileNameError::empty:
      return "the name is empty";
    case FileNameError::relative:
      return "a name begins with '/'";
    case FileNameError::too_long:
      return "a name has at most 1024 bytes, and 255 between two '/'";
    case FileNameError::dots:
      return "a name has no step '.' or '..'";
    case FileNameError::bad_character:
      return "a name has no control character and no '\\'";
    case FileNameError::wildcard:
      return "* and ? may stand only in the last step of what is listed";
  }
  return "unknown error of a name";
}

Result<FileName, FileNameError> FileName::parse(std::string_view text) {
  auto steps = steps_of(text);
  if (!steps) return unexpected{steps.error()};
  if (std::ranges::any_of(*steps, has_wildcard)) return unexpected{FileNameError::wildcard};
  return FileName{std::move(*steps)};
}

std::string FileName::text() const {
  std::string text;
  for (const auto& step : steps_) text += '/' + step;
  return text.empty() ? "/" : text;
}

std::string FileName::below_root() const { return is_root() ? "." : text().substr(1); }

FileName FileName::parent() const {
  if (is_root()) return {};
  return FileName{{steps_.begin(), steps_.end() - 1}};
}

std::string FileName::last() const { return is_root() ? std::string{} : steps_.back(); }

FileName FileName::with(std::string step) const {
  FileName longer{*this};
  longer.steps_.push_back(std::move(step));
  return longer;
}

bool FileName::is_at_or_below(const FileName& folder) const noexcept {
  const auto& first = folder.steps_;
  return first.size() <= steps_.size() && std::equal(first.begin(), first.end(), steps_.begin());
}

FileName FileName::seen_from(const FileName& folder) const {
  const auto skipped = static_cast<std::ptrdiff_t>(folder.steps_.size());
  return FileName{{steps_.begin() + skipped, steps_.end()}};
}

Result<FilePattern, FileNameError> FilePattern::parse(std::string_view text) {
  auto steps = steps_of(text);
  if (!steps) return unexpected{steps.error()};
  std::string last = "*";
  if (!text.ends_with('/')) {
    last = std::move(steps->back());
    steps->pop_back();
  }
  if (std::ranges::any_of(*steps, has_wildcard)) return unexpected{FileNameError::wildcard};
  return FilePattern{FileName{std::move(*steps)}, std::move(last)};
}

bool FilePattern::has_wildcards() const noexcept { return has_wildcard(last_); }

// After a mismatch the last '*' takes one byte more; those before it need not change, as what came
// after them matched already.
bool FilePattern::matches(std::string_view name) const noexcept {
  constexpr auto kNone = std::string_view::npos;
  std::size_t at = 0, star = kNone, star_name = 0;
  for (std::size_t i = 0; i < name.size();) {
    if (at < last_.size() && last_[at] == '*') {
      star = at++;
      star_name = i;
    } else if (at < last_.size() && (last_[at] == '?' || last_[at] == name[i])) {
      ++at;
      ++i;
    } else if (star != kNone) {
      at = star + 1;
      i = ++star_name;
    } else {
      return false;
    }
  }
  return last_.find_first_not_of('*', at) == kNone;
}

}  // namespace orbweaver::files
