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
  std::filesystem::path shown;  // below the root, in the form in which the user named it
  std::filesystem::path real;   // absolute, without links
  bool by_root = false;         // a relative name that exists only below the root, in OSSIE's way
};

struct NameFault {
  enum class Cause { empty, leaves_root, missing };
  Cause cause = Cause::missing;
  std::filesystem::path looked_at;  // the path that was tried, for messages
};

/// A folder as the root. Can be copied; keeps no file open.
class Root {
 public:
  /// `folder` may be relative; messages show it so. If it is a node's root `dev` with an
  /// application's root `dom` beside it, as in $SDRROOT, then absolute names that do not exist in
  /// `dev` are looked up in `dom`, as in the domain's file manager.
  explicit Root(std::filesystem::path folder);

  /// Returns the file or folder that `name` means in a profile in the folder `from`. A name with
  /// `..` may lead anywhere below the root (SCA 2.2.2 Appendix D); neither a name nor a link may
  /// lead out of it. If `from` is not below the root, relative names must stay below `from`.
  /// Blocks: on the file system. Fails: see `NameFault`.
  [[nodiscard]] Result<FoundFile, NameFault> find(const std::string& name,
                                                  const std::filesystem::path& from) const;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path real_;
  std::filesystem::path beside_;  // the `dom` beside this `dev`; empty: none
};

/// Guesses the root for `profile`. `sdr_root`: $SDRROOT, or empty. It is the first of these:
///   1. the folder above the profile below which most of its absolute names exist
///   2. `$SDRROOT/dom`, if one of the absolute names exists there
///   3. the folder above the profile below which the first folder of most absolute names exists
///   4. `$SDRROOT/dom`, if the profile lies below it, or if the profile has absolute names and no
///      relative name that leads upwards
///   5. the nearest folder above the profile that has all files that its relative names lead to
[[nodiscard]] Root guess_root(const Profile& profile, const std::string& sdr_root);

/// Returns the root for the profile in `file`: guess_root() with the `$SDRROOT` of this program.
/// That `$SDRROOT` is not used if the file lies outside of it and no file that the profile names is
/// in it.
[[nodiscard]] Root root_for(const Profile& profile, const std::filesystem::path& file);

/// Returns the file's name in the SCA file system, "/waveforms/fm.sad.xml"; empty if the file does
/// not lie below the root. Blocks: on the file system.
[[nodiscard]] std::string name_below(const Root& root, const std::filesystem::path& file);

/// Returns the `sdr` folder that was built or installed with `program`: ../sdr or
/// ../lib/orbweaver/sdr, seen from the program's folder. Empty if there is none. Blocks: on the
/// file system.
[[nodiscard]] std::string sdr_root_of(const std::filesystem::path& program);

/// Returns `$SDRROOT`; if it is not set, sdr_root_of() this program.
[[nodiscard]] std::string sdr_root_of_this_program();

}  // namespace orbweaver::profile
