// SPDX-License-Identifier: Apache-2.0
#include "profile_tree.hpp"

#include <orbweaver/files/file_name.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/profile/application.hpp>

#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace orbweaver::control {

namespace {

namespace fs = std::filesystem;
using profile::Library;
using profile::Profile;
using profile::Root;

std::string what_for(const fs::path& sad) { return "install " + sad.string(); }

std::shared_ptr<const Profile> read(Library& library, const fs::path& file) {
  std::error_code error;
  const auto real = fs::weakly_canonical(file, error);
  return library.read(error ? file : real, file);
}

void refuse_other_kind(const fs::path& sad, std::string_view kind) {
  if (kind.empty() || kind == "SAD") return;  // empty: it cannot be read, which a finding says
  refuse(what_for(sad), "it is a profile of kind " + std::string{kind} + ", not a waveform (SAD)",
         "name X.sad.xml");
}

/// A finding names its file.
void refuse_errors(const profile::Findings& findings) {
  const auto errors = count(findings, profile::Severity::error);
  if (errors == 0) return;
  for (const auto& finding : findings)
    if (finding.severity() == profile::Severity::error)
      refuse("read the profiles", line_of(finding),
             errors == 1 ? std::string{}
                         : "'orbweaver check' shows " + std::to_string(errors - 1) + " more");
}

/// Returns the SAD's name in the domain.
std::string name_for(const Install& wanted, const Root& root) {
  const auto file = wanted.sad.filename().string();
  if (!wanted.as.empty()) {
    const auto name = wanted.as.ends_with('/') ? wanted.as + file : wanted.as;
    const auto parsed = files::FileName::parse(name);
    if (!parsed)
      refuse("--as " + wanted.as, std::string{describe(parsed.error())},
             "write /folder/file.sad.xml");
    return parsed->text();
  }
  auto below = name_below(root, wanted.sad);
  if (!below.empty()) return below;
  return "/waveforms/" + file.substr(0, file.find('.')) + "/" + file;
}

/// Whether the file may be XML. Other files are not parsed, as code may be large.
bool begins_as_xml(const fs::path& file) {
  constexpr std::size_t kLooksAt = 256;
  const auto begin = os::read_file(file, kLooksAt).value_or(std::string{});
  for (const std::string_view mark : {"\xFF\xFE", "\xFE\xFF"})  // byte-order marks of UTF-16
    if (begin.starts_with(mark)) return true;
  const auto first = begin.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string::npos && begin[first] == '<';
}

/// Collects files, each name once.
class ProfileGatherer {
 public:
  ProfileGatherer(const fs::path& sad, Library& library, const Root& root)
      : sad_(&sad), library_(&library), root_(&root) {}

  void add_profile(const Profile& profile, const std::string& name) {
    for (const auto& file : profile.files) {
      const auto found = root_->find(file.name, profile.folder);
      if (!found) continue;  // may be missing: the check has refused files that must exist
      const auto meant = found->by_root ? "/" + file.name : file.name;
      add(*found, name_in_domain(name, meant));
    }
  }
  bool add_file(const fs::path& local, const std::string& name, bool is_profile) {
    if (!names_.insert(name).second) return false;
    files_.push_back({local, name, is_profile});
    return true;
  }
  [[nodiscard]] std::vector<TreeFile> take() && { return std::move(files_); }

 private:
  void add(const profile::FoundFile& found, const std::string& name) {
    if (fs::is_directory(found.real)) return add_folder(found.real, name);
    const auto profile = profile_in(found);
    if (add_file(found.real, name, profile != nullptr) && profile) add_profile(*profile, name);
  }
  /// Returns the profile in the file; null if the file is none, whatever its extension is.
  [[nodiscard]] std::shared_ptr<const Profile> profile_in(const profile::FoundFile& found) {
    if (found.real.extension() != ".xml" && !begins_as_xml(found.real)) return nullptr;
    auto read = library_->read(found.real, found.shown);
    return profile::kind_of(read->model).empty() ? nullptr : std::move(read);
  }
  /// Adds the files of a folder, as REDHAWK lets code be a folder. A link to a file is followed; a
  /// link to a folder is not.
  void add_folder(const fs::path& folder, const std::string& name) {
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file())
        add_file(entry.path(),
                 name + "/" + entry.path().lexically_relative(folder).generic_string(), false);
  }
  /// Returns the name in the domain that `named` means in the profile `from`.
  [[nodiscard]] std::string name_in_domain(const std::string& from,
                                           const std::string& named) const {
    const auto folder = fs::path{from}.parent_path().relative_path();
    const auto whole =
        (fs::path{named}.is_absolute() ? fs::path{named}.relative_path() : folder / named)
            .lexically_normal();
    if (whole.empty() || *whole.begin() == "..")
      refuse(what_for(*sad_),
             "'" + named + "' in " + from + " leads out of the domain's file system",
             "choose a deeper folder with --as, or an absolute name in the profile");
    return "/" + whole.generic_string();
  }

  const fs::path* sad_;
  Library* library_;
  const Root* root_;
  std::vector<TreeFile> files_;
  std::set<std::string> names_;
};

}  // namespace

ProfileTree read_tree(const Install& wanted) {
  Library library;
  const auto sad = read(library, wanted.sad);
  const auto root = wanted.root ? Root{*wanted.root} : profile::root_for(*sad, wanted.sad);
  refuse_other_kind(wanted.sad, profile::kind_of(sad->model));
  const auto loaded = profile::load_application(wanted.sad, library, root);
  refuse_errors(loaded.findings);
  if (loaded.application.assembly == nullptr)
    refuse(what_for(wanted.sad), "it is no software assembly (SAD)");
  ProfileTree profile_tree{name_for(wanted, root), loaded.application.assembly->id, {}};
  ProfileGatherer gatherer{wanted.sad, library, root};
  gatherer.add_file(wanted.sad, profile_tree.sad, true);
  gatherer.add_profile(*sad, profile_tree.sad);
  profile_tree.files = std::move(gatherer).take();
  return profile_tree;
}

}  // namespace orbweaver::control
