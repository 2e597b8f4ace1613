// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/control/versions.hpp>

#include <utility>

#include "files/moved_tree.hpp"
#include "files/new_version.hpp"
#include "files/version_before.hpp"
#include "plain_line.hpp"
#include "versions/exchange.hpp"
#include "versions/running_settings.hpp"

namespace orbweaver::control {

namespace {

/// Returns what a later roll-back needs to know about the running application.
VersionBefore version_of(const Domain& domain, const DomainFiles& files,
                         const ApplicationTarget& target) {
  auto sad = profile_of(target);
  auto first = first_version(files, sad);
  return {std::move(sad), placement_of(target), settings_of(domain, target), std::move(first)};
}

Report report_of(const ApplicationTarget& target, const ApplicationVersion& to,
                 const Exchanged& exchanged, const std::string& from, const std::string& done) {
  Json document{{"application", target.name},
                {"identifier", exchanged.identifier},
                {"profile", to.sad},
                {"before", {{"identifier", target.identifier}, {"profile", from}}},
                {"done", done}};
  auto text = plain(done + " " + target.name + ": " + exchanged.identifier + " from " + to.sad +
                    (exchanged.runs_beside ? " runs beside " : " runs instead of ") +
                    target.identifier + " from " + from) +
              "\n";
  if (!exchanged.problem.empty()) {
    document["problems"] = Json::array({exchanged.problem});
    text += plain(exchanged.problem) + "\n";
  }
  return {std::move(document), std::move(text), exchanged.problem.empty()};
}

/// Removes the version's files. Returns a line about those that stay; empty: all are removed.
std::string remove_version(const Domain& domain, const std::string& sad) {
  try {
    (void)uninstall(domain, {.application = sad});
    return {};
  } catch (const Failed& failed) {
    return "the files of " + sad + " stay: " + failed.failure().cause;
  }
}

[[noreturn]] void fail_with_files(VerbFailure failure, const std::string& sad) {
  failure.cause += ", so its files stay: 'orbweaver uninstall " + sad + "' removes them";
  throw Failed(std::move(failure));
}

}  // namespace

Report upgrade(const Domain& domain, const Upgrade& wanted) {
  const auto target = find_application(domain, wanted.exchange.application);
  const auto files = files_of(domain);
  const auto before = version_of(domain, files, target);
  auto tree = read_tree({.sad = wanted.sad, .root = wanted.root});
  VersionFolder folder{files, wanted.sad.filename().string()};
  const auto moved = move_tree(std::move(tree), folder.name());
  NewVersion version{files, std::move(folder), moved, before};
  const ApplicationVersion to{.sad = moved.tree.sad,
                              .on = wanted.exchange.on,
                              .set = wanted.exchange.set,
                              .working_folder = wanted.exchange.working_folder};
  auto new_exchange = exchange(domain, target, to, wanted.exchange);
  if (new_exchange || new_exchange.error().may_be_there) version.keep();
  if (new_exchange) return report_of(target, to, *new_exchange, before.sad, "upgraded");
  if (new_exchange.error().may_be_there)
    fail_with_files(std::move(new_exchange.error().failure), to.sad);
  throw Failed(std::move(new_exchange.error().failure));
}

Report roll_back(const Domain& domain, const Exchange& wanted) {
  const auto what = "roll '" + wanted.application + "' back";
  const auto target = find_application(domain, wanted.application);
  const auto files = files_of(domain);
  const auto from = profile_of(target);
  const auto before = read_version_before(files, from);
  if (!before) fail(what, "no record of a version before is beside " + from, "it was not upgraded");
  if (!files.exists(before->sad))
    fail(what, before->sad + ", its version before, is not in the domain any more",
         "'orbweaver upgrade' takes the SAD of that version");
  const ApplicationVersion to{.sad = before->sad,
                              .on = wanted.on.empty() ? before->on : wanted.on,
                              .set = wanted.set.empty() ? before->set : wanted.set,
                              .may_run_elsewhere = wanted.on.empty(),
                              .working_folder = wanted.working_folder};
  auto new_exchange = exchange(domain, target, to, wanted);
  if (!new_exchange) throw Failed(std::move(new_exchange.error().failure));
  auto report = report_of(target, to, *new_exchange, from, "rolled back");
  if (const auto stays = remove_version(domain, from); !stays.empty())
    report.text += plain(stays) + "\n";
  return report;
}

}  // namespace orbweaver::control
