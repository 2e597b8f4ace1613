// SPDX-License-Identifier: Apache-2.0
// Changes texts for clients on another machine or of another user: they name files as in the served
// file system, and not by their local paths.
#pragma once
#include <filesystem>
#include <string>

namespace orbweaver::files {

/// `text` with each path below `root` as a name below it: "/sdr/dom/a.xml:3: x" becomes "/a.xml:3:
/// x", and `root` itself "/". A root of "/" or "" changes nothing.
[[nodiscard]] std::string names_below_root(std::string text, const std::filesystem::path& root);

}  // namespace orbweaver::files
