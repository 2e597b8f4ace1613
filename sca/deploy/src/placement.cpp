#include "placement.hpp"

#include <algorithm>
#include <iterator>

namespace orbweaver::deploy {

namespace {

using What = Comparison::What;

std::string wanted_text(const Capacities& capacities) {
  std::string text;
  for (const auto& each : capacities) {
    text += (text.empty() ? "" : ", ") + each.id + " " + to_text(each.value);
  }
  return text;
}

bool is_library(const profile::Implementation& implementation) {
  return implementation.code && implementation.code->type == profile::CodeType::shared_library;
}

/// By a resource factory: it runs where the factory does.
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
  Transaction attempt;
  if (!use_devices(Trial{}, wanted, chosen, attempt)) {
    give_back(attempt);
    return {};
  }
  taken.absorb(attempt);
  return chosen;
}

std::vector<Place> Placement::try_all_on(std::span<const Candidate> candidates,
                                         const DeviceDescription& device, Runs runs,
                                         Transaction& taken) {
  std::vector<Place> places;
  Transaction attempt;
  for (const auto& candidate : candidates) {
    auto place = try_on(candidate, device, runs, attempt);
    if (!place) {
      give_back(attempt);
      return {};
    }
    places.push_back(std::move(*place));
  }
  taken.absorb(attempt);
  return places;
}

std::optional<Place> Placement::try_on(const Candidate& candidate, const DeviceDescription& device,
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
                                       const DeviceDescription& device, Runs runs,
                                       Transaction& taken) {
  if (is_assigned_elsewhere(candidate, implementation, device)) return {};
  auto found = match(*candidate.component, implementation, device, request_->locate, runs);
  const Trial host{candidate.placed.instantiation->id, implementation.id, {}, device.id, {}};
  Trial trial = host;
  trial.comparisons = std::move(found.comparisons);
  Transaction attempt;
  Place place{&implementation, &device, runs, std::move(found.loads), {}};
  const bool fits =
      take(std::move(trial), found.capacities, attempt) &&
      use_devices(host, candidate.component->package->uses_devices, place.uses_devices, attempt) &&
      use_devices(host, implementation.uses_devices, place.uses_devices, attempt);
  if (!fits) {
    give_back(attempt);
    return {};
  }
  taken.absorb(attempt);
  return place;
}

bool Placement::can_run(const Candidate& candidate, const profile::Implementation& implementation,
                        Runs runs) {
  if (runs == Runs::in_host && !is_made(candidate) && !is_library(implementation)) return false;
  const bool would_wait = runs == Runs::by_itself && registers(candidate) &&
                          is_library(implementation) && !is_executed(*implementation.code, runs);
  if (!would_wait) return has_file(candidate, implementation);
  if (request_->devices.empty()) return false;  // where no device is, none lacks a host process
  report_->trials.push_back(
      {candidate.placed.instantiation->id,
       implementation.id,
       {},
       {},
       {{What::code, {}, "a host process, as a library without an entry point", "none", false}}});
  return false;
}

bool Placement::has_file(const Candidate& candidate,
                         const profile::Implementation& implementation) {
  auto file = file_of(*candidate.component, implementation, request_->locate);
  if (file) return true;
  report_->trials.push_back(
      {candidate.placed.instantiation->id, implementation.id, {}, {}, {std::move(file.error())}});
  return false;
}

bool Placement::is_assigned_elsewhere(const Candidate& candidate,
                                      const profile::Implementation& implementation,
                                      const DeviceDescription& device) {
  const auto& id = candidate.placed.instantiation->id;
  const auto assigned = request_->assignments.find(id);
  if (assigned == request_->assignments.end() || assigned->second == device.id) return false;
  report_->trials.push_back({id,
                             implementation.id,
                             {},
                             device.id,
                             {{What::assignment, {}, assigned->second, device.id, false}}});
  return true;
}

/// Asks for the capacities if all else fits, and reports the trial.
bool Placement::take(Trial trial, const Capacities& capacities, Transaction& taken) {
  if (trial.fits() && !capacities.empty()) {
    auto answer = ask(trial, capacities, taken);
    if (answer) trial.comparisons.push_back(std::move(*answer));
  }
  const bool fits = trial.fits();
  report_->trials.push_back(std::move(trial));
  return fits;
}

std::optional<Comparison> Placement::ask(const Trial& trial, const Capacities& capacities,
                                         Transaction& taken) {
  if (hung_.contains(trial.device)) {
    return Comparison{What::availability, {}, "an answer", "none, as to a request before", false};
  }
  const auto granted = pool_->take(trial.component, trial.device, capacities, taken);
  if (granted) return {};
  if (granted.error().cause == Cause::timed_out) hung_.insert(trial.device);
  return Comparison{What::capacity, {}, wanted_text(capacities), line(granted.error()), false};
}

bool Placement::use_devices(const Trial& host, const std::vector<profile::UsesDevice>& wanted,
                            std::map<std::string, std::string>& chosen, Transaction& taken) {
  return std::ranges::all_of(wanted, [&](const profile::UsesDevice& each) {
    return use_device(host, each, chosen, taken);
  });
}

bool Placement::use_device(const Trial& host, const profile::UsesDevice& wanted,
                           std::map<std::string, std::string>& chosen, Transaction& taken) {
  for (const auto& device : request_->devices) {
    auto found = match(wanted, device);
    Trial trial{host.component, host.implementation, wanted.id, device.id,
                std::move(found.comparisons)};
    if (!take(std::move(trial), found.capacities, taken)) continue;
    chosen[wanted.id] = device.id;
    return true;
  }
  return false;
}

void Placement::give_back(Transaction& taken) {
  std::ranges::move(taken.undo(), std::back_inserter(report_->not_given_back));
}

}  // namespace orbweaver::deploy
