// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/plan.hpp>
#include <orbweaver/os/paths.hpp>

namespace orbweaver::deploy {

Locate locate_below(const profile::Root& root) {
  // Compares the real paths: the root and a profile may have been named in different ways.
  std::error_code error;
  auto real_root = os::canonical(root.folder(), error);
  return [root, real_root](const profile::LocalFile& file,
                           const std::filesystem::path& from) -> Outcome<std::string> {
    const auto found = root.find(file.name, from);
    if (found) return "/" + found->real.lexically_relative(real_root).generic_string();
    const bool leaves = found.error().cause == profile::NameFault::Cause::leaves_root;
    return fault(Cause::absent, leaves ? "it leads out of the root"
                                       : "no file '" + found.error().looked_at.string() + "'");
  };
}

}  // namespace orbweaver::deploy
