// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/profile/library.hpp>

#include "files/read_file.hpp"

namespace orbweaver::profile {

namespace {

Profile unreadable(const std::filesystem::path& shown, const files::ReadFault& fault) {
  const bool large = fault.cause == files::ReadFault::Cause::too_large;
  Profile profile;
  profile.name = std::make_shared<const std::string>(shown.string());
  profile.folder = shown.parent_path();
  Finding finding{large ? Code::file_too_large : Code::file_unreadable, {}, "the file", {}, {}};
  finding.at.file = profile.name;
  finding.cause = fault.text;
  finding.remedy =
      large ? "no radio needs as much: check what wrote the file" : "name a file that you may read";
  profile.findings.push_back(std::move(finding));
  return profile;
}

}  // namespace

std::shared_ptr<const Profile> Library::read(const std::filesystem::path& real,
                                             const std::filesystem::path& shown) {
  auto& kept = profiles_[real];
  if (kept) return kept;
  const auto bytes = files::read_file(real, limits_.bytes);
  kept = std::make_shared<const Profile>(
      bytes ? read_profile(*bytes, shown.string(), limits_, strictness_)
            : unreadable(shown, bytes.error()));
  return kept;
}

}  // namespace orbweaver::profile
