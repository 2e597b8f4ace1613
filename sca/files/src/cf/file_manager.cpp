#include "file_manager.hpp"

#include <orbweaver/files/error_number.hpp>
#include <orbweaver/files/file_transfer.hpp>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "space_query.hpp"

namespace orbweaver::files {

namespace {

using Information = CF::FileSystem::FileInformationType;
using Informations = CF::FileSystem::FileInformationSequence;
using Kind = CF::FileSystem::FileType;

CF::FileException not_mounted(const std::string& name) {
  return CF::FileException{CF::ErrorNumberType::CF_ENOENT,
                           name + ": no file system is mounted at or above it"};
}

std::string pattern_text(const FileName& folder, const FilePattern& pattern) {
  return folder.is_root() ? "/" + pattern.last() : folder.text() + "/" + pattern.last();
}

// What the mounted file system has in the folder. A folder that only leads to a mount point need
// not be there.
Informations entries_of(
    const std::optional<MountTable<IDL::traits<CF::FileSystem>::ref_type>::Place>& place,
    const FilePattern& pattern, bool must_exist) {
  if (!place) {
    if (must_exist) throw not_mounted(pattern.folder().text());
    return {};
  }
  try {
    return place->target->list(pattern_text(place->name, pattern));
  } catch (const CF::FileException&) {
    if (must_exist) throw;
    return {};
  }
}

void put_instead(Informations& all, Information entry) {
  std::erase_if(all, [&](const Information& each) { return each.name() == entry.name(); });
  all.push_back(std::move(entry));
}

}  // namespace

FileManager::Mounts FileManager::mounts() const {
  const std::lock_guard lock(mutex_);
  return mounts_;
}

FileManager::Mounts::Place FileManager::place_of(const std::string& text) const {
  const auto name = name_of(text);
  const std::lock_guard lock(mutex_);
  if (auto place = mounts_.find(name)) return *std::move(place);
  throw not_mounted(text);
}

FileManager::Mounts::Place FileManager::changeable_place_of(const std::string& text) const {
  const auto name = name_of(text);
  if (mounts().leads_to_a_mount(name))
    throw CF::FileException(CF::ErrorNumberType::CF_EBUSY,
                            text + ": a file system is mounted there, or below it");
  return place_of(text);
}

void FileManager::remove(const std::string& fileName) {
  const auto place = changeable_place_of(fileName);
  place.target->remove(place.name.text());
}

void FileManager::copy(const std::string& sourceFileName, const std::string& destinationFileName) {
  if (name_of(sourceFileName) == name_of(destinationFileName))
    throw CF::InvalidFileName(CF::ErrorNumberType::CF_EINVAL,
                              sourceFileName + ": a file cannot be copied onto itself");
  const auto from = place_of(sourceFileName), to = changeable_place_of(destinationFileName);
  if (from.target->_is_equivalent(to.target))
    from.target->copy(from.name.text(), to.name.text());
  else
    copy_between(*from.target, from.name.text(), *to.target, to.name.text());
}

bool FileManager::exists(const std::string& fileName) {
  const auto name = name_of(fileName);
  const auto now = mounts();
  if (now.leads_to_a_mount(name)) return true;
  const auto place = now.find(name);
  return place && place->target->exists(place->name.text());
}

Informations FileManager::list(const std::string& pattern) {
  const auto wanted = pattern_of(pattern);
  const auto now = mounts();
  const bool must_exist = !now.leads_to_a_mount(wanted.folder());
  auto all = entries_of(now.find(wanted.folder()), wanted, must_exist);
  for (const auto& step : now.steps_below(wanted.folder())) {
    if (!wanted.matches(step)) continue;
    const bool is_mount = now.is_mount_point(wanted.folder().with(step));
    put_instead(all, Information{step, is_mount ? Kind::FILE_SYSTEM : Kind::DIRECTORY, 0, {}});
  }
  return all;
}

IDL::traits<CF::File>::ref_type FileManager::create(const std::string& fileName) {
  const auto place = changeable_place_of(fileName);
  return place.target->create(place.name.text());
}

IDL::traits<CF::File>::ref_type FileManager::open(const std::string& fileName, bool read_Only) {
  const auto place = place_of(fileName);
  return place.target->open(place.name.text(), read_Only);
}

void FileManager::mkdir(const std::string& directoryName) {
  if (mounts().leads_to_a_mount(name_of(directoryName)))
    throw file_exception(directoryName, {EEXIST, "mkdir"});
  const auto place = place_of(directoryName);
  place.target->mkdir(place.name.text());
}

void FileManager::rmdir(const std::string& directoryName) {
  const auto place = changeable_place_of(directoryName);
  place.target->rmdir(place.name.text());
}

// The sum over all mounts, as the standard has it: two folders of one disk count it twice.
void FileManager::query(CF::Properties& fileSystemProperties) {
  const auto now = mounts();
  Space sum;
  for (const auto& [point, files] : now.all()) {
    const auto space = space_of(*files);
    sum.size += space.size;
    sum.available += space.available;
  }
  answer_space(fileSystemProperties, sum);
}

void FileManager::mount(const std::string& mountPoint, Files file_System) {
  auto point = name_of(mountPoint);
  if (!file_System) throw CF::FileManager::InvalidFileSystem();
  const std::lock_guard lock(mutex_);
  if (!mounts_.mount(std::move(point), std::move(file_System)))
    throw CF::FileManager::MountPointAlreadyExists();
}

void FileManager::unmount(const std::string& mountPoint) {
  const auto point = FileName::parse(mountPoint);
  const std::lock_guard lock(mutex_);
  if (!point || !mounts_.unmount(*point)) throw CF::FileManager::NonExistentMount();
}

CF::FileManager::MountSequence FileManager::getMounts() {
  const auto now = mounts();
  CF::FileManager::MountSequence all;
  for (const auto& [point, files] : now.all()) all.emplace_back(point.text(), files);
  return all;
}

}  // namespace orbweaver::files
