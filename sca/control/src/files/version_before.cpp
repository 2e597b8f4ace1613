// SPDX-License-Identifier: Apache-2.0
#include "version_before.hpp"

#include <orbweaver/control/report.hpp>
#include <orbweaver/files/file_name.hpp>

namespace orbweaver::control {

namespace {

constexpr const char* kFormat = "orbweaver-before";
constexpr int kVersion = 1;

/// Reads a list of texts. Returns false if the member is something else.
bool take_list(const Json& from, const char* member, std::vector<std::string>& into) {
  const auto list = from.find(member);
  if (list == from.end() || !list->is_array()) return false;
  for (const auto& entry : *list) {
    if (!entry.is_string()) return false;
    into.push_back(entry.get<std::string>());
  }
  return true;
}

/// Reads a member that is a file's name, or is missing or empty. Returns false if it is something
/// else.
bool take_name_if_any(const Json& from, const char* member, std::string& into) {
  const auto name = from.find(member);
  if (name == from.end()) return true;
  if (!name->is_string()) return false;
  into = name->get<std::string>();
  return into.empty() || files::FileName::parse(into).has_value();
}

}  // namespace

std::string version_before_name(const std::string& sad) { return sad + ".before"; }

std::string text_of(const VersionBefore& before) {
  return text_of(Json{{kFormat, kVersion},
                      {"profile", before.sad},
                      {"on", before.on},
                      {"set", before.set},
                      {"first", before.first}});
}

std::optional<VersionBefore> version_before_in(const std::string& text) {
  const auto json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value(kFormat, Json{}) != kVersion) return std::nullopt;
  const auto profile = json.find("profile");
  if (profile == json.end() || !profile->is_string()) return std::nullopt;
  VersionBefore version_before{profile->get<std::string>(), {}, {}};
  const bool is_whole = files::FileName::parse(version_before.sad).has_value() &&
                        take_list(json, "on", version_before.on) &&
                        take_list(json, "set", version_before.set) &&
                        take_name_if_any(json, "first", version_before.first);
  return is_whole ? std::optional{std::move(version_before)} : std::nullopt;
}

std::optional<VersionBefore> read_version_before(const DomainFiles& files, const std::string& sad) {
  const auto name = version_before_name(sad);
  if (!files.exists(name)) return std::nullopt;
  auto version_before = version_before_in(files.read(name));
  if (!version_before)
    fail("read " + name + " of the domain", "it is no record of a version that Orbweaver wrote",
         "remove it; the version before is then installed and created by hand");
  return version_before;
}

std::string first_version(const DomainFiles& files, const std::string& sad) {
  try {
    const auto before = read_version_before(files, sad);
    if (!before) return sad;
    return before->first.empty() ? before->sad : before->first;
  } catch (const Failed&) {  // ignored: an upgrade does not need the record of the version before
    return sad;
  }
}

}  // namespace orbweaver::control
