// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/log.hpp>
#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/device/load_cache.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <set>
#include <utility>

namespace orbweaver::device {

namespace {

using files::FileName;
using Outcome = Result<void, LoadError>;

constexpr unsigned kMostDepth = 32;
// any file may be a program, as the source does not say which are
constexpr unsigned kProgramMode = 0700;
// A file that changes within the second of its copy has the same time afterwards; one second more
// for clocks that differ.
constexpr std::uint64_t kSureAfterSeconds = 2;

unexpected<LoadError> failed(const FileName& name, const os::SystemError& error) {
  return unexpected{LoadError{error.code, name.text() + ": " + os::describe(error)}};
}

std::uint64_t seconds_now() {
  const auto since = os::wall_clock_now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::seconds>(since).count());
}

std::optional<std::uint64_t> sure_time(const std::optional<std::uint64_t>& modified) {
  if (modified && *modified + kSureAfterSeconds <= seconds_now()) return modified;
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<LoadCache>, LoadError> LoadCache::open(const std::filesystem::path& folder) {
  if (const auto private_folder = os::make_private_folder(folder); !private_folder)
    return unexpected{LoadError{private_folder.error().code,
                                folder.string() + ": " + os::text_of(private_folder.error().code)}};
  auto root = files::RootFolder::open(folder);
  if (!root) return failed(FileName{}, root.error());
  return std::unique_ptr<LoadCache>{new LoadCache{folder, *std::move(root)}};
}

Outcome LoadCache::load(FileSource& source, const FileName& name, LoadKind kind) {
  const auto loaded = entry_of(name);
  const std::scoped_lock copying{loaded->copying};
  const auto entry = source.look_at(name);
  if (!entry) return unexpected{entry.error()};
  if (auto brought = bring(source, name, *entry, 0); !brought) return brought;
  const std::scoped_lock lock{mutex_};
  ++loaded->count;
  loaded->is_folder = entry->is_folder;
  loaded->is_library = kind == LoadKind::shared_library;
  return {};
}

Result<void, UnloadError> LoadCache::unload(const FileName& name) {
  const std::scoped_lock lock{mutex_};
  const auto found = loaded_.find(name);
  if (found == loaded_.end() || found->second->count == 0)
    return unexpected{UnloadError::not_loaded};
  --found->second->count;
  return {};
}

std::size_t LoadCache::keep_only(const std::vector<FileName>& names) {
  const std::scoped_lock lock{mutex_};
  std::size_t unloaded = 0;
  for (const auto& [name, loaded] : loaded_) {
    const auto kept = static_cast<std::size_t>(std::ranges::count(names, name));
    if (loaded->count <= kept) continue;
    unloaded += loaded->count - kept;
    loaded->count = kept;
  }
  return unloaded;
}

std::vector<FileName> LoadCache::loaded_with(const FileName& name) const {
  const std::scoped_lock lock{mutex_};
  std::vector<FileName> file_names;
  for (const auto& [loaded, entry] : loaded_)
    if (entry->count != 0 && name.is_at_or_below(loaded)) file_names.push_back(loaded);
  return file_names;
}

std::size_t LoadCache::loads_of(const FileName& name) const {
  const std::scoped_lock lock{mutex_};
  const auto found = loaded_.find(name);
  return found == loaded_.end() ? 0 : found->second->count;
}

std::shared_ptr<LoadCache::Loaded> LoadCache::entry_of(const FileName& name) {
  const std::scoped_lock lock{mutex_};
  auto& entry = loaded_[name];
  if (!entry) entry = std::make_shared<Loaded>();
  return entry;
}

Result<std::string, LoadError> LoadCache::path_of(const FileName& name) const {
  const auto is_loaded = [&] {
    const std::scoped_lock lock{mutex_};
    return std::ranges::any_of(loaded_, [&](const auto& entry) {
      return entry.second->count != 0 && name.is_at_or_below(entry.first);
    });
  };
  if (!is_loaded()) return unexpected{LoadError{ENOENT, name.text() + ": it is not loaded"}};
  const auto known = root_.information_of(name);
  if (!known) return failed(name, known.error());
  if (known->kind != files::FileKind::plain)
    return unexpected{LoadError{EISDIR, name.text() + ": it is a folder"}};
  return folder_ / name.below_root();
}

bool LoadCache::is_library(const FileName& name) const {
  const std::scoped_lock lock{mutex_};
  return std::ranges::any_of(loaded_, [&](const auto& entry) {
    return entry.second->count != 0 && entry.second->is_library && name.is_at_or_below(entry.first);
  });
}

std::vector<std::string> LoadCache::library_folders() const {
  std::set<std::string> folders;
  const std::scoped_lock lock{mutex_};
  for (const auto& [name, loaded] : loaded_) {
    if (loaded->count == 0 || !loaded->is_library) continue;
    folders.insert(folder_ / (loaded->is_folder ? name : name.parent()).below_root());
  }
  return {folders.begin(), folders.end()};
}

Outcome LoadCache::bring(FileSource& source, const FileName& name, const SourceEntry& entry,
                         unsigned depth) {
  if (depth > kMostDepth)
    return unexpected{LoadError{ELOOP, name.text() + ": folders lie more than 32 deep"}};
  return entry.is_folder ? bring_folder(source, name, depth) : bring_file(source, name, entry);
}

Outcome LoadCache::bring_folder(FileSource& source, const FileName& name, unsigned depth) {
  const auto entries = source.entries_of(name);
  if (!entries) return unexpected{entries.error()};
  if (auto folder = make_folder(name); !folder) return folder;
  remove_others(name, *entries);
  for (const auto& entry : *entries) {
    // The source is another program: its names are checked like any others.
    const auto below = FileName::parse(name.with(entry.name).text());
    if (!below || below->last() != entry.name)
      return unexpected{LoadError{EINVAL, name.text() + ": it holds a name that is none"}};
    if (auto brought = bring(source, *below, entry, depth + 1); !brought) return brought;
  }
  return {};
}

Outcome LoadCache::bring_file(FileSource& source, const FileName& name, const SourceEntry& entry) {
  if (is_current(name, entry)) return {};
  const auto sure = sure_time(entry.modified);
  if (auto folder = make_folder(name.parent()); !folder) return folder;
  if (auto copied = copy(source, name); !copied) return copied;
  const std::scoped_lock lock{mutex_};
  stamps_[name] = {entry.size, sure};
  return {};
}

bool LoadCache::is_current(const FileName& name, const SourceEntry& entry) const {
  {
    const std::scoped_lock lock{mutex_};
    const auto stamp = stamps_.find(name);
    if (stamp == stamps_.end() || stamp->second.size != entry.size) return false;
    if (!stamp->second.modified || stamp->second.modified != entry.modified) return false;
  }
  const auto known = root_.information_of(name);
  return known && known->kind == files::FileKind::plain && known->size == entry.size;
}

Outcome LoadCache::copy(FileSource& source, const FileName& name) {
  const auto not_kept = [&](const os::SystemError& error) {
    log().warn("{}: no copy can be kept in {}: {}", printable(name.text()), folder_.string(),
               os::text_of(error.code));
    return unexpected{LoadError{
        error.code, name.text() + ": no copy can be kept in the folder of the device's copies: " +
                        os::text_of(error.code) + "; $TMPDIR names another place at the start"}};
  };
  auto replacement = root_.replace(name);
  if (!replacement) return not_kept(replacement.error());
  auto read = source.read(name, [&](Bytes piece) -> Outcome {
    if (const auto written = replacement->write(piece); !written) return not_kept(written.error());
    return {};
  });
  if (!read) return read;
  if (const auto finished = replacement->finish(kProgramMode); !finished)
    return not_kept(finished.error());
  ++copies_;
  return {};
}

// Another load may make the folder at the same time. A file in its place is from an earlier load.
Outcome LoadCache::make_folder(const FileName& name) const {
  const auto known = root_.information_of(name);
  if (known && known->kind == files::FileKind::folder) return {};
  if (known) (void)root_.remove_file(name);
  const auto folder = root_.make_folder(name);
  if (!folder && folder.error().code != EEXIST) return failed(name, folder.error());
  return {};
}

void LoadCache::remove_others(const FileName& folder, const std::vector<SourceEntry>& kept) {
  const auto cached = root_.list(files::FilePattern::all_of(folder));
  if (!cached) return;
  for (const auto& entry : *cached) {
    const auto same = std::ranges::find(kept, entry.name, &SourceEntry::name);
    const bool is_folder = entry.kind == files::FileKind::folder;
    if (same == kept.end() || same->is_folder != is_folder) remove_tree(folder.with(entry.name));
  }
}

// A file that cannot be removed stays. It is not loaded, so it is not run.
void LoadCache::remove_tree(const FileName& name) {
  const auto entries = root_.list(files::FilePattern::all_of(name));
  if (!entries) {
    (void)root_.remove_file(name);
    return;
  }
  for (const auto& entry : *entries) remove_tree(name.with(entry.name));
  (void)root_.remove_folder(name);
}

}  // namespace orbweaver::device
