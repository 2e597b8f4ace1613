// SPDX-License-Identifier: Apache-2.0
#include "versions/exchange.hpp"

#include <utility>

#include "running_settings.hpp"
#include "versions/installed_instead.hpp"

namespace orbweaver::control {

namespace {

/// Whether the application is gone. False also if the domain does not answer.
bool is_gone(const ApplicationTarget& target) {
  try {
    return target.application->_non_existent();
  } catch (const CORBA::Exception&) {
    return false;
  }
}

struct ReleaseResult {
  // may be set for an application that is gone: parts of it were not released
  std::optional<VerbFailure> failure;
  bool is_gone = true;
};

/// Stops and releases an application. It is also released if it cannot be stopped.
ReleaseResult end_of_one(const ApplicationTarget& target) {
  try {
    target.application->stop();
  } catch (const CORBA::Exception&) {
  }
  try {
    attempt("release '" + target.identifier + "'", [&] { target.application->releaseObject(); });
    return {};
  } catch (const Failed& failed) {
    return {failed.failure(), is_gone(target)};
  }
}

Exchanged exchanged(std::string identifier, const ReleaseResult& end) {
  return {std::move(identifier), end.failure ? line_of(*end.failure) : std::string{}, !end.is_gone};
}

/// Makes the failure of an exchange. `state`: one clause about the application that ran.
Result<Exchanged, NotMade> not_exchanged(const ApplicationVersion& to, NotMade result,
                                         const InstalledInstead::Undone& undone,
                                         const std::string& state) {
  auto& failure = result.failure;
  failure.what = "switch to " + to.sad + ": " + failure.what;
  failure.cause += "; " + state + undone.problem;
  result.may_be_there = result.may_be_there || undone.may_be_installed;
  if (result.may_be_there)
    failure.cause += "; the other version may be there yet: 'orbweaver apps' shows it";
  return unexpected(std::move(result));
}

std::string as_it_was(const ApplicationTarget& target) {
  return "'" + target.name + "' goes on as it was";
}

/// Creates the former version again, and starts it: CF has no operation that says whether an
/// application runs, and it may have been running.
std::string made_again(const Domain& domain, const std::string& name,
                       const ApplicationVersion& version) {
  const auto result = make(domain, name, version, true);
  return result ? "'" + name + "' was made again as it was: " + *result
                : "and it could not be made again: " + line_of(result.error().failure);
}

std::string started_again(const Domain& domain, const ApplicationTarget& target,
                          const ApplicationVersion& version) {
  try {
    target.application->start();
    return as_it_was(target);
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    return made_again(domain, target.name, version);
  } catch (const CORBA::Exception& exception) {
    return "'" + target.name +
           "' was stopped, and could not be started again: " + failure_of({}, exception).cause;
  }
}

/// Both applications exist for a while: the running one is stopped only after the new one was
/// created.
Result<Exchanged, NotMade> exchange_beside(const Domain& domain, const ApplicationTarget& target,
                                           const ApplicationVersion& to, bool start,
                                           InstalledInstead& installed) {
  auto result = make(domain, target.name, to, start);
  if (result) return exchanged(*std::move(result), end_of_one(target));
  auto& failure = result.error().failure;
  if (failure.number == "CF_ENODEV")
    failure.remedy = "with --stop-first it is released before the other one is created";
  return not_exchanged(to, std::move(result.error()), installed.go_back(), as_it_was(target));
}

/// Releases the running application first. `from`: its settings and placement.
Result<Exchanged, NotMade> exchange_in_place(const Domain& domain, const ApplicationTarget& target,
                                             const ApplicationVersion& from,
                                             const ApplicationVersion& to, bool start,
                                             InstalledInstead& installed) {
  const auto end = end_of_one(target);
  if (!end.is_gone) {
    const auto undone = installed.go_back();
    return not_exchanged(to, {*end.failure}, undone, started_again(domain, target, from));
  }
  auto result = make(domain, target.name, to, start);
  if (result) return exchanged(*std::move(result), end);
  const auto undone = installed.go_back();  // first, as `from` must be installed to be created
  return not_exchanged(to, std::move(result.error()), undone,
                       made_again(domain, target.name, from));
}

}  // namespace

Result<Exchanged, NotMade> exchange(const Domain& domain, const ApplicationTarget& target,
                                    const ApplicationVersion& to, const Exchange& wanted) {
  ApplicationVersion from{profile_of(target), {}, {}, true};
  if (wanted.stop_first) {
    from.on = placement_of(target);
    from.set = settings_of(domain, target);
  }
  InstalledInstead installed{domain, to.sad};
  try {
    installed.carry_out(from.sad);
  } catch (const Failed& failed) {
    return not_exchanged(to, {failed.failure()}, installed.go_back(), as_it_was(target));
  }
  if (wanted.stop_first)
    return exchange_in_place(domain, target, from, to, wanted.start, installed);
  return exchange_beside(domain, target, to, wanted.start, installed);
}

}  // namespace orbweaver::control
