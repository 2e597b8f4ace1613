// SPDX-License-Identifier: Apache-2.0
// One call of `check`: which profiles were checked, below which root, with which findings.
#pragma once
#include <orbweaver/profile/application.hpp>

#include "checks/rules.hpp"

#include <map>
#include <set>

namespace orbweaver::profile::checks {

struct Roots {
  std::optional<std::filesystem::path> root;
  std::string sdr_root;
};

/// Checks each profile once. One thread.
class Session {
 public:
  Session(Library& library, Roots roots) : library_(&library), roots_(std::move(roots)) {}

  /// Any profiles, and all that they name. Applications and nodes come first: they say which root
  /// the others have.
  void check_files(const std::vector<std::filesystem::path>& files);

  /// Reads and checks a SAD. If the file is no SAD, that is a finding, and the application has no
  /// assembly.
  Application check_application(const std::filesystem::path& file);

  /// All findings, by file and line.
  [[nodiscard]] Findings finish();

  /// Profiles that were read.
  [[nodiscard]] std::size_t profiles() const { return profiles_.size(); }

 private:
  // A root with what was loaded below it.
  struct Domain {
    Domain(Library& library, Root place, Findings& findings)
        : root(std::move(place)), loader(library, root, findings) {}
    Root root;
    ComponentLoader loader;
  };

  std::shared_ptr<const Profile> open(const std::filesystem::path& file);
  Domain& domain_of(const Profile& profile);
  void check_profile(const std::shared_ptr<const Profile>& profile);
  Application check_sad(const std::shared_ptr<const Profile>& profile, Domain& domain);
  void check_dcd(const std::shared_ptr<const Profile>& profile, Domain& domain);
  void check_dmd(const std::shared_ptr<const Profile>& profile, Domain& domain);
  void check_dpd(const std::shared_ptr<const Profile>& profile, Domain& domain);
  void check_das(const std::shared_ptr<const Profile>& profile);
  void check_hardware(const HardwareDevice& hardware, const Profile& profile, Domain& domain);
  void check_component(const std::shared_ptr<const ComponentProfile>& component, Domain& domain);
  std::map<std::string, std::shared_ptr<const ComponentProfile>> load_files(
      const std::vector<ComponentFile>& files, const Profile& profile, Domain& domain);
  void visit(const std::shared_ptr<const Profile>& profile);

  Library* library_;
  Roots roots_;
  Findings findings_;
  std::map<std::filesystem::path, std::unique_ptr<Domain>> domains_;
  std::set<std::shared_ptr<const Profile>> profiles_;
  std::set<const Profile*> checked_;
  std::set<const ComponentProfile*> checked_components_;
  MergedProperties properties_;
};

}  // namespace orbweaver::profile::checks
