// SPDX-License-Identifier: Apache-2.0
#include "radio.hpp"

#include <orbweaver/domain/settings.hpp>
#include <orbweaver/profile/application.hpp>

#include <memory>
#include <utility>

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

std::shared_ptr<const profile::Profile> read(const fs::path& sad, profile::Library& library) {
  std::error_code error;
  const auto real = fs::weakly_canonical(sad, error);
  return library.read(error ? sad : real, sad);
}

/// Returns the id of the instantiation that `named` means. Fails: with one line.
Result<std::string, std::string> instantiation_to_debug(const profile::Application& application,
                                                        const std::string& named) {
  std::string all;
  for (const auto& placed : profile::placed_in(*application.assembly)) {
    const auto& one = *placed.instantiation;
    if (named.empty() || one.id == named || one.usagename == named)
      return named.empty() ? named : one.id;
    all += (all.empty() ? "" : ", ") + one.id;
  }
  return unexpected("--debug " + named + ": no such component; choose from " + all);
}

/// Returns the user's settings. With --debug, calls of components have no timeout, unless the user
/// set one.
Result<std::vector<deploy::SetValue>, std::string> overrides_of(
    const profile::Application& application, const RunArguments& arguments) {
  auto given = settings_for(application, arguments.settings);
  if (!given || arguments.debug.empty()) return given;
  constexpr const char* kNoLimit = "*.call_timeout_ms=0";
  auto settings = settings_for(application, std::vector<std::string>{kNoLimit});
  if (!settings) return given;  // no component has the property
  settings->insert(settings->end(), given->begin(), given->end());
  return settings;
}

Lines errors_of(const profile::Findings& findings) {
  Lines lines;
  for (const auto& finding : findings)
    if (finding.severity() == profile::Severity::error) lines.push_back(line_of(finding));
  return lines;
}

}  // namespace

Result<Radio, Lines> read_radio(const RunArguments& arguments) {
  profile::Library library;
  const auto profile = read(arguments.sad, library);
  if (profile->as<profile::SoftwarePackage>() != nullptr)
    return unexpected(Lines{arguments.sad.string() +
                            ": it is a component (SPD), not a waveform (SAD): orbweaver try " +
                            arguments.sad.string()});
  auto root =
      arguments.root ? profile::Root{*arguments.root} : profile::root_for(*profile, arguments.sad);
  auto loaded = profile::load_application(arguments.sad, library, root);
  if (auto lines = errors_of(loaded.findings); !lines.empty()) return unexpected(std::move(lines));
  if (loaded.application.assembly == nullptr)
    return unexpected(Lines{arguments.sad.string() + ": it is no software assembly (SAD)"});
  auto file = profile::name_below(root, arguments.sad);
  std::map<std::string, fs::path> elsewhere;
  if (file.empty()) {
    file = "/" + arguments.sad.filename().string();
    elsewhere[file] = arguments.sad;
  }
  auto debugged = instantiation_to_debug(loaded.application, arguments.debug);
  if (!debugged) return unexpected(Lines{debugged.error()});
  auto overrides = overrides_of(loaded.application, arguments);
  if (!overrides) return unexpected(Lines{overrides.error()});
  auto name = arguments.name.empty() ? loaded.application.assembly->name : arguments.name;
  if (name.empty()) name = "application";
  return Radio{std::move(root),
               std::move(file),
               std::move(elsewhere),
               std::move(name),
               std::move(loaded.application),
               *std::move(overrides),
               *std::move(debugged)};
}

Result<void, std::string> add_setting(std::string setting, RunArguments& arguments, Radio& radio) {
  arguments.settings.push_back(std::move(setting));
  auto overrides = overrides_of(radio.application, arguments);
  if (!overrides) return unexpected(std::move(overrides.error()));
  radio.overrides = *std::move(overrides);
  return {};
}

}  // namespace orbweaver::domain
