// SPDX-License-Identifier: Apache-2.0
// Files in memory, with names and times that a test chooses.
#pragma once
#include <orbweaver/device/file_source.hpp>

#include <cerrno>
#include <map>
#include <string>

namespace orbweaver::device {

class FakeSource final : public FileSource {
 public:
  struct File {
    std::string text;
    std::optional<std::uint64_t> modified = 1000;
  };

  /// By absolute name; folders are what leads to a file.
  std::map<std::string, File> files;
  std::string unreadable;  // a read of this file fails after half of it
  int reads = 0;

  Result<SourceEntry, LoadError> look_at(const files::FileName& name) override {
    const auto text = name.text();
    if (const auto file = files.find(text); file != files.end())
      return SourceEntry{name.last(), false, file->second.text.size(), file->second.modified};
    const auto below = files.lower_bound(text + "/");
    if (below != files.end() && below->first.starts_with(text + "/"))
      return SourceEntry{name.last(), true, 0, {}};
    return unexpected{LoadError{ENOENT, text + ": there is no such file"}};
  }

  Result<std::vector<SourceEntry>, LoadError> entries_of(const files::FileName& folder) override {
    const auto prefix = folder.text() + "/";
    std::map<std::string, SourceEntry> entries;
    for (const auto& [name, file] : files) {
      if (!name.starts_with(prefix)) continue;
      const auto rest = name.substr(prefix.size());
      const auto step = rest.substr(0, rest.find('/'));
      if (step.size() != rest.size())
        entries[step] = {step, true, 0, {}};
      else
        entries[step] = {step, false, file.text.size(), file.modified};
    }
    std::vector<SourceEntry> list;
    for (auto& [step, entry] : entries) list.push_back(std::move(entry));
    return list;
  }

  Result<void, LoadError> read(const files::FileName& name, const Take& take) override {
    ++reads;
    const auto& text = files.at(name.text()).text;
    const auto half = text.size() / 2;
    if (auto taken = take(as_bytes(std::string_view{text}.substr(0, half))); !taken) return taken;
    if (name.text() == unreadable) return unexpected{LoadError{EIO, name.text() + ": broken"}};
    return take(as_bytes(std::string_view{text}.substr(half)));
  }
};

}  // namespace orbweaver::device
