#include <orbweaver/files/root_folder.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "beneath.hpp"
#include "folder_entries.hpp"

namespace orbweaver::files {

namespace {

using Failure = RootFolder::Failure;

constexpr mode_t kFileMode = 0666, kFolderMode = 0777;  // less what the process's mask takes

unexpected<Failure> failed(const char* call, int code = errno) {
  return unexpected{Failure{code, call}};
}

Result<struct statx, Failure> statx_of(int fd) {
  struct statx found {};
  const unsigned wanted = STATX_BASIC_STATS | STATX_BTIME;
  if (::statx(fd, "", AT_EMPTY_PATH, wanted, &found) != 0) return failed("statx");
  return found;
}

std::uint64_t seconds(const statx_timestamp& time) {
  return time.tv_sec < 0 ? 0 : static_cast<std::uint64_t>(time.tv_sec);
}

Result<FileInformation, Failure> information(int fd, std::string name) {
  const auto found = statx_of(fd);
  if (!found) return unexpected{found.error()};
  if (!S_ISREG(found->stx_mode) && !S_ISDIR(found->stx_mode)) return failed("statx", EINVAL);
  FileInformation known{.name = std::move(name)};
  known.kind = S_ISDIR(found->stx_mode) ? FileKind::folder : FileKind::plain;
  if (known.kind == FileKind::plain) known.size = found->stx_size;
  const bool has_birth = (found->stx_mask & STATX_BTIME) != 0;
  known.created = seconds(has_birth ? found->stx_btime : found->stx_ctime);
  known.modified = seconds(found->stx_mtime);
  known.accessed = seconds(found->stx_atime);
  known.is_executable = known.kind == FileKind::plain && (found->stx_mode & S_IXUSR) != 0;
  return known;
}

// Opened so that a pipe or a device does not block; it is refused then.
Result<OpenFile, Failure> plain_file(Result<os::UniqueFd, Failure> file) {
  if (!file) return unexpected{file.error()};
  const auto found = statx_of(file->get());
  if (!found) return unexpected{found.error()};
  if (S_ISDIR(found->stx_mode)) return failed("open", EISDIR);
  if (!S_ISREG(found->stx_mode)) return failed("open", EINVAL);
  return OpenFile{std::move(*file)};
}

}  // namespace

Result<RootFolder, Failure> RootFolder::open(const std::filesystem::path& path) {
  os::UniqueFd folder{::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
  if (!folder) return failed("open");
  return RootFolder{std::move(folder)};
}

Result<os::UniqueFd, Failure> RootFolder::look_at(const FileName& name) const {
  return open_beneath(folder_.get(), name.below_root(), O_PATH);
}

Result<OpenFile, Failure> RootFolder::open_file(const FileName& name, Access access) const {
  const int flags = access == Access::read_only ? O_RDONLY : O_RDWR;
  return plain_file(open_beneath(folder_.get(), name.below_root(), flags | O_NONBLOCK | O_NOCTTY));
}

Result<OpenFile, Failure> RootFolder::create_file(const FileName& name) const {
  return plain_file(
      open_beneath(folder_.get(), name.below_root(), O_RDWR | O_CREAT | O_EXCL, kFileMode));
}

bool RootFolder::exists(const FileName& name) const { return look_at(name).has_value(); }

Result<FileInformation, Failure> RootFolder::information_of(const FileName& name) const {
  const auto file = look_at(name);
  if (!file) return unexpected{file.error()};
  return information(file->get(), name.last());
}

Result<std::vector<FileInformation>, Failure> RootFolder::list(const FilePattern& pattern) const {
  auto folder = open_beneath(folder_.get(), pattern.folder().below_root(), O_RDONLY | O_DIRECTORY);
  if (!folder) return unexpected{folder.error()};
  auto names = entries_of(std::move(*folder));
  if (!names) return unexpected{names.error()};
  std::vector<FileInformation> found;
  for (const auto& name : *names) {
    if (!pattern.matches(name)) continue;
    if (auto known = information_of(pattern.folder().with(name)))
      found.push_back(std::move(*known));
  }
  std::ranges::sort(found, {}, &FileInformation::name);
  return found;
}

Result<void, Failure> RootFolder::remove_file(const FileName& name) const {
  const auto folder = look_at(name.parent());
  if (!folder) return unexpected{folder.error()};
  if (name.is_root()) return failed("unlink", EISDIR);
  if (::unlinkat(folder->get(), name.last().c_str(), 0) == 0) return {};
  return failed("unlink");
}

Result<void, Failure> RootFolder::make_folder(const FileName& name) const {
  if (name.is_root()) return failed("mkdir", EEXIST);
  auto folder = look_at(name.parent());
  if (!folder && folder.error().code == ENOENT) {
    const auto made = make_folder(name.parent());
    if (!made && made.error().code != EEXIST) return made;  // another may have made it meanwhile
    folder = look_at(name.parent());
  }
  if (!folder) return unexpected{folder.error()};
  if (::mkdirat(folder->get(), name.last().c_str(), kFolderMode) == 0) return {};
  return failed("mkdir");
}

Result<void, Failure> RootFolder::remove_folder(const FileName& name) const {
  if (name.is_root()) return failed("rmdir", EBUSY);
  const auto folder = look_at(name.parent());
  if (!folder) return unexpected{folder.error()};
  if (::unlinkat(folder->get(), name.last().c_str(), AT_REMOVEDIR) == 0) return {};
  return failed("rmdir");
}

Result<void, Failure> RootFolder::copy(const FileName& source, const FileName& destination) const {
  auto from = open_beneath(folder_.get(), source.below_root(), O_RDONLY | O_NONBLOCK | O_NOCTTY);
  const auto mode = from ? statx_of(from->get()) : unexpected{from.error()};
  auto file = plain_file(std::move(from));
  if (!file) return unexpected{file.error()};
  auto replacement = replace(destination);
  if (!replacement) return unexpected{replacement.error()};
  if (const auto filled = replacement->fill_from(*file); !filled) return filled;
  return replacement->finish(static_cast<mode_t>(mode->stx_mode & 0777U));
}

Result<Replacement, Failure> RootFolder::replace(const FileName& name) const {
  auto folder = look_at(name.parent());
  if (!folder) return unexpected{folder.error()};
  if (name.is_root()) return failed("open", EISDIR);
  return Replacement::begin(std::move(*folder), name.last());
}

Result<Space, Failure> RootFolder::space() const {
  struct statvfs found {};
  if (::fstatvfs(folder_.get(), &found) != 0) return failed("statvfs");
  return Space{found.f_blocks * found.f_frsize, found.f_bavail * found.f_frsize};
}

}  // namespace orbweaver::files
