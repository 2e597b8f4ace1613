// SPDX-License-Identifier: Apache-2.0
// Profiles as the domain's file system holds them.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/profile/profile.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::control {

/// Reads each file once. One thread at a time.
class DomainProfiles {
 public:
  explicit DomainProfiles(CORBA::object_reference<CF::FileSystem> files)
      : files_(std::move(files)) {}

  /// Throws Failed if the file cannot be read. Errors in it are among its findings.
  std::shared_ptr<const profile::Profile> read(const std::string& name);

  /// The name of the file that `named` means in the profile `from`; as OSSIE writes it, a relative
  /// name may count from the root. Throws Failed.
  std::string resolve(const std::string& from, const std::string& named);

  /// The SAD. Throws Failed if it is none.
  const profile::SoftwareAssembly& assembly(const std::string& sad);

  /// The name of the SPD of a component of the SAD; empty if the SAD has no such component.
  std::string package_of(const std::string& sad, const std::string& component);

  /// The properties that a component's profiles define: those of an implementation before those of
  /// the package, and those before the descriptor's. Throws Failed.
  std::vector<property::Property> properties_of(const std::string& package);

  /// The SCD of a package; null if it has none.
  const profile::SoftwareComponent* descriptor_of(const std::string& package);

  /// The names of the SAD and of every file that it, or a profile that it names, names. A file that
  /// cannot be read or resolved is left out.
  std::vector<std::string> tree(const std::string& sad);

 private:
  template <class Model>
  const Model* read_as(const std::string& from, const std::optional<profile::LocalFile>& file);

  CORBA::object_reference<CF::FileSystem> files_;
  std::map<std::string, std::shared_ptr<const profile::Profile>> read_;
};

}  // namespace orbweaver::control
