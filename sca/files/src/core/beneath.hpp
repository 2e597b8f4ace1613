// Paths that cannot leave a folder: neither by "..", nor by a link, absolute or not, nor through
// the kernel's own links in /proc; not even while another process exchanges folders.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <sys/types.h>

#include <string>

namespace orbweaver::files {

/// Opens `path`, relative, close-on-exec. Links that stay beneath `folder` are followed where the
/// kernel can tell (openat2, Linux 5.6). Fails: EXDEV or ELOOP if the path leads out.
[[nodiscard]] Result<os::UniqueFd, os::SystemError> open_beneath(int folder,
                                                                 const std::string& path, int flags,
                                                                 mode_t mode = 0);

/// The way without openat2: step by step, and no link at all.
[[nodiscard]] Result<os::UniqueFd, os::SystemError> open_without_links(int folder,
                                                                       const std::string& path,
                                                                       int flags, mode_t mode = 0);

}  // namespace orbweaver::files
