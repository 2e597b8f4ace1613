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

/// The steps to do in the domain's file system, found before anything is changed.
struct Copying {
  std::vector<std::string> folders;  // that are to be made, the outermost first
  std::vector<TreeFile> absent, differing;
  std::vector<std::string> same;
};

void add_folders(const DomainFiles& files, const std::string& name, Copying& to) {
  for (auto& each : files.missing_folders(name))
    if (std::ranges::find(to.folders, each) == to.folders.end())
      to.folders.push_back(std::move(each));
}

Copying compare(const DomainFiles& files, const ProfileTree& tree) {
  Copying made;
  for (const auto& each : tree.files) {
    add_folders(files, each.name, made);
    if (!files.exists(each.name))
      made.absent.push_back(each);
    else if (files.is_same(each.name, each.local))
      made.same.push_back(each.name);
    else
      made.differing.push_back(each);
  }
  return made;
}

void refuse_differing(const Install& wanted, const Copying& copying) {
  if (wanted.replace || copying.differing.empty()) return;
  const auto& first = copying.differing.front();
  const auto more = copying.differing.size() - 1;
  fail("install " + wanted.sad.string(),
       first.name + " of the domain differs from " + first.local.string() +
           (more == 0 ? "" : ", and so do " + std::to_string(more) + " more files"),
       "--replace overwrites them, --as puts the SAD elsewhere");
}

/// The manifest of a new installation, or of one over that of `before`, whose files are still its own.
Manifest manifest_for(const ProfileTree& tree, const Copying& copying,
                      const std::optional<Manifest>& before) {
  Manifest made{tree.id, {}, {}, {copying.folders.begin(), copying.folders.end()}};
  if (before) {
    made.copied = before->copied;
    made.folders.insert(before->folders.begin(), before->folders.end());
  }
  for (const auto& each : copying.absent) made.copied.insert(each.name);
  for (const auto& each : tree.files)
    if (!made.copied.contains(each.name)) made.used.insert(each.name);
  return made;
}

/// Copies, and undoes it unless keep() was called.
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
    for (const auto& each : copying.folders) {
      files_->make_folder(each);
      folders_.push_back(each);
    }
    is_listed_ = true;
    files_->write(manifest_, text_of(manifest));  // first: a list of what may be there is of use
    for (const auto& each : copying.absent) {
      copied_.push_back(each.name);
      files_->copy(each.local, each.name);
    }
    for (const auto& each : copying.differing) files_->copy(each.local, each.name);
  }
  void keep() { is_kept_ = true; }

 private:
  /// The failure that led here is reported; one of the undoing would hide it.
  template <class Call>
  static void try_to(Call call) {
    try {
      call();
    } catch (const Failed&) {
    }
  }
  void undo() {
    for (const auto& each : copied_) try_to([&] { files_->remove(each); });
    try_to([&] { undo_list(); });
    for (auto each = folders_.rbegin(); each != folders_.rend(); ++each)
      try_to([&] { (void)files_->remove_empty_folder(*each); });
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

/// Name and identifier of what was installed; a domain that does not show them loses nothing.
Json installed(const Domain& domain, const std::string& sad) {
  Json made{{"profile", sad}};
  for (const auto& each : attempt("ask for what is installed",
                                  [&] { return domain.manager->applicationFactories(); })) {
    try {
      if (each->softwareProfile() != sad) continue;
      made["name"] = each->name();
      made["identifier"] = each->identifier();
    } catch (const CORBA::Exception&) {  // of another application, as it seems
    }
  }
  return made;
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
  auto text = line_of_installed(document) + ": " + std::to_string(copying.absent.size()) +
              " files copied, " + std::to_string(copying.differing.size()) + " replaced, " +
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
