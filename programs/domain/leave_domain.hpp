// SPDX-License-Identifier: Apache-2.0
// orbweaver-domain --leave: ends the running domain, and lets its applications go on.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/runfile/domain_file.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace orbweaver::domain {

/// Asks a domain of this user on this machine to leave its applications to the next one, and waits
/// until it has ended. `name`: nothing for the only domain that runs. Returns a line that lists the
/// applications. Fails: with one line, if there is no such domain, if it has no state file, or if
/// it did not end in time.
[[nodiscard]] Result<std::string, std::string> leave_domain(const std::filesystem::path& folder,
                                                            const std::optional<std::string>& name,
                                                            Nanoseconds timeout);

}  // namespace orbweaver::domain
