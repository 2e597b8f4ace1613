#include "radio.hpp"

#include <orbweaver/domain/settings.hpp>
#include <orbweaver/profile/application.hpp>

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

profile::Root root_of(const Arguments& arguments, profile::Library& library) {
  if (arguments.root) return profile::Root{*arguments.root};
  std::error_code error;
  const auto real = fs::weakly_canonical(arguments.sad, error);
  const auto profile = library.read(error ? arguments.sad : real, arguments.sad);
  return profile::root_for(*profile, arguments.sad);
}

Lines errors_of(const profile::Findings& findings) {
  Lines lines;
  for (const auto& each : findings)
    if (each.severity() == profile::Severity::error) lines.push_back(line_of(each));
  return lines;
}

}  // namespace

Result<Radio, Lines> read_radio(const Arguments& arguments) {
  profile::Library library;
  auto root = root_of(arguments, library);
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
  auto overrides = settings_for(loaded.application, arguments.settings);
  if (!overrides) return unexpected(Lines{overrides.error()});
  auto name = arguments.name.empty() ? loaded.application.assembly->name : arguments.name;
  if (name.empty()) name = "application";
  return Radio{std::move(root),
               std::move(file),
               std::move(elsewhere),
               std::move(name),
               std::move(loaded.application),
               *std::move(overrides)};
}

}  // namespace orbweaver::domain
