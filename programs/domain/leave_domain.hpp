// SPDX-License-Identifier: Apache-2.0
// orbweaver-domain --leave: the domain that runs ends, and what it runs goes on.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/runfile/domain_file.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace orbweaver::domain {

/// Asks a domain of this user on this machine to leave what runs to the next one, and waits until
/// it has ended. `name`: none for the only one that runs. Returns a line that says what goes on.
/// Fails: with a line: there is none, or none of this name, or it keeps no state, or it did not end
/// within the time.
[[nodiscard]] Result<std::string, std::string> leave_domain(const std::filesystem::path& folder,
                                                            const std::optional<std::string>& name,
                                                            Nanoseconds timeout);

}  // namespace orbweaver::domain
