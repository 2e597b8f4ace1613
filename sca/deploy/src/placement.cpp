// SPDX-License-Identifier: Apache-2.0
#include "placement.hpp"

#include <algorithm>
#include <iterator>

namespace orbweaver::deploy {

namespace {

using Kind = Comparison::Kind;

std::string wanted_text(const Capacities& capacities) {
  std::string text;
  for (const auto& capacity : capacities) {
    text += (text.empty() ? "" : ", ") + capacity.id + " " + to_text(capacity.value);
  }
  return text;
}

bool is_library(const profile::Implementation& implementation) {
  return implementation.code && implementation.code->type == profile::CodeType::shared_library;
}

/// Whether a resource factory makes it: it runs in the factory's process.
bool is_made(const Candidate& candidate) {
  const auto& find = candidate.placed.instantiation->find;
  return find && find->factory_refid;
}

bool registers(const Candidate& candidate) {
  const auto& find = candidate.placed.instantiation->find;
  return find && find->naming_name && !is_made(candidate);
}

bool can_be_in_host(const Candidate& candidate) {
  return is_made(candidate) ||
         std::ranges::any_of(candidate.component->package->implementations, is_library);
}

}  // namespace

std::optional<Place> Placement::place(const Candidate& candidate, Transaction& taken) {
  for (const auto& implementation : candidate.component->package->implementations) {
    if (!can_run(candidate, implementation, Runs::by_itself)) continue;
    for (const auto& device : request_->devices) {
      auto place = try_on(candidate, implementation, device, Runs::by_itself, taken);
      if (place) return place;
    }
  }
  return {};
}

std::vector<Place> Placement::place_together(std::span<const Candidate> candidates,
                                             Transaction& taken) {
  if (std::ranges::all_of(candidates, can_be_in_host)) {
    auto places = place_together(candidates, Runs::in_host, taken);
    if (!places.empty()) return places;
  }
  return place_together(candidates, Runs::by_itself, taken);
}

std::vector<Place> Placement::place_together(std::span<const Candidate> candidates, Runs runs,
                                             Transaction& taken) {
  for (const auto& device : request_->devices) {
    auto places = try_all_on(candidates, device, runs, taken);
    if (places.size() == candidates.size()) return places;
  }
  return {};
}

std::optional<std::map<std::string, std::string>> Placement::place_uses(
    const std::vector<profile::UsesDevice>& wanted, Transaction& taken) {
  std::map<std::string, std::string> chosen;
  Transaction took;
  if (!use_devices(PlanAttempt{}, wanted, chosen, took)) {
    give_back(took);
    return {};
  }
  taken.absorb(took);
  return chosen;
}

std::vector<Place> Placement::try_all_on(std::span<const Candidate> candidates,
                                         const DeployDevice& device, Runs runs,
                                         Transaction& taken) {
  std::vector<Place> places;
  Transaction took;
  for (const auto& candidate : candidates) {
    auto place = try_on(candidate, device, runs, took);
    if (!place) {
      give_back(took);
      return {};
    }
    places.push_back(std::move(*place));
  }
  taken.absorb(took);
  return places;
}

std::optional<Place> Placement::try_on(const Candidate& candidate, const DeployDevice& device,
                                       Runs runs, Transaction& taken) {
  for (const auto& implementation : candidate.component->package->implementations) {
    if (!can_run(candidate, implementation, runs)) continue;
    auto place = try_on(candidate, implementation, device, runs, taken);
    if (place) return place;
  }
  return {};
}

std::optional<Place> Placement::try_on(const Candidate& candidate,
                                       const profile::Implementation& implementation,
                                       const DeployDevice& device, Runs runs, Transaction& taken) {
  if (is_assigned_elsewhere(candidate, implementation, device)) return {};
  auto found = match(*candidate.component, implementation, device, request_->locate, runs);
  const PlanAttempt host{candidate.placed.instantiation->id, implementation.id, {}, device.id, {}};
  PlanAttempt attempt = host;
  attempt.comparisons = std::move(found.comparisons);
  Transaction took;
  Place place{&implementation, &device, runs, std::move(found.loads), {}};
  const bool fits =
      take(std::move(attempt), found.capacities, took) &&
      use_devices(host, candidate.component->package->uses_devices, place.uses_devices, took) &&
      use_devices(host, implementation.uses_devices, place.uses_devices, took);
  if (!fits) {
    give_back(took);
    return {};
  }
  taken.absorb(took);
  return place;
}

bool Placement::can_run(const Candidate& candidate, const profile::Implementation& implementation,
                        Runs runs) {
  if (runs == Runs::in_host && !is_made(candidate) && !is_library(implementation)) return false;
  const bool would_wait = runs == Runs::by_itself && registers(candidate) &&
                          is_library(implementation) && !is_executed(*implementation.code, runs);
  if (!would_wait) return has_file(candidate, implementation);
  if (request_->devices.empty()) return false;  // without devices, this is not the reason
  report_->attempts.push_back(
      {candidate.placed.instantiation->id,
       implementation.id,
       {},
       {},
       {{Kind::code, {}, "a host process, as a library without an entry point", "none", false}}});
  return false;
}

bool Placement::has_file(const Candidate& candidate,
                         const profile::Implementation& implementation) {
  auto file = file_of(*candidate.component, implementation, request_->locate);
  if (file) return true;
  report_->attempts.push_back(
      {candidate.placed.instantiation->id, implementation.id, {}, {}, {std::move(file.error())}});
  return false;
}

bool Placement::is_assigned_elsewhere(const Candidate& candidate,
                                      const profile::Implementation& implementation,
                                      const DeployDevice& device) {
  const auto& id = candidate.placed.instantiation->id;
  const auto assigned = request_->assignments.find(id);
  if (assigned == request_->assignments.end() || assigned->second == device.id) return false;
  report_->attempts.push_back({id,
                               implementation.id,
                               {},
                               device.id,
                               {{Kind::assignment, {}, assigned->second, device.id, false}}});
  return true;
}

/// Asks for the capacities if all else fits, and reports the attempt.
bool Placement::take(PlanAttempt attempt, const Capacities& capacities, Transaction& taken) {
  if (attempt.fits() && !capacities.empty()) {
    auto answer = ask(attempt, capacities, taken);
    if (answer) attempt.comparisons.push_back(std::move(*answer));
  }
  const bool fits = attempt.fits();
  report_->attempts.push_back(std::move(attempt));
  return fits;
}

std::optional<Comparison> Placement::ask(const PlanAttempt& attempt, const Capacities& capacities,
                                         Transaction& taken) {
  if (hung_.contains(attempt.device)) {
    return Comparison{Kind::availability, {}, "an answer", "none, as to a request before", false};
  }
  const auto granted = source_->take(attempt.component, attempt.device, capacities, taken);
  if (granted) return {};
  if (granted.error().cause == Cause::timed_out) hung_.insert(attempt.device);
  return Comparison{Kind::capacity, {}, wanted_text(capacities), line(granted.error()), false};
}

bool Placement::use_devices(const PlanAttempt& host, const std::vector<profile::UsesDevice>& wanted,
                            std::map<std::string, std::string>& chosen, Transaction& taken) {
  return std::ranges::all_of(wanted, [&](const profile::UsesDevice& uses_device) {
    return use_device(host, uses_device, chosen, taken);
  });
}

bool Placement::use_device(const PlanAttempt& host, const profile::UsesDevice& wanted,
                           std::map<std::string, std::string>& chosen, Transaction& taken) {
  for (const auto& device : request_->devices) {
    auto found = match(wanted, device);
    PlanAttempt attempt{host.component, host.implementation, wanted.id, device.id,
                        std::move(found.comparisons)};
    if (!take(std::move(attempt), found.capacities, taken)) continue;
    chosen[wanted.id] = device.id;
    return true;
  }
  return false;
}

void Placement::give_back(Transaction& taken) {
  std::ranges::move(taken.undo(), std::back_inserter(report_->not_given_back));
}

}  // namespace orbweaver::deploy
