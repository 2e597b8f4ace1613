// SPDX-License-Identifier: Apache-2.0
#include "configuration.hpp"
#include "in_order.hpp"
#include "placement.hpp"
#include "planned.hpp"
#include "resolve_topology.hpp"

#include <orbweaver/deploy/component_values.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace orbweaver::deploy {

namespace {

constexpr const char* kTogether = "together";

/// Whether planning goes on after a component that fits nowhere: a report names all of them, and a
/// plan that is to be carried out has failed.
enum class GoesOn { no, to_report_all };

/// Makes one plan. The steps fill `plan_`, and the first that fails ends it.
class Planner {
 public:
  Planner(const PlanRequest& request, CapacitySource& source, Transaction& taken,
          PlanReport& report, GoesOn goes_on)
      : request_(&request),
        goes_on_(goes_on),
        assembly_(request.application->assembly),
        taken_(&taken),
        report_(&report),
        placement_(request, source, report) {}

  Result<Plan, PlanFault> plan() && {
    plan_.application = report_->application = request_->name;
    // Collocations before others: they need their room in one piece.
    auto done =
        in_order<PlanFault>({[&] { return gather(); }, [&] { return check_assignments(); },
                             [&] { return place_uses(); }, [&] { return place_collocations(); },
                             [&] { return place_others(); }, [&] { return all_placed(); },
                             [&] { return give_values(); }, [&] { return share_options(); },
                             [&] { return connect(); }});
    if (!done) return fail(std::move(done.error()));
    return std::move(plan_);
  }

 private:
  using Done = Result<void, PlanFault>;

  unexpected<PlanFault> fail(PlanFault fault) {
    std::ranges::move(taken_->undo(), std::back_inserter(report_->not_given_back));
    std::ranges::copy(fault.failures, std::back_inserter(report_->failures));
    return unexpected<PlanFault>{std::move(fault)};
  }

  static unexpected<PlanFault> because(PlanFault::Kind kind, const std::string& component,
                                       std::string why, std::vector<std::string> names = {}) {
    const auto cause = kind == PlanFault::Kind::no_device_fits ? Cause::refused : Cause::failed;
    return unexpected<PlanFault>(
        {kind, {{Step::plan, component, {}, {cause, std::move(why)}}}, std::move(names)});
  }

  Done gather() {
    if (assembly_ == nullptr) return because(PlanFault::Kind::invalid_profile, {}, "it is no SAD");
    for (const auto& placed : placed_in(*assembly_)) {
      const auto id = placed.instantiation->id + ":" + request_->name;
      const auto* component = request_->application->component_of(*placed.placement);
      if (component == nullptr || component->package == nullptr) {
        return because(PlanFault::Kind::invalid_profile, id, "its profiles cannot be read");
      }
      candidates_.push_back({placed, component, id, collocation_of(placed)});
    }
    places_.resize(candidates_.size());
    return {};
  }

  std::string collocation_of(const profile::Placed& placed) const {
    using enum PlanRequest::Placement;
    if (request_->placement == together) return kTogether;
    if (request_->placement == separate || placed.collocation == nullptr) return {};
    if (!placed.collocation->id.empty()) return placed.collocation->id;
    return "collocation_" + std::to_string(placed.collocation - assembly_->collocations.data() + 1);
  }

  Done check_assignments() {
    std::vector<std::string> wrong;
    for (const auto& [component, device] : request_->assignments) {
      const bool known = std::ranges::any_of(candidates_, [&](const Candidate& one) {
        return one.placed.instantiation->id == component;
      });
      if (!known || find(request_->devices, device) == nullptr) wrong.push_back(component);
    }
    if (wrong.empty()) return {};
    const auto& first = wrong.front();
    return because(PlanFault::Kind::invalid_assignments, first,
                   "assigned to '" + request_->assignments.at(first) +
                       "': there is no such component or no such device",
                   wrong);
  }

  Done place_uses() {
    auto chosen = placement_.place_uses(assembly_->uses_devices, *taken_);
    if (!chosen) return no_device_fits({}, why_nothing_fits(*report_, {}));
    plan_.uses_devices = std::move(*chosen);
    return {};
  }

  Done place_collocations() {
    std::set<std::string> placed;
    for (const auto& candidate : candidates_) {
      if (candidate.collocation.empty() || !placed.insert(candidate.collocation).second) continue;
      auto done = place_collocation(candidate.collocation);
      if (!done) return done;
    }
    return {};
  }

  Done place_collocation(const std::string& collocation) {
    std::vector<Candidate> members;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].collocation != collocation) continue;
      members.push_back(candidates_[i]);
      numbers.push_back(i);
    }
    auto places = placement_.place_together(members, *taken_);
    if (places.size() != members.size()) return no_device_takes(collocation, members);
    for (std::size_t i = 0; i < numbers.size(); ++i) places_[numbers[i]] = std::move(places[i]);
    return {};
  }

  Done no_device_takes(const std::string& collocation, const std::vector<Candidate>& members) {
    auto why = "no device takes all of host collocation '" + collocation + "'";
    for (const auto& member : members) {
      const auto& id = member.placed.instantiation->id;
      if (was_refused(id)) why += "; '" + id + "': " + why_nothing_fits(*report_, id);
    }
    return no_device_fits(members.front().identifier, why);
  }

  bool was_refused(const std::string& component) const {
    return std::ranges::any_of(report_->attempts, [&](const PlanAttempt& attempt) {
      return attempt.component == component && !attempt.fits();
    });
  }

  Done place_others() {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const auto& candidate = candidates_[i];
      if (!candidate.collocation.empty()) continue;
      auto done = place_one(candidate, places_[i]);
      if (!done) return done;
    }
    return {};
  }

  Done place_one(const Candidate& candidate, Place& place) {
    auto found = placement_.place(candidate, *taken_);
    if (!found)
      return no_device_fits(candidate.identifier,
                            why_nothing_fits(*report_, candidate.placed.instantiation->id));
    place = std::move(*found);
    return {};
  }

  // Without a device nothing else counts.
  Done no_device_fits(const std::string& component, std::string why) {
    if (request_->devices.empty()) why = "there is no device; 'orbweaver node' starts some";
    auto fault = because(PlanFault::Kind::no_device_fits, component, std::move(why));
    if (goes_on_ == GoesOn::no) return fault;
    std::ranges::move(fault.error().failures, std::back_inserter(not_placed_));
    return {};
  }

  Done all_placed() {
    if (not_placed_.empty()) return {};
    return unexpected<PlanFault>({PlanFault::Kind::no_device_fits, std::move(not_placed_), {}});
  }

  Done give_values() {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      auto result = planned(*request_, candidates_[i], places_[i]);
      if (!result)
        return because(PlanFault::Kind::invalid_profile, candidates_[i].identifier, result.error());
      if (result->execute && !result->execute->options.empty())
        report_->execute_options.push_back({result->instantiation, result->execute->options});
      plan_.components.push_back(std::move(*result));
    }
    if (assembly_->controller) {
      plan_.controller = assembly_->controller->refid + ":" + request_->name;
    }
    const auto wrong = add_configuration(*request_, candidates_, places_, plan_);
    if (wrong.empty()) return {};
    return because(PlanFault::Kind::invalid_configuration, plan_.controller,
                   "it has no property '" + wrong.front() + "' that can be set so", wrong);
  }

  // A process has one priority and one set of processors to begin with, whichever component is
  // first.
  Done share_options() const {
    std::map<std::string, const PlannedComponent*> firsts;  // by collocation
    for (const auto& component : plan_.components) {
      if (!component.execute || !component.execute->is_shared_library) continue;
      if (component.execute->collocation.empty()) continue;
      const auto& first =
          *firsts.try_emplace(component.execute->collocation, &component).first->second;
      if (first.execute->options != component.execute->options)
        return other_options(first, component);
    }
    return {};
  }

  static unexpected<PlanFault> other_options(const PlannedComponent& first,
                                             const PlannedComponent& other) {
    const auto text = [](const PlannedComponent& planned_component) {
      const auto& options = planned_component.execute->options;
      return "'" + planned_component.instantiation + "' (" +
             (options.empty() ? "none" : to_text(options)) + ")";
    };
    return because(PlanFault::Kind::invalid_profile, other.identifier,
                   "the components " + text(first) + " and " + text(other) +
                       " share one host process and have different execute options: give them the "
                       "same, or take one out of host collocation '" +
                       first.execute->collocation + "'");
  }

  Done connect() {
    auto resolved = resolve_topology(*assembly_, plan_);
    if (!resolved.failures.empty()) {
      return unexpected<PlanFault>(
          {PlanFault::Kind::invalid_profile, std::move(resolved.failures), {}});
    }
    plan_.topology = std::move(resolved.topology);
    return {};
  }

  const PlanRequest* request_;
  GoesOn goes_on_;
  const profile::SoftwareAssembly* assembly_;
  Transaction* taken_;
  PlanReport* report_;
  Placement placement_;
  std::vector<Candidate> candidates_;
  std::vector<Place> places_;
  Failures not_placed_;
  Plan plan_;
};

}  // namespace

const PlannedComponent* Plan::find(std::string_view identifier) const {
  const auto found = std::ranges::find(components, identifier, &PlannedComponent::identifier);
  return found == components.end() ? nullptr : &*found;
}

Result<Plan, PlanFault> make_plan(const PlanRequest& request, CapacitySource& source,
                                  Transaction& taken, PlanReport& report) {
  return Planner{request, source, taken, report, GoesOn::no}.plan();
}

Result<Plan, PlanFault> make_dry_plan(const PlanRequest& request, PlanReport& report) {
  CopiedCapacities source{request.devices};
  Transaction taken;
  return Planner{request, source, taken, report, GoesOn::to_report_all}.plan();
}

}  // namespace orbweaver::deploy
