// SPDX-License-Identifier: Apache-2.0
#include "wanted_applications.hpp"

#include <orbweaver/control/verbs.hpp>
#include <orbweaver/control/versions.hpp>

namespace orbweaver::domain {

namespace {

upkeep::Attempt attempt_of(const control::VerbFailure& failure) {
  using Outcome = upkeep::Attempt::Outcome;
  const bool lacks_device =
      failure.kind == control::VerbFailure::Kind::no_such_device ||
      (failure.exception == "CreateApplicationError" && failure.number == "CF_ENODEV");
  return {lacks_device ? Outcome::lacks_device : Outcome::failed, failure.cause};
}

}  // namespace

WantedApplications::WantedApplications(std::shared_ptr<CORBA::ORB> orb,
                                       CORBA::object_reference<CF::DomainManager> manager)
    : domain_{std::move(orb), std::move(manager), {}} {}

std::vector<std::string> WantedApplications::names() {
  std::vector<std::string> names;
  for (const auto& application : domain_.manager->applications()) {
    try {
      names.push_back(application->name());
    } catch (const CORBA::OBJECT_NOT_EXIST&) {  // it was released meanwhile
    }
  }
  return names;
}

upkeep::Attempt WantedApplications::make(const upkeep::WantedApplication& wanted) {
  try {
    create_and_start(wanted);
    return {};
  } catch (const control::Failed& failed) {
    return attempt_of(failed.failure());
  } catch (const CORBA::Exception& exception) {
    return attempt_of(control::failure_of("make it", exception));
  }
}

std::string WantedApplications::factory_of(const upkeep::WantedApplication& wanted) const {
  if (wanted.sad.empty()) return wanted.name;
  if (auto found = control::installed_version(domain_, wanted.sad); !found.empty()) return found;
  (void)control::install_without_copying(domain_, wanted.sad);
  return control::installed_version(domain_, wanted.sad);
}

void WantedApplications::create_and_start(const upkeep::WantedApplication& wanted) const {
  const auto result = control::create(
      domain_,
      {.application = factory_of(wanted), .name = wanted.name, .on = wanted.on, .set = wanted.set});
  const auto identifier = result.document.at("identifier").get<std::string>();
  try {
    // the application got another name, as its own is in use
    if (!identifier.ends_with(":" + wanted.name))
      control::fail("create '" + wanted.name + "'", "another one took the name meanwhile");
    if (wanted.start) (void)control::start(domain_, identifier);
  } catch (...) {
    (void)control::release(domain_, identifier);
    throw;
  }
}

}  // namespace orbweaver::domain
