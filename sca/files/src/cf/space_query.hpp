// SPDX-License-Identifier: Apache-2.0
// The properties of a file system: its size and what is left of it.
#pragma once
#include <orbweaver/files/root_folder.hpp>
#include <orbweaver/generated/sca/CF/FileSystem.hpp>

namespace orbweaver::files {

/// Fills in the values; all of them for an empty list. Throws UnknownFileSystemProperties, and then
/// fills in none.
void answer_space(CF::Properties& properties, const Space& space);

/// The space of a file system of another process. Throws the exceptions of its `query`.
[[nodiscard]] Space space_of(CF::FileSystem& files);

}  // namespace orbweaver::files
