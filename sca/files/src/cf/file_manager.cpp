// SPDX-License-Identifier: Apache-2.0
#include "file_manager.hpp"

#include <orbweaver/corba/peer.hpp>
#include <orbweaver/files/error_number.hpp>
#include <orbweaver/files/file_transfer.hpp>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <optional>
#include <utility>

#include "file_system.hpp"
#include "space_query.hpp"

namespace orbweaver::files {

namespace {

using Information = CF::FileSystem::FileInformationType;
using Informations = CF::FileSystem::FileInformationSequence;
using Kind = CF::FileSystem::FileType;
using FileReference = IDL::traits<CF::File>::ref_type;

CF::FileException not_mounted(const std::string& name) {
  return CF::FileException{CF::ErrorNumberType::CF_ENOENT,
                           name + ": no file system is mounted at or above it"};
}

std::string pattern_text(const FileName& folder, const FilePattern& pattern) {
  return folder.is_root() ? "/" + pattern.last() : folder.text() + "/" + pattern.last();
}

// Returns the folder's entries in the mounted file system. A folder above a mount point need not
// exist there.
Informations entries_of(const CallsOfMounts& calls,
                        const std::optional<MountBook::MountedName>& mounted,
                        const FilePattern& pattern, bool must_exist) {
  if (!mounted) {
    if (must_exist) throw not_mounted(pattern.folder().text());
    return {};
  }
  try {
    return calls.of(mounted->target, pattern_text(pattern.folder(), pattern), [&] {
      return mounted->target->files()->list(pattern_text(mounted->name, pattern));
    });
  } catch (const CF::FileException&) {
    if (must_exist) throw;
    return {};
  }
}

void put_instead(Informations& all, Information entry) {
  std::erase_if(all, [&](const Information& item) { return item.name() == entry.name(); });
  all.push_back(std::move(entry));
}

// Sums that overflow are limited: other processes may report any numbers.
std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) noexcept {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  return b > kMost - a ? kMost : a + b;
}

// Returns the file system if it is a folder of this program; else null.
std::shared_ptr<FileSystem> folder_behind(const Mount::Files& files) {
  return std::dynamic_pointer_cast<FileSystem>(corba::local_servant(files));
}

bool is_of_this_program(const Mount& mount) {
  return corba::local_servant(mount.files()) != nullptr;
}

void require_another(const FileName& source, const FileName& destination, const std::string& text) {
  if (source == destination)
    throw CF::InvalidFileName(CF::ErrorNumberType::CF_EINVAL,
                              text + ": a file cannot be copied onto itself");
}

// Returns no space if the call fails, as `query` can raise no exception for that.
Space space_or_none(const CallsOfMounts& calls, const std::shared_ptr<Mount>& mount) {
  try {
    return calls.of(mount, "query", [&] { return space_of(*mount->files()); });
  } catch (const CORBA::Exception&) {
    return {};
  }
}

}  // namespace

FileManager::MountedName FileManager::mounted_name_of(const std::string& text) const {
  const auto name = name_of(text);
  if (auto mounted = files_->book.mounts().find(name)) return *std::move(mounted);
  throw not_mounted(text);
}

void FileManager::require_changes(const std::string& name) const {
  if (purpose_ == Purpose::loading)
    throw CF::FileException(CF::ErrorNumberType::CF_EROFS,
                            name + ": this file manager is for loading, and changes no file");
}

void FileManager::require_mounting(const std::string& point) const {
  if (purpose_ == Purpose::loading)
    throw CORBA::NO_PERMISSION(0, CORBA::CompletionStatus::COMPLETED_NO,
                               point + ": this file manager is for loading, and mounts nothing");
}

FileManager::MountedName FileManager::changeable_name_of(const std::string& text) const {
  require_changes(text);
  const auto name = name_of(text);
  const auto now = files_->book.mounts();
  if (now.leads_to_a_mount(name))
    throw CF::FileException(CF::ErrorNumberType::CF_EBUSY,
                            text + ": a file system is mounted there, or below it");
  if (auto mounted = now.find(name)) return *std::move(mounted);
  throw not_mounted(text);
}

AroundCall FileManager::around(const std::shared_ptr<Mount>& mount, const std::string& name) const {
  return [this, mount, name](const std::function<void()>& call) {
    files_->calls.of(mount, name, [&] { call(); });
  };
}

void FileManager::remove(const std::string& fileName) {
  const auto mounted = changeable_name_of(fileName);
  files_->calls.of(mounted.target, fileName,
                   [&] { mounted.target->files()->remove(mounted.name.text()); });
}

// Within a mount of another process, one call would have to copy the whole file within the limit of
// a call. So the file is copied in pieces, each with that limit.
void FileManager::copy(const std::string& sourceFileName, const std::string& destinationFileName) {
  require_another(name_of(sourceFileName), name_of(destinationFileName), sourceFileName);
  const auto from = mounted_name_of(sourceFileName), to = changeable_name_of(destinationFileName);
  const auto &source = from.target->files(), &destination = to.target->files();
  if (source->_is_equivalent(destination)) {
    require_another(from.name, to.name, sourceFileName);
    if (is_of_this_program(*from.target))
      return files_->calls.of(from.target, sourceFileName,
                              [&] { source->copy(from.name.text(), to.name.text()); });
  }
  copy_between({*source, from.name.text(), around(from.target, sourceFileName)},
               {*destination, to.name.text(), around(to.target, destinationFileName)});
}

// A name that leads back to this manager names no file.
bool FileManager::exists(const std::string& fileName) {
  const auto name = name_of(fileName);
  const auto now = files_->book.mounts();
  if (now.leads_to_a_mount(name)) return true;
  const auto mounted = now.find(name);
  if (!mounted || files_->calls.have_come_back()) return false;
  try {
    return files_->calls.of(mounted->target, fileName,
                            [&] { return mounted->target->files()->exists(mounted->name.text()); });
  } catch (const CF::FileException& silent) {  // `exists` raises no FileException
    throw CORBA::NO_RESPONSE(0, CORBA::CompletionStatus::COMPLETED_NO, silent.msg());
  }
}

Informations FileManager::list(const std::string& pattern) {
  const auto wanted = pattern_of(pattern);
  const auto now = files_->book.mounts();
  const bool must_exist =
      now.is_mount_point(wanted.folder()) || !now.leads_to_a_mount(wanted.folder());
  auto all = entries_of(files_->calls, now.find(wanted.folder()), wanted, must_exist);
  for (const auto& step : now.steps_below(wanted.folder())) {
    if (!wanted.matches(step)) continue;
    const bool is_mount = now.is_mount_point(wanted.folder().with(step));
    put_instead(all, Information{step, is_mount ? Kind::FILE_SYSTEM : Kind::DIRECTORY, 0, {}});
  }
  return all;
}

FileReference FileManager::create(const std::string& fileName) {
  const auto mounted = changeable_name_of(fileName);
  return files_->calls.of(mounted.target, fileName, [&] {
    if (const auto folder = folder_behind(mounted.target->files()))
      return folder->create_for(purpose_, mounted.name.text());
    return mounted.target->files()->create(mounted.name.text());
  });
}

FileReference FileManager::open(const std::string& fileName, bool read_Only) {
  if (!read_Only) require_changes(fileName);
  const auto mounted = mounted_name_of(fileName);
  const auto access = read_Only ? Access::read_only : Access::read_write;
  return files_->calls.of(mounted.target, fileName, [&] {
    if (const auto folder = folder_behind(mounted.target->files()))
      return folder->open_for(purpose_, mounted.name.text(), access);
    return mounted.target->files()->open(mounted.name.text(), read_Only);
  });
}

void FileManager::mkdir(const std::string& directoryName) {
  require_changes(directoryName);
  if (files_->book.mounts().leads_to_a_mount(name_of(directoryName)))
    throw file_exception(directoryName, {EEXIST, "mkdir"});
  const auto mounted = mounted_name_of(directoryName);
  files_->calls.of(mounted.target, directoryName,
                   [&] { mounted.target->files()->mkdir(mounted.name.text()); });
}

void FileManager::rmdir(const std::string& directoryName) {
  const auto mounted = changeable_name_of(directoryName);
  files_->calls.of(mounted.target, directoryName,
                   [&] { mounted.target->files()->rmdir(mounted.name.text()); });
}

// The sum over all mounts, as the standard defines: two folders of one disk count it twice. A
// request that comes back here counts nothing, as this manager is in the sum already. Folders of
// this program come first; once the other mounts have used the time of one call, no further mount
// is asked.
void FileManager::query(CF::Properties& fileSystemProperties) {
  Space sum;
  const auto until = Deadline::after(files_->book.limits().call_timeout);
  const auto now = files_->book.mounts();
  const auto add_those = [&](bool of_this_program) {
    for (const auto& [point, mount] : now.all()) {
      if (is_of_this_program(*mount) != of_this_program) continue;
      if (!of_this_program && until.has_passed()) return;
      const auto space = space_or_none(files_->calls, mount);
      sum.size = sum_of(sum.size, space.size);
      sum.available = sum_of(sum.available, space.available);
    }
  };
  if (!files_->calls.have_come_back()) {
    add_those(true);
    add_those(false);
  }
  answer_space(fileSystemProperties, sum);
}

bool FileManager::leads_here(const Mount::Files& files) const {
  const auto manager = std::dynamic_pointer_cast<FileManager>(corba::local_servant(files));
  return manager != nullptr && manager->files_ == files_;
}

void FileManager::mount(const std::string& mountPoint, Mount::Files file_System) {
  require_mounting(mountPoint);
  auto point = name_of(mountPoint);
  if (!file_System || leads_here(file_System)) throw CF::FileManager::InvalidFileSystem();
  switch (files_->book.mount(std::move(point), std::move(file_System), caller())) {
    case MountBook::Answer::mounted:
      return;
    case MountBook::Answer::taken:
      throw CF::FileManager::MountPointAlreadyExists();
    case MountBook::Answer::full:
      break;
  }
  throw CORBA::IMP_LIMIT(0, CORBA::CompletionStatus::COMPLETED_NO,
                         mountPoint + ": clients have mounted " +
                             std::to_string(files_->book.limits().most_of_clients) +
                             " file systems, and may mount no more; unmount one");
}

void FileManager::unmount(const std::string& mountPoint) {
  require_mounting(mountPoint);
  const auto point = FileName::parse(mountPoint);
  if (!point) throw CF::FileManager::NonExistentMount();
  const auto now = files_->book.mounts();
  const auto mount = now.all().find(*point);
  if (caller() && mount != now.all().end() && !mount->second->is_of_a_client())
    throw CORBA::NO_PERMISSION(0, CORBA::CompletionStatus::COMPLETED_NO,
                               mountPoint +
                                   ": what is mounted there belongs to the program that "
                                   "has this file manager, and stays");
  if (!files_->book.unmount(*point)) throw CF::FileManager::NonExistentMount();
}

// The program's own work belongs to no client.
std::optional<corba::Caller> FileManager::caller() const {
  return purpose_ == Purpose::client ? corba::Caller::current() : std::nullopt;
}

CF::FileManager::MountSequence FileManager::getMounts() {
  const auto now = files_->book.mounts();
  CF::FileManager::MountSequence all;
  for (const auto& [point, mount] : now.all()) all.emplace_back(point.text(), mount->files());
  return all;
}

}  // namespace orbweaver::files
