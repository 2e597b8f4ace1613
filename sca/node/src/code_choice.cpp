// SPDX-License-Identifier: Apache-2.0
#include "code_choice.hpp"

#include <orbweaver/deploy/requirements.hpp>
#include <orbweaver/os/paths.hpp>
#include <orbweaver/os/system_names.hpp>

namespace orbweaver::node {

namespace {

namespace fs = std::filesystem;
using Why = unexpected<std::string>;

bool can_run(const profile::ImplementationCode& code, RunBy run_by) {
  if (code.type == profile::CodeType::executable) return true;
  return code.type == profile::CodeType::shared_library && run_by == RunBy::device;
}

Result<void, std::string> check_machine(const profile::Implementation& implementation,
                                        const NodeMachine& machine) {
  const auto os = deploy::compare_os(implementation.operating_systems, machine.os);
  if (os && !os->matches) return Why(line(*os));
  const auto processor = deploy::compare_processor(implementation.processors, machine.processors);
  if (processor && !processor->matches) return Why(line(*processor));
  return {};
}

bool is_plain_file(const fs::path& path) {
  std::error_code error;
  return os::is_regular_file(path, error);
}

// The entry point of a library is a function; that of an executable is a file.
Result<ChosenCode, std::string> located(const profile::ImplementationCode& code,
                                        const profile::Root& root, const fs::path& folder) {
  const auto file = locate(root, code.file.name, folder);
  if (!file) return Why(file.error());
  ChosenCode new_code{.implementation = {},
                      .file = file->name,
                      .program = file->name,
                      .path = file->path,
                      .is_shared_library = code.type == profile::CodeType::shared_library,
                      .options = deploy::options_of(code)};
  if (code.entrypoint.empty() || new_code.is_shared_library) return new_code;
  const auto entry = locate(root, code.entrypoint, folder);
  if (!entry) return Why(entry.error());
  new_code.program = entry->name;
  new_code.path = entry->path;
  return new_code;
}

Result<ChosenCode, std::string> code_of(const profile::Implementation& implementation,
                                        const NodeMachine& machine, const profile::Root& root,
                                        const fs::path& folder, RunBy run_by) {
  if (!implementation.code) return Why("it has no code");
  if (!can_run(*implementation.code, run_by))
    return Why("its code is of type " + implementation.code->type_text +
               ", which a device manager does not run");
  if (const auto fits = check_machine(implementation, machine); !fits) return Why(fits.error());
  auto code = located(*implementation.code, root, folder);
  if (!code) return code;
  if (!is_plain_file(code->path)) return Why("'" + code->path.string() + "' is no file");
  code->implementation = implementation.id;
  return code;
}

}  // namespace

NodeMachine this_machine() {
  const auto names = os::names_of_this_system();
  if (!names) return {};
  return {{names->system, names->release}, {names->processor}};
}

Result<LocatedFile, std::string> locate(const profile::Root& root, const std::string& name,
                                        const fs::path& from) {
  const auto found = root.find(name, from);
  if (!found) {
    const bool leaves = found.error().cause == profile::NameFault::Cause::leaves_root;
    return Why("'" + found.error().looked_at.string() +
               (leaves ? "' leads out of the root" : "' is not there"));
  }
  auto below = name_below(root, found->real);
  if (below.empty())
    return Why("'" + found->real.string() + "' does not lie below the root '" +
               root.folder().string() + "'");
  return LocatedFile{std::move(below), found->real};
}

Result<ChosenCode, std::string> choose_code(const profile::ComponentProfile& component,
                                            const NodeMachine& machine, const profile::Root& root,
                                            RunBy run_by) {
  std::string why;
  for (const auto& implementation : component.package->implementations) {
    auto code = code_of(implementation, machine, root, component.profile->folder, run_by);
    if (code) return code;
    why +=
        (why.empty() ? "" : "; ") + ("implementation '" + implementation.id + "': ") + code.error();
  }
  return Why(why.empty() ? "its package has no implementation" : why);
}

}  // namespace orbweaver::node
