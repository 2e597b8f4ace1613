// SPDX-License-Identifier: Apache-2.0
// The root of the SCA file system, below which all files of profiles lie.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/profile/profile.hpp>

#include <filesystem>
#include <optional>

namespace orbweaver::profile {

/// A file that a profile names.
struct FoundFile {
  std::filesystem::path shown;  // below the root as the user named it
  std::filesystem::path real;   // absolute, without links
  bool by_root = false;  // a relative name that was found only below the root, as OSSIE writes them
};

struct NameFault {
  enum class Cause { empty, leaves_root, missing };
  Cause cause = Cause::missing;
  std::filesystem::path looked_at;  // for messages
};

/// A folder as root. Copyable; keeps no file open.
class Root {
 public:
  /// `folder` may be relative; it is kept so for messages. A node's root `dev` beside an
  /// application's root `dom`, as in $SDRROOT: absolute names that `dev` lacks are those of `dom`,
  /// as they are for the domain's file manager.
  explicit Root(std::filesystem::path folder);

  /// The file or folder that `name` means in a profile of `from`. A name with `..` may lead
  /// anywhere below the root (SCA 2.2.2 Appendix D), and no name and no link out of it.
  /// If `from` is not below the root, relative names stay below `from`.
  /// Blocks: on the file system. Fails: each cause of `NameFault`.
  [[nodiscard]] Result<FoundFile, NameFault> find(const std::string& name,
                                                  const std::filesystem::path& from) const;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path real_;
  std::filesystem::path beside_;  // dom beside dev; empty: none
};

/// The root for `profile` if the user names none: the folder above it below which most of its
/// absolute names exist; else `$SDRROOT/dom` (`sdr_root`, empty if unset) if one of them exists
/// there; else the folder below which the first folder of most of them exists; else `$SDRROOT/dom`,
/// if the profile is below it, or has absolute names, and relative ones that lead up none; else the
/// nearest folder that holds all that its relative names lead to.
[[nodiscard]] Root guess_root(const Profile& profile, const std::string& sdr_root);

/// The root for the profile in `file` if the user names none: as guess_root() says with the
/// `$SDRROOT` of this program, unless that is not meant: the file lies elsewhere, and nothing that
/// it names is there.
[[nodiscard]] Root root_for(const Profile& profile, const std::filesystem::path& file);

/// The file as the SCA file system names it, "/waveforms/fm.sad.xml"; empty if it does not lie
/// below the root. Blocks: on the file system.
[[nodiscard]] std::string name_below(const Root& root, const std::filesystem::path& file);

/// The `sdr` that was built or installed with `program`: ../sdr or ../lib/orbweaver/sdr, from its
/// folder; empty if there is none. Blocks: on the file system.
[[nodiscard]] std::string sdr_root_of(const std::filesystem::path& program);

/// `$SDRROOT`; if it is not set, as sdr_root_of() says of this program.
[[nodiscard]] std::string sdr_root_of_this_program();

}  // namespace orbweaver::profile
