// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/disk.hpp>

#include "state.hpp"

#include <algorithm>
#include <cerrno>

namespace orbweaver::sim {

namespace {

constexpr unsigned kForAll = 0777;

std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string prefix_of(const std::string& folder) { return folder == "/" ? folder : folder + "/"; }

std::shared_ptr<DiskEntry> new_entry(bool is_folder, unsigned mode) {
  return std::make_shared<DiskEntry>(DiskEntry{is_folder, mode, {}, virtual_now(), virtual_now()});
}

}  // namespace

Disk::Disk() {
  entries_["/"] = new_entry(true, kForAll);
  entries_["/tmp"] = new_entry(true, kForAll);
}

std::shared_ptr<DiskEntry> Disk::find(const std::string& path) const {
  const auto found = entries_.find(path);
  return found == entries_.end() ? nullptr : found->second;
}

int Disk::check_parent(const std::string& path) const {
  const auto parent = find(parent_of(path));
  if (!parent) return ENOENT;
  return parent->is_folder ? 0 : ENOTDIR;
}

int Disk::make_folder(const std::string& path, unsigned mode) {
  if (entries_.contains(path)) return EEXIST;
  if (const int error = check_parent(path); error != 0) return error;
  entries_[path.c_str()] = new_entry(true, mode);
  return 0;
}

int Disk::make_folders(const std::string& path, unsigned mode) {
  if (const auto there = find(path)) return there->is_folder ? 0 : ENOTDIR;
  if (const int error = make_folders(parent_of(path), kForAll); error != 0) return error;
  return make_folder(path, mode);
}

int Disk::create(const std::string& path, unsigned mode, std::shared_ptr<DiskEntry>& disk_entry) {
  if (entries_.contains(path)) return EEXIST;
  if (const int error = check_parent(path); error != 0) return error;
  disk_entry = entries_[path.c_str()] = new_entry(false, mode);
  return 0;
}

int Disk::remove_file(const std::string& path) {
  const auto found = entries_.find(path);
  if (found == entries_.end()) return check_parent(path) == ENOTDIR ? ENOTDIR : ENOENT;
  if (found->second->is_folder) return EISDIR;
  entries_.erase(found);
  return 0;
}

int Disk::remove_folder(const std::string& path) {
  const auto found = entries_.find(path);
  if (found == entries_.end()) return ENOENT;
  if (!found->second->is_folder) return ENOTDIR;
  if (!names_in(path).empty()) return ENOTEMPTY;
  entries_.erase(found);
  return 0;
}

void Disk::remove_tree(const std::string& path) {
  const auto prefix = prefix_of(path);
  std::erase_if(entries_, [&](const auto& entry) {
    return entry.first == path || entry.first.starts_with(prefix);
  });
}

int Disk::rename(const std::string& from, const std::string& to) {
  const auto moved = find(from);
  if (!moved) return ENOENT;
  if (moved->is_folder) return EISDIR;
  if (const int error = check_parent(to); error != 0) return error;
  if (const auto there = find(to); there && there->is_folder) return EISDIR;
  entries_.erase(from);
  entries_[to.c_str()] = moved;
  return 0;
}

std::vector<std::string> Disk::all_below(const std::string& folder) const {
  const auto prefix = prefix_of(folder);
  std::vector<std::string> paths;
  for (auto position = entries_.lower_bound(prefix);
       position != entries_.end() && position->first.starts_with(prefix); ++position)
    if (position->first != prefix) paths.push_back(position->first);
  return paths;
}

std::vector<std::string> Disk::names_in(const std::string& folder) const {
  const auto begin = prefix_of(folder).size();
  std::vector<std::string> names;
  for (const auto& path : all_below(folder))
    if (path.find('/', begin) == std::string::npos) names.push_back(path.substr(begin));
  return names;
}

void Disk::write(const std::string& path, std::string_view text, unsigned mode) {
  const KernelMemory kernel;
  (void)make_folders(parent_of(path), kForAll);
  auto& entry = entries_[path.c_str()];
  entry = new_entry(false, mode);
  const auto bytes = std::as_bytes(std::span{text});
  entry->bytes.assign(bytes.begin(), bytes.end());
}

Disk& disk_here() noexcept { return node_of(this_process()).disk; }

std::size_t DiskFile::read(std::span<std::byte> space) noexcept {
  const auto count = read_at(space, place_);
  place_ += count;
  return count;
}

std::size_t DiskFile::write(std::span<const std::byte> bytes) {
  if (appends_) place_ = entry_->bytes.size();
  const auto count = write_at(bytes, place_);
  place_ += count;
  return count;
}

std::size_t DiskFile::read_at(std::span<std::byte> space, std::uint64_t place) const noexcept {
  const auto& bytes = entry_->bytes;
  if (place >= bytes.size()) return 0;
  const auto count = std::min<std::size_t>(space.size(), bytes.size() - place);
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(place), count, space.begin());
  return count;
}

std::size_t DiskFile::write_at(std::span<const std::byte> bytes, std::uint64_t place) {
  auto& held = entry_->bytes;
  if (held.size() < place + bytes.size()) held.resize(place + bytes.size());
  std::ranges::copy(bytes, held.begin() + static_cast<std::ptrdiff_t>(place));
  entry_->modified = virtual_now();
  return bytes.size();
}

}  // namespace orbweaver::sim
