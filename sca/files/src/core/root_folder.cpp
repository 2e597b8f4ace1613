// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/root_folder.hpp>

#include <orbweaver/os/folder.hpp>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace orbweaver::files {

namespace {

using Failure = RootFolder::Failure;
using os::OpenBeneath;
using Kind = os::EntryInformation::Kind;

constexpr unsigned kOwnerExecutes = 0100;
constexpr unsigned kFileMode = 0666, kFolderMode = 0777;  // the process's umask removes bits

constexpr const char* kOdd = "it is neither a plain file nor a folder";

unexpected<Failure> failed(const char* call, int code) { return unexpected{Failure{code, call}}; }

Result<FileInformation, Failure> information(int fd, std::string name) {
  const auto found = os::information_of(fd);
  if (!found) return unexpected{found.error()};
  if (found->kind == Kind::other) return failed("statx", EINVAL);
  FileInformation known{.name = std::move(name)};
  known.kind = found->kind == Kind::folder ? FileKind::folder : FileKind::plain;
  if (known.kind == FileKind::plain) known.size = found->size;
  known.created = found->created;
  known.modified = found->modified;
  known.accessed = found->accessed;
  known.is_executable = known.kind == FileKind::plain && (found->mode & kOwnerExecutes) != 0;
  return known;
}

// Opening a device may have an effect, so it is refused before.
Result<void, Failure> refuse_odd(const Result<os::UniqueFd, Failure>& looked_at) {
  if (!looked_at) return unexpected{looked_at.error()};
  const auto found = os::information_of(looked_at->get());
  if (!found) return unexpected{found.error()};
  if (found->kind == Kind::other) return failed(kOdd, EINVAL);
  return {};
}

// Opens without blocking, in case the file was replaced by a pipe or device, which is then refused.
Result<OpenFile, Failure> plain_file(Result<os::UniqueFd, Failure> file) {
  if (!file) return unexpected{file.error()};
  const auto found = os::information_of(file->get());
  if (!found) return unexpected{found.error()};
  if (found->kind == Kind::folder) return failed("open", EISDIR);
  if (found->kind == Kind::other) return failed(kOdd, EINVAL);
  return OpenFile{std::move(*file)};
}

}  // namespace

Result<RootFolder, Failure> RootFolder::open(const std::filesystem::path& path) {
  auto folder = os::open_folder(path);
  if (!folder) return unexpected{folder.error()};
  return RootFolder{*std::move(folder)};
}

Result<os::UniqueFd, Failure> RootFolder::look_at(const FileName& name) const {
  return os::open_beneath(folder_.get(), name.below_root(), OpenBeneath::to_look);
}

Result<OpenFile, Failure> RootFolder::open_file(const FileName& name, Access access) const {
  if (const auto taken = refuse_odd(look_at(name)); !taken) return unexpected{taken.error()};
  const auto how = access == Access::read_only ? OpenBeneath::to_read : OpenBeneath::to_read_write;
  return plain_file(os::open_beneath(folder_.get(), name.below_root(), how));
}

Result<OpenFile, Failure> RootFolder::create_file(const FileName& name) const {
  return plain_file(
      os::open_beneath(folder_.get(), name.below_root(), OpenBeneath::to_create, kFileMode));
}

bool RootFolder::exists(const FileName& name) const { return look_at(name).has_value(); }

Result<FileInformation, Failure> RootFolder::information_of(const FileName& name) const {
  const auto file = look_at(name);
  if (!file) return unexpected{file.error()};
  return information(file->get(), name.last());
}

Result<std::vector<FileInformation>, Failure> RootFolder::list(const FilePattern& pattern) const {
  auto folder =
      os::open_beneath(folder_.get(), pattern.folder().below_root(), OpenBeneath::to_list);
  if (!folder) return unexpected{folder.error()};
  auto names = os::names_in(*std::move(folder));
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
  return os::remove_file_in(folder->get(), name.last());
}

Result<void, Failure> RootFolder::make_folder(const FileName& name) const {
  if (name.is_root()) return failed("mkdir", EEXIST);
  auto folder = look_at(name.parent());
  if (!folder && folder.error().code == ENOENT) {
    const auto new_folder = make_folder(name.parent());
    if (!new_folder && new_folder.error().code != EEXIST)
      return new_folder;  // another thread may have made it meanwhile
    folder = look_at(name.parent());
  }
  if (!folder) return unexpected{folder.error()};
  return os::make_folder_in(folder->get(), name.last(), kFolderMode);
}

Result<void, Failure> RootFolder::remove_folder(const FileName& name) const {
  if (name.is_root()) return failed("rmdir", EBUSY);
  const auto folder = look_at(name.parent());
  if (!folder) return unexpected{folder.error()};
  return os::remove_folder_in(folder->get(), name.last());
}

Result<void, Failure> RootFolder::copy(const FileName& source, const FileName& destination) const {
  if (const auto taken = refuse_odd(look_at(source)); !taken) return unexpected{taken.error()};
  auto from = os::open_beneath(folder_.get(), source.below_root(), OpenBeneath::to_read);
  const auto known = from ? os::information_of(from->get()) : unexpected{from.error()};
  auto file = plain_file(std::move(from));
  if (!file) return unexpected{file.error()};
  auto replacement = replace(destination);
  if (!replacement) return unexpected{replacement.error()};
  if (const auto filled = replacement->fill_from(*file); !filled) return filled;
  return replacement->finish(known->mode);
}

Result<Replacement, Failure> RootFolder::replace(const FileName& name) const {
  auto folder = look_at(name.parent());
  if (!folder) return unexpected{folder.error()};
  if (name.is_root()) return failed("open", EISDIR);
  return Replacement::begin(std::move(*folder), name.last());
}

Result<Space, Failure> RootFolder::space() const {
  const auto found = os::space_of(folder_.get());
  if (!found) return unexpected{found.error()};
  return Space{found->size, found->available};
}

}  // namespace orbweaver::files
