// The names in a folder.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <string>
#include <vector>

namespace orbweaver::files {

/// Without "." and ".."; in the order of the folder.
[[nodiscard]] Result<std::vector<std::string>, os::SystemError> entries_of(os::UniqueFd folder);

}  // namespace orbweaver::files
