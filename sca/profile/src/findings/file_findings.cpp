// SPDX-License-Identifier: Apache-2.0
#include "findings/file_findings.hpp"

namespace orbweaver::profile {

namespace {

std::string described(const LocalFile& file) { return "localfile '" + file.name + "'"; }

}  // namespace

Finding name_finding(const LocalFile& file, const NameFault& fault,
                     const std::filesystem::path& root) {
  switch (fault.cause) {
    case NameFault::Cause::empty:
      return {Code::name_empty, file.at, "localfile", "it names no file", "write the file's name"};
    case NameFault::Cause::leaves_root:
      return {Code::name_leaves_root, file.at, described(file),
              "it leads out of the root " + root.string(),
              "name a file below the root, or name another root with --root"};
    case NameFault::Cause::missing:
      break;
  }
  return {
      Code::file_missing, file.at, described(file), "there is no file " + fault.looked_at.string(),
      "correct the name, add the file, or name the root with --root (now " + root.string() + ")"};
}

Finding dependency_finding(const LocalFile& file, const NameFault& fault,
                           const std::filesystem::path& root) {
  auto finding = name_finding(file, fault, root);
  if (fault.cause != NameFault::Cause::missing) return finding;
  finding.code = Code::dependency_file_missing;
  finding.cause += "; this package is only loaded, which needs none";
  finding.remedy = "add the file, or leave the element out";
  return finding;
}

Finding by_root_finding(const LocalFile& file, const std::filesystem::path& shown) {
  return {Code::name_relative_to_root, file.at, described(file),
          "it is relative, and the file is found only below the root, as " + shown.string(),
          "write /" + file.name};
}

Finding wrong_kind_finding(const LocalFile& file, const Profile& profile, std::string_view kind) {
  return {Code::root_element_wrong, file.at, described(file),
          *profile.name + " is a profile of kind " + std::string{kind_of(profile.model)} +
              ", not " + std::string{kind},
          "name a file of kind " + std::string{kind}};
}

Finding cycle_finding(const LocalFile& file, const Profile& profile) {
  return {Code::dependency_cycle, file.at, described(file),
          *profile.name + " needs this package itself", "remove one of the dependencies"};
}

Finding depth_finding(const LocalFile& file, std::size_t deepest) {
  return {Code::dependency_too_deep, file.at, described(file),
          "it stands below " + std::to_string(deepest) + " packages that depend on each other",
          "let a package depend on others directly"};
}

}  // namespace orbweaver::profile
