// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>

#include <algorithm>
#include <iterator>

#include "files/domain_files.hpp"
#include "files/manifest.hpp"
#include "files/profile_tree.hpp"
#include "files/replace.hpp"
#include "plain_line.hpp"

namespace orbweaver::control {

namespace {

/// The steps in the domain's file system; all are found before anything is changed.
struct Copying {
  std::vector<std::string> folders;  // to be made, the outermost first
  std::vector<TreeFile> absent, differing;
  std::vector<std::string> same;
};

void add_folders(const DomainFiles& files, const std::string& name, Copying& to) {
  for (auto& missing_folder : files.missing_folders(name))
    if (std::ranges::find(to.folders, missing_folder) == to.folders.end())
      to.folders.push_back(std::move(missing_folder));
}

Copying compare(const DomainFiles& files, const ProfileTree& tree) {
  Copying copying;
  for (const auto& file : tree.files) {
    add_folders(files, file.name, copying);
    if (!files.exists(file.name))
      copying.absent.push_back(file);
    else if (files.is_same(file.name, file.local))
      copying.same.push_back(file.name);
    else
      copying.differing.push_back(file);
  }
  return copying;
}

void refuse_differing(const Install& wanted, const Copying& copying) {
  if (wanted.replace || copying.differing.empty()) return;
  const auto& first = copying.differing.front();
  const auto more = copying.differing.size() - 1;
  fail("install " + wanted.sad.string(),
       first.name + " of the domain differs from " + first.local.string() +
           (more == 0 ? ""
                      : ", and so " +
                            (more == 1 ? "does one more" : "do " + std::to_string(more) + " more")),
       "--replace overwrites them, --as puts the SAD elsewhere");
}

/// Returns the manifest of the installation. If the application was installed before (`before`),
/// the files of that manifest stay in it.
Manifest manifest_for(const ProfileTree& tree, const Copying& copying,
                      const std::optional<Manifest>& before) {
  Manifest manifest{tree.id, {}, {}, {copying.folders.begin(), copying.folders.end()}};
  if (before) {
    manifest.copied = before->copied;
    manifest.folders.insert(before->folders.begin(), before->folders.end());
  }
  for (const auto& tree_file : copying.absent) manifest.copied.insert(tree_file.name);
  for (const auto& file : tree.files)
    if (!manifest.copied.contains(file.name)) manifest.used.insert(file.name);
  return manifest;
}

/// Copies the files. The destructor undoes that unless keep() was called.
class InstallTransaction {
 public:
  InstallTransaction(const DomainFiles& files, std::string manifest)
      : files_(&files), manifest_(manifest) {
    if (files.exists(manifest_)) manifest_before_ = files.read(manifest_);
  }
  InstallTransaction(const InstallTransaction&) = delete;
  InstallTransaction& operator=(const InstallTransaction&) = delete;
  ~InstallTransaction() {
    if (!is_kept_) undo();
  }
  void carry_out(const Copying& copying, const Manifest& manifest) {
    for (const auto& folder : copying.folders) {
      files_->make_folder(folder);
      folders_.push_back(folder);
    }
    is_listed_ = true;
    files_->write(manifest_, text_of(manifest));  // first, so that it lists all that may exist
    for (const auto& tree_file : copying.absent) {
      copied_.push_back(tree_file.name);
      files_->copy(tree_file.local, tree_file.name);
    }
    for (const auto& tree_file : copying.differing) files_->copy(tree_file.local, tree_file.name);
  }
  void keep() { is_kept_ = true; }

 private:
  /// Ignores a failure while undoing, as the failure that caused the undoing is reported.
  template <class Call>
  static void try_to(Call call) {
    try {
      call();
    } catch (const Failed&) {
    }
  }
  void undo() {
    for (const auto& file : copied_) try_to([&] { files_->remove(file); });
    try_to([&] { undo_list(); });
    for (auto position = folders_.rbegin(); position != folders_.rend(); ++position)
      try_to([&] { (void)files_->remove_empty_folder(*position); });
  }
  void undo_list() {
    if (!is_listed_) return;
    if (manifest_before_)
      files_->write(manifest_, *manifest_before_);
    else
      files_->remove(manifest_);
  }

  const DomainFiles* files_;
  std::string manifest_;
  std::optional<std::string> manifest_before_;
  std::vector<std::string> folders_, copied_;
  bool is_listed_ = false, is_kept_ = false;
};

void install_at(const Domain& domain, const std::string& sad) {
  attempt("install " + sad, [&] { domain.manager->installApplication(sad); });
}

/// Returns name and identifier of the installed application; empty if the domain does not report
/// them.
Json installed(const Domain& domain, const std::string& sad) {
  Json json{{"profile", sad}};
  for (const auto& application_factory : attempt(
           "ask for what is installed", [&] { return domain.manager->applicationFactories(); })) {
    try {
      if (application_factory->softwareProfile() != sad) continue;
      json["name"] = application_factory->name();
      json["identifier"] = application_factory->identifier();
    } catch (const CORBA::Exception&) {  // ignored: it is probably another application's
    }
  }
  return json;
}

std::vector<std::string> names_of(const std::vector<TreeFile>& files) {
  std::vector<std::string> names;
  std::ranges::transform(files, std::back_inserter(names), &TreeFile::name);
  return names;
}

std::string line_of_installed(const Json& document) {
  return plain("installed " + document.value("name", document.value("profile", std::string{})) +
               " from " + document.value("profile", std::string{}));
}

}  // namespace

Report install(const Domain& domain, const Install& wanted) {
  const auto tree = read_tree(wanted);
  const auto files = files_of(domain);
  const auto copying = compare(files, tree);
  refuse_differing(wanted, copying);
  const auto manifest = manifest_for(tree, copying, read_manifest(files, tree.sad));
  if (wanted.replace && replaces_in_one_act(*domain.manager)) {
    replace(domain, files, tree, text_of(manifest));
  } else {
    InstallTransaction transaction{files, manifest_name(tree.sad)};
    transaction.carry_out(copying, manifest);
    install_at(domain, tree.sad);
    transaction.keep();
  }
  auto document = installed(domain, tree.sad);
  document["copied"] = names_of(copying.absent);
  document["replaced"] = names_of(copying.differing);
  document["used"] = copying.same;
  auto text = line_of_installed(document) + ": " + number_of_files(copying.absent.size()) +
              " copied, " + std::to_string(copying.differing.size()) + " replaced, " +
              std::to_string(copying.same.size()) + " were there\n";
  return {std::move(document), std::move(text)};
}

Report install_without_copying(const Domain& domain, const std::string& sad) {
  install_at(domain, sad);
  auto document = installed(domain, sad);
  auto text = line_of_installed(document) + "; nothing was copied\n";
  return {std::move(document), std::move(text)};
}

}  // namespace orbweaver::control
