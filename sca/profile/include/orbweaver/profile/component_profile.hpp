// SPDX-License-Identifier: Apache-2.0
// A component with all its profiles: SPD, SCD, properties of all levels, and the packages that it
// needs.
#pragma once
#include <orbweaver/profile/library.hpp>
#include <orbweaver/profile/root.hpp>

#include <map>

namespace orbweaver::profile {

/// A pointer is null if its file is missing, could not be read, or is of another kind; a finding
/// says so. Pointers are valid as long as `profiles`.
struct ComponentProfile {
  std::shared_ptr<const Profile> profile;  // the SPD's
  const SoftwarePackage* package = nullptr;
  const SoftwareComponent* descriptor = nullptr;
  const Properties* package_properties = nullptr;
  const Properties* descriptor_properties = nullptr;
  std::map<std::string, const Properties*> implementation_properties;  // by implementation id
  /// Packages that implementations need, by the name in their `softpkgref`. A package that is
  /// already being loaded is left out, as the packages need each other in a cycle.
  std::map<std::string, std::shared_ptr<const ComponentProfile>> dependencies;
  std::vector<std::shared_ptr<const Profile>> profiles;  // the SPD and all profiles that it names

  /// Returns the properties of the component under one implementation; under any, if the id is
  /// empty. A definition of an implementation overrides the package's, which overrides the
  /// descriptor's.
  [[nodiscard]] std::vector<property::Property> properties(
      const std::string& implementation = {}) const;
};

/// Loads each component once. Threads: one at a time.
class ComponentLoader {
 public:
  /// All three must outlive the loader. Each finding about a file is added to `findings` once.
  ComponentLoader(Library& library, const Root& root, Findings& findings)
      : library_(&library), root_(&root), findings_(&findings) {}

  /// Returns the component whose SPD a profile in the folder `from` names; null if the file cannot
  /// be found. Blocks: on the file system.
  std::shared_ptr<const ComponentProfile> load(const LocalFile& file,
                                               const std::filesystem::path& from);

  /// Returns the component of an SPD that was read already.
  std::shared_ptr<const ComponentProfile> load(const std::shared_ptr<const Profile>& profile);

  /// Returns the profile that another one in the folder `from` names; null if it is not of type
  /// `T`. `kind`: the type's name, for the message.
  template <class T>
  std::shared_ptr<const Profile> named(const LocalFile& file, const std::filesystem::path& from,
                                       std::string_view kind);

 private:
  std::shared_ptr<const Profile> open(const LocalFile& file, const std::filesystem::path& from,
                                      std::string_view kind);
  void add_descriptor(ComponentProfile& component);
  const Properties* add_properties(ComponentProfile& component, const LocalFile& file,
                                   const std::filesystem::path& from);
  void add_dependencies(ComponentProfile& component);
  void add_dependency(ComponentProfile& component, const SoftpkgRef& on);

  Library* library_;
  const Root* root_;
  Findings* findings_;
  std::map<const Profile*, std::shared_ptr<const ComponentProfile>> loaded_;
  std::vector<const Profile*> under_way_;  // packages that are being loaded, the outermost first
};

}  // namespace orbweaver::profile
