// SPDX-License-Identifier: Apache-2.0
#include "replace.hpp"

#include <orbweaver/control/failure.hpp>
#include <orbweaver/generated/sca/CF/Sequences.hpp>
#include <orbweaver/os/random.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <ranges>
#include <vector>

#include "files/manifest.hpp"

namespace orbweaver::control {

namespace {

/// A folder in the domain with an application's new files. The destructor removes it.
class NewFiles {
 public:
  explicit NewFiles(const DomainFiles& files)
      : files_(&files),
        folder_(std::string{"/"} + resource::kNewFiles + std::to_string(os::random_number())) {
    make_folder(folder_);
  }
  ~NewFiles() {
    for (const auto& file : copied_ | std::views::reverse) try_to([&] { files_->remove(file); });
    for (const auto& folder : folders_ | std::views::reverse)
      try_to([&] { (void)files_->remove_empty_folder(folder); });
  }
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;

  void add(const TreeFile& file) { files_->copy(file.local, place_for(file.name)); }
  void add(const std::string& name, const std::string& text) {
    files_->write(place_for(name), text);
  }
  /// Leaves the folder alone, as the domain has moved its files and removed it.
  void give_up() {
    copied_.clear();
    folders_.clear();
  }
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  template <class Call>
  static void try_to(Call call) {
    try {
      call();
    } catch (const Failed&) {  // ignored: the failure that caused the removal is reported
    }
  }
  void make_folder(const std::string& name) {
    files_->make_folder(name);
    folders_.push_back(name);
  }
  std::string place_for(const std::string& name) {
    copied_.push_back(folder_ + name);
    for (const auto& missing_folder : files_->missing_folders(copied_.back()))
      make_folder(missing_folder);
    return copied_.back();
  }

  const DomainFiles* files_;
  const std::string folder_;
  std::vector<std::string> folders_, copied_;
};

}  // namespace

bool replaces_in_one_act(CF::DomainManager& manager) {
  CF::Properties asked{CF::DataType{resource::kReplaceApplicationId, CORBA::Any{}}};
  try {
    manager.query(asked);
  } catch (const CORBA::Exception&) {  // of another vendor, or silent: other calls find out
    return false;
  }
  bool answer = false;
  return asked.size() == 1 && (asked.front().value() >>= answer) && answer;
}

void replace(const Domain& domain, const DomainFiles& files, const ProfileTree& tree,
             const std::string& manifest) {
  NewFiles fresh{files};
  for (const auto& file : tree.files) fresh.add(file);
  fresh.add(manifest_name(tree.sad), manifest);
  CORBA::Any value;
  value <<= CF::StringSequence{fresh.folder(), tree.sad};
  attempt("replace " + tree.sad, [&] {
    domain.manager->configure({CF::DataType{resource::kReplaceApplicationId, std::move(value)}});
  });
  fresh.give_up();
}

}  // namespace orbweaver::control
