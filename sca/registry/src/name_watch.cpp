// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/name_watch.hpp>

#include <orbweaver/program/exception_text.hpp>

#include <utility>

namespace orbweaver::registry {

NameWatch::NameWatch(Watched watched, Nanoseconds period, Report report)
    : watched_(std::move(watched)),
      period_(period),
      report_(std::move(report)),
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

void NameWatch::work(const std::stop_token& stop) {
  os::Mutex mutex;
  os::ConditionVariableAny never;
  std::unique_lock lock{mutex};
  while (true) {
    never.wait_for(lock, stop, period_, [] { return false; });
    if (stop.stop_requested()) return;
    look();
  }
}

void NameWatch::look() {
  try {
    if (is_bound(watched_.names, watched_.name, watched_.context)) return note_bound();
    claim_name(watched_.names, watched_.name, watched_.context);
    said_.clear();
    report_("the name '" + watched_.name +
            "' was gone from the naming service: it is bound there again");
  } catch (const CORBA::BAD_PARAM& refused) {
    say(refused.detail().empty() ? program::text_of(refused) : refused.detail());
  } catch (const CORBA::Exception& failed) {
    say("the naming service does not answer: " + program::text_of(failed) + "; the name '" +
        watched_.name + "' is bound there when it does");
  }
}

/// Reports a problem once, although a service that does not answer fails in several ways.
void NameWatch::say(const std::string& problem) {
  const auto kind = problem.substr(0, problem.find(": "));
  if (std::exchange(said_, kind) != kind) report_(problem);
}

void NameWatch::note_bound() {
  if (said_.empty()) return;
  said_.clear();
  report_("the naming service answers again, and has the name '" + watched_.name + "'");
}

}  // namespace orbweaver::registry
