// SPDX-License-Identifier: Apache-2.0
#include "matching.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace orbweaver::deploy {

namespace {

using Kind = Comparison::Kind;

LoadRequest::Kind load_kind(profile::CodeType type) {
  switch (type) {
    case profile::CodeType::shared_library:
      return LoadRequest::Kind::shared_library;
    case profile::CodeType::kernel_module:
      return LoadRequest::Kind::kernel_module;
    case profile::CodeType::driver:
      return LoadRequest::Kind::driver;
    case profile::CodeType::executable:
    case profile::CodeType::other:
      return LoadRequest::Kind::executable;
  }
  return LoadRequest::Kind::executable;
}

void append(auto& to, auto from) { std::ranges::move(from, std::back_inserter(to)); }

/// The results for packages on one device, so that each package is matched once. Otherwise a
/// package on which two others depend would be matched twice, and that doubles with each level.
struct Found {
  using Wanted =
      std::pair<const profile::ComponentProfile*, std::string>;  // of an implementation, or any
  struct One {
    std::optional<Match> match;
    const profile::Implementation* implementation = nullptr;
    std::string why;  // if none fits
  };
  std::map<Wanted, One> all;
};

/// Collects the requirements of one implementation. Those of the packages on which it depends are
/// kept apart.
class Matching {
 public:
  Matching(const profile::ComponentProfile& component, const DeployDevice& device,
           const Locate& locate, Found& found)
      : component_(&component), device_(&device), locate_(&locate), found_(&found) {}

  Match of(const profile::Implementation& implementation, Runs runs) && {
    add(compare_os(implementation.operating_systems, device_->os));
    add(compare_processor(implementation.processors, device_->processors));
    for (const auto& dependency : implementation.dependencies) add(dependency);
    add_code(implementation, runs);
    return std::move(match_);
  }

 private:
  void add(std::optional<Comparison> comparison) {
    if (comparison) match_.comparisons.push_back(std::move(*comparison));
  }

  void add(PropertyMatch property) {
    match_.comparisons.push_back(std::move(property.comparison));
    if (property.capacity) match_.capacities.push_back(std::move(*property.capacity));
  }

  void add(const profile::Dependency& dependency) {
    if (const auto* property = std::get_if<profile::PropertyRef>(&dependency.on)) {
      add(compare_property(*property, *device_));
    } else if (const auto* package = std::get_if<profile::SoftpkgRef>(&dependency.on)) {
      add(*package);
    } else if (const auto* values = std::get_if<std::vector<property::Override>>(&dependency.on)) {
      for (const auto& value : *values) add(compare_property(value, *device_));
    }
  }

  void add(const profile::SoftpkgRef& package) {
    const auto found = component_->dependencies.find(package.file.name);
    if (found == component_->dependencies.end() || !found->second || !found->second->package) {
      return add(Comparison{Kind::package, package.file.name, "its profile", "none", false});
    }
    const auto& one = find(*found->second, package);
    if (!one.match) return add_misfit(package, one.why);
    match_.comparisons.push_back(
        {Kind::package, package.file.name, "an implementation", "one that fits", true});
    for (const auto& entry : one.match->packages) add(entry);
    add(Match::Package{found->second.get(), one.implementation, one.match->capacities,
                       one.match->loads});
  }

  void add(const Match::Package& package) {
    const bool is_there = std::ranges::any_of(match_.packages, [&](const auto& entry) {
      return entry.component == package.component && entry.implementation == package.implementation;
    });
    if (!is_there) match_.packages.push_back(package);
  }

  void add_misfit(const profile::SoftpkgRef& wanted, const std::string& why) {
    const auto asked = wanted.implementation
                           ? "implementation '" + wanted.implementation->refid + "'"
                           : std::string{"an implementation"};
    match_.comparisons.push_back({Kind::package, wanted.file.name, asked,
                                  why.empty() ? "none" : "none that fits (" + why + ")", false});
  }

  const Found::One& find(const profile::ComponentProfile& package,
                         const profile::SoftpkgRef& wanted) {
    const auto refid = wanted.implementation ? wanted.implementation->refid : std::string{};
    const Found::Wanted key{&package, refid};
    if (const auto found = found_->all.find(key); found != found_->all.end()) return found->second;
    return found_->all[key] = first_that_fits(package, wanted);
  }

  Found::One first_that_fits(const profile::ComponentProfile& package,
                             const profile::SoftpkgRef& wanted) {
    Found::One result;
    for (const auto& implementation : package.package->implementations) {
      if (wanted.implementation && wanted.implementation->refid != implementation.id) continue;
      auto match =
          Matching{package, *device_, *locate_, *found_}.of(implementation, Runs::by_itself);
      if (match.fits()) return {std::move(match), &implementation, {}};
      for (const auto& comparison : match.comparisons)
        if (!comparison.matches)
          add_reason(result.why, implementation.id + ": " + line(comparison));
    }
    return result;
  }

  // A reason contains those of the packages below, so its length is limited.
  static void add_reason(std::string& why, const std::string& reason) {
    constexpr std::size_t kLongest = 1'000;
    if (why.size() > kLongest) return;
    why += (why.empty() ? "" : "; ") + reason;
    if (why.size() > kLongest) why = why.substr(0, kLongest) + " ...";
  }

  void add_code(const profile::Implementation& implementation, Runs runs) {
    auto file = file_of(*component_, implementation, *locate_);
    if (!file) return add(std::move(file.error()));
    const auto& code = *implementation.code;
    add(compare_code(code, device_->kind, runs));
    match_.loads.push_back({device_->id, std::move(*file), load_kind(code.type)});
  }

  const profile::ComponentProfile* component_;
  const DeployDevice* device_;
  const Locate* locate_;
  Found* found_;
  Match match_;
};

/// Collects packages first.
void gather_packages(Match& match) {
  Capacities capacities;
  std::vector<LoadRequest> loads;
  for (const auto& package : match.packages) {
    append(capacities, package.capacities);
    append(loads, package.loads);
  }
  append(capacities, std::move(match.capacities));
  append(loads, std::move(match.loads));
  match.capacities = std::move(capacities);
  match.loads = std::move(loads);
}

}  // namespace

bool Match::fits() const { return std::ranges::all_of(comparisons, &Comparison::matches); }

Result<std::string, Comparison> file_of(const profile::ComponentProfile& component,
                                        const profile::Implementation& implementation,
                                        const Locate& locate) {
  if (!implementation.code) {
    return unexpected<Comparison>({Kind::file, {}, "a file with code", "none in the SPD", false});
  }
  const auto& name = implementation.code->file;
  auto found = locate(name, component.profile->folder);
  if (found) return std::move(*found);
  const auto why = found.error().text.empty() ? "no such file" : found.error().text;
  return unexpected<Comparison>({Kind::file, {}, name.name, why, false});
}

Match match(const profile::ComponentProfile& component,
            const profile::Implementation& implementation, const DeployDevice& device,
            const Locate& locate, Runs runs) {
  Found found;
  auto matching = Matching{component, device, locate, found}.of(implementation, runs);
  gather_packages(matching);
  matching.comparisons.insert(matching.comparisons.begin(), compare_availability(device));
  return matching;
}

Match match(const profile::UsesDevice& wanted, const DeployDevice& device) {
  Match new_match;
  new_match.comparisons.push_back(compare_availability(device));
  const auto add = [&](PropertyMatch property) {
    new_match.comparisons.push_back(std::move(property.comparison));
    if (property.capacity) new_match.capacities.push_back(std::move(*property.capacity));
  };
  for (const auto& property : wanted.properties) add(compare_property(property, device));
  for (const auto& value : wanted.values) add(compare_property(value, device));
  return new_match;
}

}  // namespace orbweaver::deploy
