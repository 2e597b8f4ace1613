// SPDX-License-Identifier: Apache-2.0
// The files that the text of a profile names.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::control {

/// The new name of a file; nothing: it keeps its name.
using NewName = std::function<std::optional<std::string>(const std::string& name)>;

/// The text with other names in its <localfile name="..."> and <entrypoint>; all else, comments
/// too, is as it was. XML in UTF-8 or a part of it.
[[nodiscard]] std::string with_file_names(std::string_view xml, const NewName& new_name);

}  // namespace orbweaver::control
