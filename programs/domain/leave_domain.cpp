// SPDX-License-Identifier: Apache-2.0
#include "leave_domain.hpp"

#include <orbweaver/control/verbs.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/runfile/run_file.hpp>

#include <algorithm>
#include <csignal>
#include <vector>

namespace orbweaver::domain {

namespace {

using Fault = unexpected<std::string>;
using Entries = std::vector<runfile::DomainEntry>;

Result<runfile::DomainEntry, std::string> chosen_of(const Entries& running,
                                                    const std::optional<std::string>& name) {
  if (running.empty()) return Fault("no domain of this user runs on this machine");
  if (!name && running.size() == 1) return running.front();
  std::string names;
  for (const auto& entry : running) {
    if (entry.name == name) return entry;
    names += (names.empty() ? "'" : ", '") + entry.name + "'";
  }
  return Fault((name ? "no domain '" + *name + "' of this user runs on this machine"
                     : std::string{"several domains of this user run on this machine"}) +
               "; choose with --name from " + names);
}

/// Returns "application 'fm' goes on". It is asked before the domain ends; a failure is ignored.
std::string what_goes_on(const runfile::DomainEntry& domain, Nanoseconds timeout) {
  const auto limit = std::chrono::ceil<std::chrono::milliseconds>(timeout).count();
  try {
    const auto orb = CORBA::ORB_init({"-ORBcallTimeout", std::to_string(limit)});
    const auto found = control::find_domain(orb, {.reference = domain.manager});
    const auto listed = control::list_applications(found).document;
    std::string names;
    for (const auto& application : listed.at("running"))
      names += (names.empty() ? "'" : ", '") + application.value("name", std::string{}) + "'";
    orb->destroy();
    return names.empty() ? "no application ran" : "these applications go on: " + names;
  } catch (const std::exception&) {
    return "what it ran goes on; it did not say what that is";
  }
}

}  // namespace

Result<std::string, std::string> leave_domain(const std::filesystem::path& folder,
                                              const std::optional<std::string>& name,
                                              Nanoseconds timeout) {
  const auto domain = chosen_of(runfile::running_services(folder), name);
  if (!domain) return Fault(domain.error());
  const auto called =
      "domain '" + domain->name + "' (process " + std::to_string(domain->process) + ")";
  if (!domain->keeps_state)
    return Fault(
        called +
        " keeps no state, so the next one could not adopt what runs; start it with --state");
  const auto process = os::open_process(domain->process);
  const auto goes_on = what_goes_on(*domain, timeout);
  // After the domain has ended, another process may have its process id; but then the file is not
  // claimed any more.
  const auto still = runfile::running_services(folder);
  if (!process || std::ranges::find(still, *domain) == still.end())
    return Fault(called + " ended by itself meanwhile");
  if (const auto sent = os::send_signal_by_handle(process->get(), SIGUSR2); !sent)
    return Fault(called + ": " + os::describe(sent.error()));
  const auto ended =
      os::wait_until_ready(process->get(), os::Readiness::readable, Deadline::after(timeout));
  if (!ended || !*ended) return Fault(called + " did not end; what it printed last says why");
  return called + " has ended; " + goes_on +
         "; the next one that is started with its --state adopts it";
}

}  // namespace orbweaver::domain
