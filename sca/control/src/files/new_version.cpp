// SPDX-License-Identifier: Apache-2.0
#include "new_version.hpp"

#include <filesystem>
#include <utility>

#include "manifest.hpp"

namespace orbweaver::control {

namespace {

constexpr const char* kVersions = "/versions/";

/// Ignores a failure while undoing, as the failure that caused the undoing is reported.
template <class Call>
void try_to(Call call) noexcept {
  try {
    call();
  } catch (const Failed&) {
  }
}

Manifest manifest_of(const MovedTree& moved, const VersionFolder& folder,
                     const std::vector<std::string>& folders) {
  Manifest manifest{moved.tree.id, {}, {}, {folders.begin(), folders.end()}};
  for (std::filesystem::path above{folder.name()}; above.has_relative_path();
       above = above.parent_path())
    manifest.folders.insert(
        above.generic_string());  // any upgrade may have made it; the last version removes it
  for (const auto& file : moved.tree.files) manifest.copied.insert(file.name);
  manifest.copied.insert(version_before_name(moved.tree.sad));  // so uninstall() removes it
  return manifest;
}

}  // namespace

VersionFolder::VersionFolder(const DomainFiles& files, const std::string& sad_file_name)
    : VersionFolder(files) {  // delegates: the destructor runs if the rest throws
  const auto folder = kVersions + sad_file_name.substr(0, sad_file_name.find('.')) + "/";
  for (int number = 2; name_.empty(); ++number) {
    const auto name = folder + std::to_string(number);
    if (files.exists(name)) continue;
    for (const auto& missing_folder : files.missing_folders(name)) (void)take(missing_folder);
    if (take(name)) name_ = name;
  }
}

VersionFolder::~VersionFolder() {
  for (auto position = made_.rbegin(); position != made_.rend(); ++position)
    try_to([&] { (void)files_->remove_empty_folder(*position); });
}

/// Makes the folder. Returns false if another upgrade has made it meanwhile.
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
  for (const auto& file : moved.tree.files) make_folders(file.name);
  const auto write = [&](const std::string& name, const std::string& text) {
    written_.push_back(name);
    files_->write(name, text);
  };
  write(manifest_name(moved.tree.sad), text_of(manifest_of(moved, folder_, folders_)));
  write(version_before_name(moved.tree.sad), text_of(before));
  for (const auto& file : moved.tree.files) {
    const auto text = moved.texts.find(file.name);
    if (text != moved.texts.end()) {
      write(file.name, text->second);
      continue;
    }
    written_.push_back(file.name);
    files_->copy(file.local, file.name);
  }
}

void NewVersion::make_folders(const std::string& file) {
  for (const auto& missing_folder : files_->missing_folders(file)) {
    files_->make_folder(missing_folder);
    folders_.push_back(missing_folder);
  }
}

void NewVersion::undo() noexcept {
  for (auto position = written_.rbegin(); position != written_.rend(); ++position)
    try_to([&] { files_->remove(*position); });
  for (auto position = folders_.rbegin(); position != folders_.rend(); ++position)
    try_to([&] { (void)files_->remove_empty_folder(*position); });
}

}  // namespace orbweaver::control
