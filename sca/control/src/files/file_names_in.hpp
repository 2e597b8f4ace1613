// SPDX-License-Identifier: Apache-2.0
// Replaces the names of files in the text of a profile.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::control {

/// Returns the new name of a file; nothing: the file keeps its name.
using NewName = std::function<std::optional<std::string>(const std::string& name)>;

/// Replaces the names in <localfile name="..."> and <entrypoint>. All other text, comments
/// included, stays the same. `xml` is UTF-8 text, whole or in part.
[[nodiscard]] std::string with_file_names(std::string_view xml, const NewName& new_name);

}  // namespace orbweaver::control
