// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include "applications.hpp"
#include "files/domain_files.hpp"
#include "files/domain_profiles.hpp"
#include "files/manifest.hpp"
#include "plain_line.hpp"

namespace orbweaver::control {

namespace {

/// The application that is to be uninstalled.
struct UninstallSubject {
  std::string text;        // as the user wrote it
  std::string identifier;  // of its factory; empty: not installed, but its files are there
  std::string sad;
};

/// Another installed application, and the files that it needs.
struct Other {
  std::optional<Manifest> manifest;
  std::vector<std::string> files;  // if it has no manifest: the files that its profiles name
  bool is_changed = false;

  [[nodiscard]] bool needs(const std::string& file) const {
    if (manifest) return manifest->needs(file);
    return std::ranges::any_of(files, [&](const std::string& text) {
      // an implementation's code may be a folder
      return file == text || file.starts_with(text + "/");
    });
  }
};
using Others = std::map<std::string, Other>;  // by SAD

/// Returns the installed SADs with the identifiers of their factories.
std::map<std::string, std::string> installed_in(const Domain& domain) {
  std::map<std::string, std::string> entries;
  attempt("ask for what is installed", [&] {
    for (const auto& application_factory : domain.manager->applicationFactories())
      if (application_factory)
        entries[application_factory->softwareProfile()] = application_factory->identifier();
  });
  return entries;
}

UninstallSubject subject_of(const Domain& domain, const DomainFiles& files,
                            const std::string& text) {
  if (text.starts_with('/')) {
    const auto all = installed_in(domain);
    const auto found = all.find(text);
    if (found != all.end()) return {text, found->second, text};
    if (files.exists(manifest_name(text))) return {text, {}, text};
  }
  const auto factory = find_factory(domain, text);
  return attempt("ask for '" + text + "'", [&] {
    return UninstallSubject{text, factory->identifier(), factory->softwareProfile()};
  });
}

void refuse_running(const Domain& domain, const UninstallSubject& subject) {
  std::vector<std::string> running;
  const auto all =
      attempt("ask for the applications", [&] { return domain.manager->applications(); });
  for (const auto& application : all) {
    try {
      if (application->profile() == subject.sad) running.push_back("'" + application->name() + "'");
    } catch (const CORBA::Exception&) {  // ignored: silence must not block this
    }
  }
  if (!running.empty())
    fail("uninstall '" + subject.text + "'", "applications of it run: " + joined(running),
         "release them first, or use --force");
}

Others others_than(const Domain& domain, const DomainFiles& files, const std::string& sad) {
  Others others;
  DomainProfiles profiles{files.reference()};
  for (const auto& [value, identifier] : installed_in(domain)) {
    if (value == sad) continue;
    auto& other = others[value];
    other.manifest = read_manifest(files, value);
    if (!other.manifest) other.files = profiles.tree(value);
  }
  return others;
}

/// Removes the files that a manifest lists. A file that another application needs is moved to that
/// application's manifest.
class Removal {
 public:
  Removal(const DomainFiles& files, Others& others) : files_(&files), others_(&others) {}

  /// The manifest is removed after the files: if a file cannot be removed, uninstall can be
  /// repeated.
  void remove(const Manifest& manifest, const std::string& list) {
    for (const auto& file : manifest.copied) remove_file(file);
    write_changed();
    files_->remove(list);
    // Sorted names have "/a" before "/a/b": in reverse, inner folders are removed first.
    for (auto position = manifest.folders.rbegin(); position != manifest.folders.rend(); ++position)
      remove_folder(*position);
    write_changed();
  }
  std::vector<std::string> removed, kept;

 private:
  void remove_file(const std::string& file) {
    bool is_needed = false;
    for (auto& [sad, other] : *others_) {
      if (!other.needs(file)) continue;
      if (other.manifest && !is_given(file)) give(other, file);
      is_needed = true;
    }
    if (!is_needed) files_->remove(file);
    (is_needed ? kept : removed).push_back(file);
  }
  [[nodiscard]] bool is_given(const std::string& file) const {
    return std::ranges::any_of(*others_, [&](const auto& other) {
      return other.second.manifest && other.second.manifest->copied.contains(file);
    });
  }
  static void give(Other& other, const std::string& file) {
    other.manifest->used.erase(file);
    other.manifest->copied.insert(file);
    other.is_changed = true;
  }
  void write_changed() {
    for (auto& [sad, other] : *others_)
      if (std::exchange(other.is_changed, false))
        files_->write(manifest_name(sad), text_of(*other.manifest));
  }
  void remove_folder(const std::string& folder) {
    if (files_->remove_empty_folder(folder)) return;
    for (auto& [sad, other] : *others_) {
      if (!other.manifest) continue;
      const auto is_in = [&](const std::string& file) { return file.starts_with(folder + "/"); };
      if (!std::ranges::any_of(other.manifest->copied, is_in) && !is_in(sad)) continue;
      other.manifest->folders.insert(folder);
      other.is_changed = true;
      return;
    }
  }

  const DomainFiles* files_;
  Others* others_;
};

void uninstall_factory(const Domain& domain, const UninstallSubject& subject) {
  if (subject.identifier.empty()) return;
  attempt("uninstall '" + subject.text + "'",
          [&] { domain.manager->uninstallApplication(subject.identifier); });
}

Report report_of(const UninstallSubject& subject, const Removal& removal, bool has_list) {
  Json document{{"application", subject.text},
                {"profile", subject.sad},
                {"removed", removal.removed},
                {"kept", removal.kept}};
  auto text = plain("uninstalled " + subject.text) + ": ";
  text += !has_list ? "no list of copied files is beside its SAD, and nothing was removed"
                    : number_of_files(removal.removed.size()) + " removed";
  if (!removal.kept.empty())
    text += ", " + std::to_string(removal.kept.size()) + " kept for other applications";
  return {std::move(document), text + "\n"};
}

}  // namespace

Report uninstall(const Domain& domain, const Uninstall& wanted) {
  const auto manager =
      attempt("ask for the file manager", [&] { return domain.manager->fileMgr(); });
  const DomainFiles files{manager};
  const auto subject = subject_of(domain, files, wanted.application);
  if (!wanted.force) refuse_running(domain, subject);
  const auto manifest = read_manifest(files, subject.sad);
  auto others = manifest ? others_than(domain, files, subject.sad) : Others{};
  uninstall_factory(domain, subject);
  Removal removal{files, others};
  if (manifest) removal.remove(*manifest, manifest_name(subject.sad));
  return report_of(subject, removal, manifest.has_value());
}

}  // namespace orbweaver::control
