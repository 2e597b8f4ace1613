// SPDX-License-Identifier: Apache-2.0
// Reads profiles from the domain's file system.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/profile/profile.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::control {

/// Reads each file once. Threads: one at a time.
class DomainProfiles {
 public:
  explicit DomainProfiles(CORBA::object_reference<CF::FileSystem> files)
      : files_(std::move(files)) {}

  /// Reads and parses a file. Errors in it are among its findings. Throws Failed if it cannot be
  /// read.
  std::shared_ptr<const profile::Profile> read(const std::string& name);

  /// Returns the file that `named` means in the profile `from`. A relative name may also count from
  /// the root, as OSSIE writes it. Throws Failed.
  std::string resolve(const std::string& from, const std::string& named);

  /// Reads a SAD. Throws Failed if the file is no SAD.
  const profile::SoftwareAssembly& assembly(const std::string& sad);

  /// Returns the SPD's name of a component of the SAD; empty if the SAD has no such component.
  std::string package_of(const std::string& sad, const std::string& component);

  /// Returns the properties that a component's profiles define. A definition of an implementation
  /// overrides the package's, which overrides the descriptor's. Throws Failed.
  std::vector<property::Property> properties_of(const std::string& package);

  /// Returns the SCD of a package; null if it has none.
  const profile::SoftwareComponent* descriptor_of(const std::string& package);

  /// Returns the names of the SAD and of all files that it and its profiles name. A file that
  /// cannot be read or resolved is left out.
  std::vector<std::string> tree(const std::string& sad);

 private:
  template <class Model>
  const Model* read_as(const std::string& from, const std::optional<profile::LocalFile>& file);

  CORBA::object_reference<CF::FileSystem> files_;
  std::map<std::string, std::shared_ptr<const profile::Profile>> read_;
};

}  // namespace orbweaver::control
