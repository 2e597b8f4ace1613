// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/open_file.hpp>

#include <orbweaver/os/file.hpp>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace orbweaver::files {

Result<std::uint64_t, os::SystemError> OpenFile::size() const noexcept {
  return os::size_of(file_.get());
}

Result<std::uint64_t, os::SystemError> OpenFile::readable(std::uint64_t length) const noexcept {
  const auto end = size();
  if (!end) return end;
  return std::min(length, *end - std::min(*end, position_));
}

Result<std::size_t, os::SystemError> OpenFile::read(MutableBytes space) noexcept {
  std::size_t done = 0;
  while (done < space.size()) {
    const auto count = os::read_at(file_.get(), space.subspan(done), position_ + done);
    if (!count) return unexpected{count.error()};
    if (*count == 0) break;
    done += *count;
  }
  position_ += done;
  return done;
}

Result<void, os::SystemError> OpenFile::write(Bytes bytes) noexcept {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto count = os::write_at(file_.get(), bytes.subspan(done), position_ + done);
    if (!count) return unexpected{count.error()};
    if (*count == 0) return unexpected{os::SystemError{ENOSPC, "write"}};
    done += *count;
  }
  position_ += done;
  return {};
}

Result<void, os::SystemError> OpenFile::move_to(std::uint64_t position) noexcept {
  const auto end = size();
  if (!end) return unexpected{end.error()};
  if (position > *end) return unexpected{os::SystemError{EINVAL, "seek"}};
  position_ = position;
  return {};
}

Result<void, os::SystemError> OpenFile::close() noexcept {
  return os::close_file(std::move(file_));
}

}  // namespace orbweaver::files
