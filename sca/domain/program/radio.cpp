#include "radio.hpp"

#include <orbweaver/domain/settings.hpp>
#include <orbweaver/profile/application.hpp>

#include <cstdlib>

#include "installed.hpp"

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

/// The SAD as the SCA file system names it; empty if it does not lie below the root.
std::string name_below(const profile::Root& root, const fs::path& file) {
  std::error_code error;
  const auto real_root = fs::canonical(root.folder(), error);
  const auto relative = fs::weakly_canonical(file, error).lexically_relative(real_root);
  if (error || relative.empty() || *relative.begin() == "..") return {};
  return "/" + relative.generic_string();
}

profile::Root root_of(const Arguments& arguments, profile::Library& library) {
  if (arguments.root) return profile::Root{*arguments.root};
  std::error_code error;
  const auto real = fs::weakly_canonical(arguments.sad, error);
  const auto profile = library.read(error ? arguments.sad : real, arguments.sad);
  const char* sdr_root = std::getenv("SDRROOT");
  auto root = profile::guess_root(*profile, sdr_root ? sdr_root : "");
  // $SDRROOT is not meant for a file that lies elsewhere.
  return name_below(root, arguments.sad).empty() ? profile::guess_root(*profile, "") : root;
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
  auto file = name_below(root, arguments.sad);
  if (file.empty())
    return unexpected(Lines{arguments.sad.string() + ": it does not lie below the root " +
                            root.folder().string() + "; name another with --root"});
  auto overrides = settings_for(loaded.application, arguments.settings);
  if (!overrides) return unexpected(Lines{overrides.error()});
  auto name = arguments.name.empty() ? loaded.application.assembly->name : arguments.name;
  if (name.empty()) name = "application";
  return Radio{std::move(root), std::move(file), std::move(name), std::move(loaded.application),
               *std::move(overrides)};
}

}  // namespace orbweaver::domain
