// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/error_number.hpp>

#include <algorithm>
#include <array>
#include <cerrno>

namespace orbweaver::files {

namespace {

using Number = CF::ErrorNumberType;

struct Row {
  int code;
  Number number;
};

constexpr std::array<Row, 43> kNumbers{{
    {E2BIG, Number::CF_E2BIG},
    {EACCES, Number::CF_EACCES},
    {EAGAIN, Number::CF_EAGAIN},
    {EBADF, Number::CF_EBADF},
    {EBADMSG, Number::CF_EBADMSG},
    {EBUSY, Number::CF_EBUSY},
    {ECANCELED, Number::CF_ECANCELED},
    {ECHILD, Number::CF_ECHILD},
    {EDEADLK, Number::CF_EDEADLK},
    {EDOM, Number::CF_EDOM},
    {EEXIST, Number::CF_EEXIST},
    {EFAULT, Number::CF_EFAULT},
    {EFBIG, Number::CF_EFBIG},
    {EINPROGRESS, Number::CF_EINPROGRESS},
    {EINTR, Number::CF_EINTR},
    {EINVAL, Number::CF_EINVAL},
    {EIO, Number::CF_EIO},
    {EISDIR, Number::CF_EISDIR},
    {EMFILE, Number::CF_EMFILE},
    {EMLINK, Number::CF_EMLINK},
    {EMSGSIZE, Number::CF_EMSGSIZE},
    {ENAMETOOLONG, Number::CF_ENAMETOOLONG},
    {ENFILE, Number::CF_ENFILE},
    {ENODEV, Number::CF_ENODEV},
    {ENOENT, Number::CF_ENOENT},
    {ENOEXEC, Number::CF_ENOEXEC},
    {ENOLCK, Number::CF_ENOLCK},
    {ENOMEM, Number::CF_ENOMEM},
    {ENOSPC, Number::CF_ENOSPC},
    {ENOSYS, Number::CF_ENOSYS},
    {ENOTDIR, Number::CF_ENOTDIR},
    {ENOTEMPTY, Number::CF_ENOTEMPTY},
    {ENOTSUP, Number::CF_ENOTSUP},
    {ENOTTY, Number::CF_ENOTTY},
    {ENXIO, Number::CF_ENXIO},
    {EPERM, Number::CF_EPERM},
    {EPIPE, Number::CF_EPIPE},
    {ERANGE, Number::CF_ERANGE},
    {EROFS, Number::CF_EROFS},
    {ESPIPE, Number::CF_ESPIPE},
    {ESRCH, Number::CF_ESRCH},
    {ETIMEDOUT, Number::CF_ETIMEDOUT},
    {EXDEV, Number::CF_EXDEV},
}};

Number number_of(FileNameError error) noexcept {
  return error == FileNameError::too_long ? Number::CF_ENAMETOOLONG : Number::CF_EINVAL;
}

}  // namespace

Number error_number_of(int code) noexcept {
  const auto* const row = std::ranges::find(kNumbers, code, &Row::code);
  return row == kNumbers.end() ? Number::CF_NOTSET : row->number;
}

int errno_of(Number number) noexcept {
  const auto* const row = std::ranges::find(kNumbers, number, &Row::number);
  return row == kNumbers.end() ? 0 : row->code;
}

CF::FileException file_exception(const std::string& name, const os::SystemError& error) {
  return CF::FileException{error_number_of(error.code), name + ": " + os::describe(error)};
}

CF::InvalidFileName invalid_file_name(const std::string& name, FileNameError error) {
  return CF::InvalidFileName{number_of(error), "'" + name + "': " + std::string{describe(error)}};
}

FileName name_of(const std::string& text) {
  auto name = FileName::parse(text);
  if (!name) throw invalid_file_name(text, name.error());
  return *std::move(name);
}

FilePattern pattern_of(const std::string& text) {
  auto pattern = FilePattern::parse(text);
  if (!pattern) throw invalid_file_name(text, pattern.error());
  return *std::move(pattern);
}

}  // namespace orbweaver::files
