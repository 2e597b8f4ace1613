// SPDX-License-Identifier: Apache-2.0
// One call of `check`: the checked profiles, their roots, and the findings.
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

/// Checks each profile once. Threads: one.
class Session {
 public:
  Session(Library& library, Roots roots) : library_(&library), roots_(std::move(roots)) {}

  /// Checks the files and all profiles that they name. SADs and DCDs come first, as they determine
  /// the root of the others.
  void check_files(const std::vector<std::filesystem::path>& files);

  /// Reads and checks a SAD. If the file is no SAD, there is a finding, and the application has no
  /// assembly.
  Application check_application(const std::filesystem::path& file);

  /// Returns all findings, by file and line.
  [[nodiscard]] Findings finish();

  /// The number of profiles that were read.
  [[nodiscard]] std::size_t profiles() const { return profiles_.size(); }

 private:
  // A root, with the profiles that were loaded below it.
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
