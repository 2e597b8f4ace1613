// SPDX-License-Identifier: Apache-2.0
#include "servant/error_number.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace orbweaver::resource {

namespace {

using Number = CF::ErrorNumberType;

constexpr std::array kNumbers{std::pair{E2BIG, Number::CF_E2BIG},
                              std::pair{EACCES, Number::CF_EACCES},
                              std::pair{EAGAIN, Number::CF_EAGAIN},
                              std::pair{EBADF, Number::CF_EBADF},
                              std::pair{EBADMSG, Number::CF_EBADMSG},
                              std::pair{EBUSY, Number::CF_EBUSY},
                              std::pair{ECANCELED, Number::CF_ECANCELED},
                              std::pair{ECHILD, Number::CF_ECHILD},
                              std::pair{EDEADLK, Number::CF_EDEADLK},
                              std::pair{EDOM, Number::CF_EDOM},
                              std::pair{EEXIST, Number::CF_EEXIST},
                              std::pair{EFAULT, Number::CF_EFAULT},
                              std::pair{EFBIG, Number::CF_EFBIG},
                              std::pair{EINPROGRESS, Number::CF_EINPROGRESS},
                              std::pair{EINTR, Number::CF_EINTR},
                              std::pair{EINVAL, Number::CF_EINVAL},
                              std::pair{EIO, Number::CF_EIO},
                              std::pair{EISDIR, Number::CF_EISDIR},
                              std::pair{EMFILE, Number::CF_EMFILE},
                              std::pair{EMLINK, Number::CF_EMLINK},
                              std::pair{EMSGSIZE, Number::CF_EMSGSIZE},
                              std::pair{ENAMETOOLONG, Number::CF_ENAMETOOLONG},
                              std::pair{ENFILE, Number::CF_ENFILE},
                              std::pair{ENODEV, Number::CF_ENODEV},
                              std::pair{ENOENT, Number::CF_ENOENT},
                              std::pair{ENOEXEC, Number::CF_ENOEXEC},
                              std::pair{ENOLCK, Number::CF_ENOLCK},
                              std::pair{ENOMEM, Number::CF_ENOMEM},
                              std::pair{ENOSPC, Number::CF_ENOSPC},
                              std::pair{ENOSYS, Number::CF_ENOSYS},
                              std::pair{ENOTDIR, Number::CF_ENOTDIR},
                              std::pair{ENOTEMPTY, Number::CF_ENOTEMPTY},
                              std::pair{ENOTSUP, Number::CF_ENOTSUP},
                              std::pair{ENOTTY, Number::CF_ENOTTY},
                              std::pair{ENXIO, Number::CF_ENXIO},
                              std::pair{EPERM, Number::CF_EPERM},
                              std::pair{EPIPE, Number::CF_EPIPE},
                              std::pair{ERANGE, Number::CF_ERANGE},
                              std::pair{EROFS, Number::CF_EROFS},
                              std::pair{ESPIPE, Number::CF_ESPIPE},
                              std::pair{ESRCH, Number::CF_ESRCH},
                              std::pair{ETIMEDOUT, Number::CF_ETIMEDOUT},
                              std::pair{EXDEV, Number::CF_EXDEV}};

}  // namespace

CF::ErrorNumberType error_number(int error) noexcept {
  const auto* const found =
      std::ranges::find(kNumbers, error, &std::pair<int, CF::ErrorNumberType>::first);
  return found == kNumbers.end() ? Number::CF_NOTSET : found->second;
}

}  // namespace orbweaver::resource
