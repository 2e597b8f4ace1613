// SPDX-License-Identifier: Apache-2.0
#include "control_group.hpp"

#include <orbweaver/os/read_file.hpp>

#include <algorithm>
#include <charconv>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::os {

namespace {

using std::filesystem::path;

// Version 1 says the largest number of whole pages instead of "max".
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62;
// The longest list of the kernel that is read: the mounts of a machine with thousands of
// containers.
constexpr std::size_t kMostBytes = 16U << 20;

/// The folder where the groups of one kind are mounted, and the group of this process below it.
struct GroupPath {
  path mounted, group;
};

/// The parts between separators, without empty ones.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(text, separator))
    if (!part.empty()) parts.emplace_back(part.begin(), part.end());
  return parts;
}

std::vector<std::string> lines_of(const path& file) {
  return split(read_file(file, kMostBytes).value_or(""), '\n');
}
std::vector<std::string> words_of(std::string_view line) { return split(line, ' '); }

bool is_in_list(std::string_view list, std::string_view wanted) {
  return std::ranges::any_of(std::views::split(list, ','), [&](auto word) {
    return std::string_view{word.begin(), word.end()} == wanted;
  });
}

std::optional<std::int64_t> to_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} ? std::optional{number} : std::nullopt;
}

/// The words of a file of one line; none if there is no such file.
std::vector<std::string> words_in(const path& file) {
  const auto lines = lines_of(file);
  return lines.empty() ? std::vector<std::string>{} : words_of(lines.front());
}

std::optional<std::int64_t> number_in(const path& file) {
  const auto words = words_in(file);
  return words.empty() ? std::nullopt : to_number(words.front());
}

/// The group of this process, as /proc/self/cgroup has it: "4:memory:/a/b", in version 2 "0::/a/b".
std::optional<std::string> group_of(const path& root, std::string_view controller) {
  for (const auto& line : lines_of(root / "proc/self/cgroup")) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const auto list = std::string_view{line}.substr(first + 1, second - first - 1);
    if (controller.empty() ? list.empty() : is_in_list(list, controller))
      return line.substr(second + 1);
  }
  return std::nullopt;
}

/// Whether the line of /proc/self/mountinfo mounts the controller. Its words are
/// ID PARENT DEVICE ROOT MOUNTED ... - TYPE SOURCE OPTIONS.
bool is_mount_of(const std::vector<std::string>& words, std::string_view controller) {
  const auto dash = std::ranges::find(words, "-");
  if (words.size() < 6 || words.end() - dash < 4) return false;
  if (controller.empty()) return *(dash + 1) == "cgroup2";
  return *(dash + 1) == "cgroup" && is_in_list(*(dash + 3), controller);
}

/// The path of `group` below the mount, which may show only the tree that begins at `mounted_root`.
path below(const std::string& group, const std::string& mounted_root) {
  const auto relative = path{group}.lexically_relative(mounted_root);
  const bool is_outside = relative.empty() || *relative.begin() == "..";
  return is_outside || relative == "." ? path{} : relative;
}

std::optional<GroupPath> group_path(const path& root, std::string_view controller) {
  const auto group = group_of(root, controller);
  if (!group) return std::nullopt;
  for (const auto& line : lines_of(root / "proc/self/mountinfo")) {
    const auto words = words_of(line);
    if (!is_mount_of(words, controller)) continue;
    return GroupPath{root / path{words[4]}.relative_path(), below(*group, words[3])};
  }
  return std::nullopt;
}

/// The least limit that `read` finds in the group and the groups above it.
template <class Read>
auto least(const std::optional<GroupPath>& own, Read read) {
  decltype(read(path{})) found;
  if (!own) return found;
  for (auto group = own->group;; group = group.parent_path()) {
    const auto limit = read(own->mounted / group);
    if (limit && (!found || *limit < *found)) found = limit;
    if (group.empty()) return found;
  }
}

template <class T>
std::optional<T> lesser(std::optional<T> a, std::optional<T> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::optional<std::uint64_t> bytes_in(const path& file) {
  const auto number = number_in(file);
  if (!number || *number < 0 || static_cast<std::uint64_t>(*number) >= kNoLimit) return {};
  return static_cast<std::uint64_t>(*number);
}

std::optional<double> share(std::optional<std::int64_t> quota, std::optional<std::int64_t> period) {
  if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

/// Reads "50000 100000", or "max 100000".
std::optional<double> share_in(const path& file) {
  const auto words = words_in(file);
  return words.size() < 2 ? std::nullopt : share(to_number(words[0]), to_number(words[1]));
}

}  // namespace

GroupLimits read_group_limits(const path& root) {
  const auto unified = group_path(root, "");
  const auto memory =
      least(unified, [](const path& group) { return bytes_in(group / "memory.max"); });
  const auto memory_1 = least(group_path(root, "memory"), [](const path& group) {
    return bytes_in(group / "memory.limit_in_bytes");
  });
  const auto cpu = least(unified, [](const path& group) { return share_in(group / "cpu.max"); });
  const auto cpu_1 = least(group_path(root, "cpu"), [](const path& group) {
    return share(number_in(group / "cpu.cfs_quota_us"), number_in(group / "cpu.cfs_period_us"));
  });
  return {lesser(cpu, cpu_1), lesser(memory, memory_1)};
}

}  // namespace orbweaver::os
