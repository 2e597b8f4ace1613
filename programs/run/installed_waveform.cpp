// SPDX-License-Identifier: Apache-2.0
#include "installed_waveform.hpp"

#include <orbweaver/profile/root.hpp>

#include <map>
#include <system_error>

#include "description.hpp"

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnd = ".sad.xml";

/// Returns the SADs below the folder, by name without ".sad.xml". If a name occurs twice, the first
/// path in order is used.
std::map<std::string, fs::path> waveforms_below(const fs::path& folder) {
  std::map<std::string, fs::path> waveforms;
  std::error_code error;
  for (fs::recursive_directory_iterator at{folder, error}, end; !error && at != end;
       at.increment(error)) {
    const auto file = at->path().filename().string();
    if (!file.ends_with(kEnd)) continue;
    auto& path = waveforms[file.substr(0, file.size() - kEnd.size())];
    if (path.empty() || at->path() < path) path = at->path();
  }
  return waveforms;
}

std::map<std::string, fs::path> installed_waveforms() {
  const auto sdr = profile::sdr_root_of_this_program();
  return sdr.empty() ? std::map<std::string, fs::path>{} : waveforms_below(fs::path{sdr} / "dom");
}

}  // namespace

Result<fs::path, std::string> find_sad(const std::string& word) {
  if (word.contains('/') || word.ends_with(".xml")) return fs::path{word};
  const auto installed = installed_waveforms();
  if (const auto found = installed.find(word); found != installed.end()) return found->second;
  std::string names;
  for (const auto& [name, path] : installed) names += (names.empty() ? "" : ", ") + name;
  const auto why = word.empty() ? "name a waveform: X.sad.xml"
                                : "no waveform '" + word + "' is installed; name X.sad.xml";
  return unexpected(why + (names.empty() ? "" : ", or one of " + names));
}

Result<fs::path, std::string> default_sad() {
  for (const auto& [name, sad] : installed_waveforms()) {
    const auto description = description_of(sad);
    if (!description) return unexpected(description.error());
    if (description->is_default) return sad;
  }
  return find_sad("");
}

}  // namespace orbweaver::domain
