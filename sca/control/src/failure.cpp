// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/failure.hpp>
#include <orbweaver/control/report.hpp>

#include <algorithm>

#include "exception_members.hpp"
#include "plain_line.hpp"
#include "remedies.hpp"

namespace orbweaver::control {

namespace {

/// Returns "PartialConfiguration: gain, level": the exception's name, its number, and its messages
/// or ids, as far as it has them.
std::string cause_of(const std::string& name, const ExceptionMembers& members) {
  auto cause = name;
  if (!members.number.empty()) cause += " (" + members.number + ")";
  auto said = members.said;
  const auto is_said = [&said](const std::string& id) { return said.contains(id); };
  if (!std::ranges::all_of(members.ids, is_said))
    said += (said.empty() ? "" : ": ") + joined(members.ids);
  return said.empty() ? cause : cause + ": " + said;
}

}  // namespace

VerbFailure failure_of(const std::string& what, const CORBA::Exception& exception) {
  VerbFailure verb_failure{what, {}, remedy_for(exception), exception._name()};
  if (const auto* user = dynamic_cast<const CORBA::UserException*>(&exception)) {
    auto members = members_of(*user);
    verb_failure.cause = cause_of(verb_failure.exception, members);
    verb_failure.number = std::move(members.number);
    verb_failure.ids = std::move(members.ids);
  } else {
    verb_failure.cause = exception.what();
  }
  return verb_failure;
}

std::string line_of(const VerbFailure& failure) {
  auto line = failure.what + ": " + failure.cause;
  if (!failure.remedy.empty()) line += "; " + failure.remedy;
  return plain(std::move(line));
}

Json document_of(const VerbFailure& failure) {
  Json error{{"what", failure.what}, {"cause", failure.cause}};
  if (!failure.remedy.empty()) error["remedy"] = failure.remedy;
  if (!failure.exception.empty()) error["exception"] = failure.exception;
  if (!failure.number.empty()) error["number"] = failure.number;
  if (!failure.ids.empty()) error["ids"] = failure.ids;
  error["line"] = line_of(failure);
  return Json{{"error", std::move(error)}};
}

std::string text_of(const Json& document) {
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace orbweaver::control
