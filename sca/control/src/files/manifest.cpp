// SPDX-License-Identifier: Apache-2.0
#include "manifest.hpp"

#include <orbweaver/files/file_name.hpp>

namespace orbweaver::control {

namespace {

constexpr const char* kFormat = "orbweaver-install";
constexpr int kVersion = 1;

/// Reads a list of absolute names. Returns false if the member is something else.
bool take(const Json& from, const char* member, std::set<std::string>& into) {
  const auto list = from.find(member);
  if (list == from.end() || !list->is_array()) return false;
  for (const auto& entry : *list) {
    if (!entry.is_string() || !files::FileName::parse(entry.get<std::string>())) return false;
    into.insert(entry.get<std::string>());
  }
  return true;
}

}  // namespace

bool Manifest::needs(const std::string& file) const {
  return copied.contains(file) || used.contains(file);
}

std::string manifest_name(const std::string& sad) { return sad + ".installed"; }

std::string text_of(const Manifest& manifest) {
  return text_of(Json{{kFormat, kVersion},
                      {"application", manifest.application},
                      {"copied", manifest.copied},
                      {"used", manifest.used},
                      {"folders", manifest.folders}});
}

std::optional<Manifest> manifest_in(const std::string& text) {
  const auto json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value(kFormat, Json{}) != kVersion) return std::nullopt;
  const auto application = json.find("application");
  if (application == json.end() || !application->is_string()) return std::nullopt;
  Manifest manifest{application->get<std::string>(), {}, {}, {}};
  const bool is_whole = take(json, "copied", manifest.copied) &&
                        take(json, "used", manifest.used) &&
                        take(json, "folders", manifest.folders);
  return is_whole ? std::optional{std::move(manifest)} : std::nullopt;
}

std::optional<Manifest> read_manifest(const DomainFiles& files, const std::string& sad) {
  const auto name = manifest_name(sad);
  if (!files.exists(name)) return std::nullopt;
  auto manifest = manifest_in(files.read(name));
  if (!manifest)
    fail("read " + name + " of the domain", "it is no list of copied files that Orbweaver wrote",
         "remove it; what was copied then has to be removed by hand");
  return manifest;
}

}  // namespace orbweaver::control
