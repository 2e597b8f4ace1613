// Folders of processes that are gone, where what should have removed them was killed, too.
#pragma once
#include <orbweaver/os/claimed_file.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace orbweaver::os {

/// Makes this process the owner of the folder, for as long as the result lives. Nothing: locks do not work
/// there, and the folder is never taken for a stale one.
[[nodiscard]] std::optional<ClaimedFile> own_folder(const std::filesystem::path& folder);

/// Removes the folders in `above` whose names are `prefix`, '-' and six letters, which an owner of this
/// user left. What cannot be removed stays. Blocks: on the disk.
void remove_stale_folders(const std::filesystem::path& above, const std::string& prefix);

}  // namespace orbweaver::os
