#include "new_version.hpp"

#include <filesystem>
#include <utility>

#include "manifest.hpp"

namespace orbweaver::control {

namespace {

constexpr const char* kVersions = "/versions/";

/// The failure that led here is reported; one of the undoing would hide it.
template <class Call>
void try_to(Call call) noexcept {
  try {
    call();
  } catch (const Failed&) {
  }
}

Manifest manifest_of(const MovedTree& moved, const VersionFolder& folder,
                     const std::vector<std::string>& folders) {
  Manifest made{moved.tree.id, {}, {}, {folders.begin(), folders.end()}};
  for (std::filesystem::path each{folder.name()}; each.has_relative_path();
       each = each.parent_path())
    made.folders.insert(each.generic_string());  // whoever made them: the last version removes them
  for (const auto& each : moved.tree.files) made.copied.insert(each.name);
  made.copied.insert(version_before_name(moved.tree.sad));  // it goes with them
  return made;
}

}  // namespace

VersionFolder::VersionFolder(const DomainFiles& files, const std::string& sad_file_name)
    : VersionFolder(files) {  // what is made is removed also if the rest fails
  const auto folder = kVersions + sad_file_name.substr(0, sad_file_name.find('.')) + "/";
  for (int number = 2; name_.empty(); ++number) {
    const auto name = folder + std::to_string(number);
    if (files.exists(name)) continue;
    for (const auto& each : files.missing_folders(name)) (void)take(each);
    if (take(name)) name_ = name;
  }
}

VersionFolder::~VersionFolder() {
  for (auto each = made_.rbegin(); each != made_.rend(); ++each)
    try_to([&] { (void)files_->remove_empty_folder(*each); });
}

/// False: another one made it meanwhile.
bool VersionFolder::take(const std::string& folder) {
  try {
    files_->make_folder(folder);
  } catch (const Failed&) {
    if (files_->exists(folder)) return false;
    throw;
  }
  made_.push_back(folder);
  return true;
}

NewVersion::NewVersion(const DomainFiles& files, VersionFolder folder, const MovedTree& moved,
                       const VersionBefore& before)
    : files_(&files), folder_(std::move(folder)) {
  try {
    copy(moved, before);
  } catch (...) {
    undo();
    throw;
  }
}

NewVersion::~NewVersion() {
  if (!is_kept_) undo();
}

void NewVersion::copy(const MovedTree& moved, const VersionBefore& before) {
  for (const auto& each : moved.tree.files) make_folders(each.name);
  const auto write = [&](const std::string& name, const std::string& text) {
    written_.push_back(name);
    files_->write(name, text);
  };
  write(manifest_name(moved.tree.sad), text_of(manifest_of(moved, folder_, folders_)));
  write(version_before_name(moved.tree.sad), text_of(before));
  for (const auto& each : moved.tree.files) {
    const auto text = moved.texts.find(each.name);
    if (text != moved.texts.end()) {
      write(each.name, text->second);
      continue;
    }
    written_.push_back(each.name);
    files_->copy(each.local, each.name);
  }
}

void NewVersion::make_folders(const std::string& file) {
  for (const auto& each : files_->missing_folders(file)) {
    files_->make_folder(each);
    folders_.push_back(each);
  }
}

void NewVersion::undo() noexcept {
  for (auto each = written_.rbegin(); each != written_.rend(); ++each)
    try_to([&] { files_->remove(*each); });
  for (auto each = folders_.rbegin(); each != folders_.rend(); ++each)
    try_to([&] { (void)files_->remove_empty_folder(*each); });
}

}  // namespace orbweaver::control
