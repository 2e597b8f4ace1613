// SPDX-License-Identifier: Apache-2.0
#include "versions/installed.hpp"

#include <orbweaver/control/versions.hpp>

#include "files/domain_files.hpp"
#include "files/version_before.hpp"

namespace orbweaver::control {

namespace {

/// The most versions of an application that are looked at. The first version is found in any case.
constexpr int kMostVersions = 100;

std::optional<VersionBefore> record_beside(const DomainFiles& files, const std::string& sad) {
  try {
    return read_version_before(files, sad);
  } catch (const Failed&) {  // ignored: a damaged record must not hide other applications
    return std::nullopt;
  }
}

bool is_version_of(const DomainFiles& files, std::string sad, const std::string& wanted) {
  for (int i = 0; i < kMostVersions; ++i) {
    if (sad == wanted) return true;
    const auto before = record_beside(files, sad);
    if (!before) return false;
    if (before->first == wanted) return true;
    sad = before->sad;
  }
  return false;
}

}  // namespace

Factory installed_from(const Domain& domain, const std::string& sad) {
  for (const auto& application_factory : domain.manager->applicationFactories()) {
    try {
      if (application_factory->softwareProfile() == sad) return application_factory;
    } catch (const CORBA::OBJECT_NOT_EXIST&) {  // it was uninstalled meanwhile
    }
  }
  return nullptr;
}

Factory version_installed(const Domain& domain, const std::string& sad) {
  if (auto found = installed_from(domain, sad)) return found;
  const auto files = files_of(domain);
  for (const auto& application_factory : domain.manager->applicationFactories()) {
    try {
      if (is_version_of(files, application_factory->softwareProfile(), sad))
        return application_factory;
    } catch (const CORBA::OBJECT_NOT_EXIST&) {  // it was uninstalled meanwhile
    }
  }
  return nullptr;
}

std::string installed_version(const Domain& domain, const std::string& sad) {
  const auto factory = version_installed(domain, sad);
  return factory ? factory->identifier() : std::string{};
}

}  // namespace orbweaver::control
