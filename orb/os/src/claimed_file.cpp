// SPDX-License-Identifier: Apache-2.0
// The claim is a lock of the open file (F_OFD_SETLK): the kernel gives it back when the process
// ends. A reader looks at the lock but does not take it, so that it never stands in the way of a
// new owner.
//
// Process A ends and removes the file, process B makes a new one meanwhile: B may have opened the
// file that A removes. So B checks that the file which it locked is still the file of that name.
#include <orbweaver/os/claimed_file.hpp>
#include <orbweaver/os/file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <span>

namespace orbweaver::os {

namespace {

constexpr unsigned kOwnerAlone = 0600;
constexpr mode_t kOthers = 0077;

struct flock whole_file(short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  return lock;
}

bool is_claimed(int file) {
  auto lock = whole_file(F_RDLCK);
  return ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool has_its_name(int file, const std::filesystem::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(file, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

Result<UniqueFd, SystemError> open_and_lock(const std::filesystem::path& path) {
  for (;;) {
    UniqueFd file{
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kOwnerAlone)};
    if (!file) return unexpected(SystemError{errno, "open"});
    auto lock = whole_file(F_WRLCK);
    if (::fcntl(file.get(), F_OFD_SETLK, &lock) != 0)
      return unexpected(SystemError{errno == EACCES ? EAGAIN : errno, "fcntl"});
    if (has_its_name(file.get(), path)) return file;
  }
}

bool is_of_this_user(int file) {
  struct stat found {};
  return ::fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
         (found.st_mode & kOthers) == 0;
}

}  // namespace

Result<ClaimedFile, SystemError> ClaimedFile::make(const std::filesystem::path& path,
                                                   std::string_view text) {
  auto file = open_and_lock(path);
  if (!file) return unexpected(file.error());
  ClaimedFile claimed_file{path, *std::move(file)};
  if (auto cut = cut_to(claimed_file.file_.get(), 0); !cut) return unexpected(cut.error());
  if (auto written = write_all(claimed_file.file_.get(), as_bytes(text)); !written)
    return unexpected(written.error());
  return claimed_file;
}

ClaimedFile::~ClaimedFile() {
  if (file_) (void)::unlink(path_.c_str());
}

std::optional<std::string> read_claimed_file(const std::filesystem::path& path, std::size_t most) {
  const UniqueFd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  if (!file || !is_of_this_user(file.get()) || !is_claimed(file.get())) return std::nullopt;
  std::string text(most, '\0');
  const auto count = read_at(file.get(), std::as_writable_bytes(std::span{text}), 0);
  if (!count) return std::nullopt;
  text.resize(*count);
  return text;
}

bool is_private_folder(const std::filesystem::path& path) noexcept {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == ::geteuid() && (found.st_mode & kOthers) == 0;
}

unsigned user_id() noexcept { return ::geteuid(); }

}  // namespace orbweaver::os
