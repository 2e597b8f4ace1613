// SPDX-License-Identifier: Apache-2.0
#include "versions/make.hpp"

#include <orbweaver/control/verbs.hpp>

#include <algorithm>
#include <set>

#include "versions/installed.hpp"
#include "versions/unanswered.hpp"

namespace orbweaver::control {

namespace {

/// Returns the identifiers of the applications of this name that were created from this SAD.
std::set<std::string> made_from(const Domain& domain, const std::string& sad,
                                const std::string& name) {
  return attempt("ask for the applications", [&] {
    std::set<std::string> texts;
    for (const auto& application : domain.manager->applications()) {
      try {
        if (application->profile() == sad && application->name() == name)
          texts.insert(application->identifier());
      } catch (const CORBA::OBJECT_NOT_EXIST&) {  // it was released meanwhile
      }
    }
    return texts;
  });
}

std::string create_of(const Domain& domain, const std::string& name,
                      const ApplicationVersion& version) {
  const auto factory = attempt("find what is installed from " + version.sad,
                               [&] { return installed_from(domain, version.sad); });
  if (!factory) fail("create '" + name + "'", version.sad + " is not installed");
  Create wanted{
      .application = attempt("find '" + name + "'", [&] { return factory->identifier(); }),
      .name = name,
      .on = version.on,
      .set = version.set,
      .working_folder = version.working_folder};
  try {
    return create(domain, wanted).document.at("identifier");
  } catch (const Failed& failed) {
    if (!version.may_run_elsewhere || failed.failure().kind != VerbFailure::Kind::no_such_device)
      throw;
  }
  wanted.on.clear();
  return create(domain, wanted).document.at("identifier");
}

void try_to_release(const Domain& domain, const std::string& identifier) {
  try {
    (void)release(domain, identifier);
  } catch (const Failed&) {  // ignored: the caller looks whether it is gone
  }
}

/// Releases applications that the failed creation left. Returns false if one may be left.
bool take_back(const Domain& domain, const std::string& name, const std::string& sad,
               const std::set<std::string>& before, bool is_known) {
  const auto is_new = [&](const std::string& text) { return !before.contains(text); };
  try {
    bool is_found = is_known;
    for (const auto& text : made_from(domain, sad, name)) {
      if (!is_new(text)) continue;
      is_found = true;
      try_to_release(domain, text);
    }
    return is_found && std::ranges::none_of(made_from(domain, sad, name), is_new);
  } catch (const Failed&) {  // ignored: the failure of the creation is reported
    return false;
  }
}

}  // namespace

Result<std::string, NotMade> make(const Domain& domain, const std::string& name,
                                  const ApplicationVersion& version, bool start) {
  std::set<std::string> before;
  std::string identifier;
  try {
    before = made_from(domain, version.sad, name);
    identifier = create_of(domain, name, version);
    if (start) (void)control::start(domain, identifier);
    return identifier;
  } catch (const Failed& failed) {
    const bool is_known = !identifier.empty();
    if (!is_known && !is_unanswered(failed.failure())) return unexpected(NotMade{failed.failure()});
    const bool is_gone = take_back(domain, name, version.sad, before, is_known);
    return unexpected(NotMade{failed.failure(), !is_gone});
  }
}

}  // namespace orbweaver::control
