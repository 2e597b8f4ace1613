// SPDX-License-Identifier: Apache-2.0
// Findings about the files that profiles name.
#pragma once
#include <orbweaver/profile/root.hpp>

namespace orbweaver::profile {

[[nodiscard]] Finding name_finding(const LocalFile& file, const NameFault& fault,
                                   const std::filesystem::path& root);
/// Makes the finding about a PRF or SCD of a package that is only loaded: a missing file is a
/// warning.
[[nodiscard]] Finding dependency_finding(const LocalFile& file, const NameFault& fault,
                                         const std::filesystem::path& root);
[[nodiscard]] Finding by_root_finding(const LocalFile& file, const std::filesystem::path& shown);
[[nodiscard]] Finding wrong_kind_finding(const LocalFile& file, const Profile& profile,
                                         std::string_view kind);
[[nodiscard]] Finding cycle_finding(const LocalFile& file, const Profile& profile);
[[nodiscard]] Finding depth_finding(const LocalFile& file, std::size_t deepest);

}  // namespace orbweaver::profile
