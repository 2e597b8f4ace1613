// SPDX-License-Identifier: Apache-2.0
#include "versions/installed_instead.hpp"

#include "files/domain_files.hpp"
#include "files/domain_profiles.hpp"
#include "versions/installed.hpp"
#include "versions/unanswered.hpp"

namespace orbweaver::control {

void InstalledInstead::carry_out(const std::string& from) {
  if (is_installed(to_)) return;
  for (const auto& [sad, identifier] : in_the_way(from)) {
    uninstalled_.push_back(sad);  // before the call: one without an answer may be carried out
    uninstall(sad, identifier);
  }
  is_begun_ = true;
  try {
    install(to_);
  } catch (const Failed& failed) {
    is_unanswered_ = is_unanswered(failed.failure());
    throw;
  }
}

InstalledInstead::Undone InstalledInstead::go_back() {
  Undone undone{{}, is_begun_ && may_stay_installed()};
  for (const auto& sad : uninstalled_) {
    try {
      if (!is_installed(sad)) install(sad);
    } catch (const Failed& failed) {
      undone.problem += "; " + sad + " could not be installed again: " + failed.failure().cause;
    }
  }
  return undone;
}

/// Returns the installed applications that must be uninstalled: identifiers, by SAD.
std::map<std::string, std::string> InstalledInstead::in_the_way(const std::string& from) const {
  const auto id = DomainProfiles{files_of(*domain_).reference()}.assembly(to_).id;
  return attempt("ask for what is installed", [&] {
    std::map<std::string, std::string> entries;
    if (const auto factory = version_installed(*domain_, from))
      entries[factory->softwareProfile()] = factory->identifier();
    for (const auto& application_factory : domain_->manager->applicationFactories()) {
      try {
        if (application_factory->identifier() == id)
          entries[application_factory->softwareProfile()] = id;
      } catch (const CORBA::OBJECT_NOT_EXIST&) {  // it was uninstalled meanwhile
      }
    }
    return entries;
  });
}

bool InstalledInstead::is_installed(const std::string& sad) const {
  return attempt("look for what is installed from " + sad,
                 [&] { return installed_from(*domain_, sad) != nullptr; });
}

void InstalledInstead::uninstall(const std::string& sad, const std::string& identifier) const {
  attempt("uninstall " + sad, [&] { domain_->manager->uninstallApplication(identifier); });
}

void InstalledInstead::install(const std::string& sad) const {
  attempt("install " + sad, [&] { domain_->manager->installApplication(sad); });
}

bool InstalledInstead::may_stay_installed() const {
  try {
    return attempt("uninstall " + to_, [&] {
      const auto factory = installed_from(*domain_, to_);
      if (!factory) return is_unanswered_;
      domain_->manager->uninstallApplication(factory->identifier());
      return false;
    });
  } catch (const Failed&) {  // ignored: the failure that caused the undoing is reported
    return true;
  }
}

}  // namespace orbweaver::control
