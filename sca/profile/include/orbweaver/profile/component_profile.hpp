// SPDX-License-Identifier: Apache-2.0
// A component with all its profiles: SPD, SCD, properties of every level, packages it depends on.
#pragma once
#include <orbweaver/profile/library.hpp>
#include <orbweaver/profile/root.hpp>

#include <map>

namespace orbweaver::profile {

/// Pointers are null where a file is missing, could not be read, or is of another kind; the
/// findings say so. They live as long as `profiles`.
struct ComponentProfile {
  std::shared_ptr<const Profile> profile;  // the SPD's
  const SoftwarePackage* package = nullptr;
  const SoftwareComponent* descriptor = nullptr;
  const Properties* package_properties = nullptr;
  const Properties* descriptor_properties = nullptr;
  std::map<std::string, const Properties*> implementation_properties;  // by implementation id
  /// Packages that implementations need, by the name in their `softpkgref`. A package that is
  /// among those that need it is left out.
  std::map<std::string, std::shared_ptr<const ComponentProfile>> dependencies;
  std::vector<std::shared_ptr<const Profile>> profiles;  // the SPD and all it names

  /// Every property of the component under one implementation, or (empty id) under any: that of an
  /// implementation goes before that of the package, and that before the descriptor's.
  [[nodiscard]] std::vector<property::Property> properties(
      const std::string& implementation = {}) const;
};

/// Loads components, each once. One thread at a time.
class ComponentLoader {
 public:
  /// All three must outlive the loader. Findings about files go to `findings`: each once.
  ComponentLoader(Library& library, const Root& root, Findings& findings)
      : library_(&library), root_(&root), findings_(&findings) {}

  /// The component of an SPD that a profile in `from` names; null if the file cannot be found.
  /// Blocks: on the file system.
  std::shared_ptr<const ComponentProfile> load(const LocalFile& file,
                                               const std::filesystem::path& from);

  /// The component of an SPD that was read.
  std::shared_ptr<const ComponentProfile> load(const std::shared_ptr<const Profile>& profile);

  /// A profile of the kind `T` that another one in `from` names; null if it is none. The kind is
  /// for the message.
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
  std::vector<const Profile*> under_way_;  // from the first package to the one that is loaded
};

}  // namespace orbweaver::profile
