// SPDX-License-Identifier: Apache-2.0
#include "planned.hpp"

#include <orbweaver/deploy/component_values.hpp>

#include <algorithm>
#include <map>

namespace orbweaver::deploy {

namespace {

std::vector<property::Override> set_by_user(const PlanRequest& request,
                                            const profile::ComponentInstantiation& instantiation) {
  std::vector<property::Override> mine;
  for (const auto& set_value : request.overrides) {
    const bool is_meant =
        set_value.component == instantiation.id || set_value.component == instantiation.usagename;
    if (is_meant) mine.push_back(set_value.value);
  }
  return mine;
}

std::string profile_name(const PlanRequest& request, const Candidate& candidate) {
  const auto& application = *request.application;
  const auto& refid = candidate.placed.placement->file.refid;
  const auto file =
      std::ranges::find(application.assembly->files, refid, &profile::ComponentFile::id);
  if (file != application.assembly->files.end() && application.profile) {
    auto name = request.locate(file->file, application.profile->folder);
    if (name) return std::move(*name);
  }
  return candidate.component->profile->name ? *candidate.component->profile->name : std::string{};
}

ExecuteRequest program_of(const Candidate& candidate, const Place& place,
                          const PlannedComponent& component) {
  const auto& code = *place.implementation->code;
  ExecuteRequest request;
  request.device = component.device;
  request.component = component.identifier;
  request.naming_name = component.naming_name;
  request.profile = component.profile;
  request.file = component.loads.back().file;
  request.entrypoint = code.entrypoint;
  request.options = options_of(code);
  request.collocation = candidate.collocation;
  request.is_shared_library = code.type == profile::CodeType::shared_library;
  return request;
}

bool is_factory(const profile::ComponentProfile& component) {
  return component.descriptor != nullptr && component.descriptor->type == "resourcefactory";
}

bool is_component(const PlanRequest& request, const std::string& instantiation) {
  return std::ranges::any_of(
      placed_in(*request.application->assembly),
      [&](const profile::Placed& placed) { return placed.instantiation->id == instantiation; });
}

/// Adds how the component starts: by a factory, as a program, or by being loaded.
Result<void, std::string> add_origin(const PlanRequest& request, const Candidate& candidate,
                                     const Place& place, PlannedComponent& component,
                                     std::vector<std::string>& faults) {
  const auto& instantiation = *candidate.placed.instantiation;
  const auto& code = *place.implementation->code;
  if (!instantiation.find || !instantiation.find->factory_refid) {
    if (is_executed(code, place.runs)) component.execute = program_of(candidate, place, component);
    return {};
  }
  const auto& factory = *instantiation.find->factory_refid;
  if (!is_component(request, factory)) {
    return unexpected<std::string>("there is no resource factory '" + factory + "'");
  }
  if (is_executed(code, Runs::by_itself))
    component.loads.pop_back();  // the factory's program is there already
  const auto properties = candidate.component->properties(component.implementation);
  component.from_factory =
      FromFactory{factory + ":" + request.name,
                  qualifiers_of(properties, instantiation.find->factory_properties, faults)};
  return {};
}

/// Returns the component's provides port of the connection; null if the connection leads elsewhere.
const std::string* port_of(const profile::ConnectInterface& connection,
                           const std::string& component) {
  const auto* const end = std::get_if<profile::PortEnd>(&connection.other);
  if (end == nullptr || end->kind != profile::PortEnd::Kind::provides || !end->target)
    return nullptr;
  const auto* const target = std::get_if<profile::InstantiationRef>(&*end->target);
  return target != nullptr && target->refid == component ? &end->identifier : nullptr;
}

/// Returns the number of connections of each provides port, if one has several: its input ends with
/// the last one. "audio_in=2 control_in=1"; empty: none has several.
std::string input_connections(const profile::SoftwareAssembly& assembly,
                              const std::string& component) {
  std::map<std::string, std::size_t> counts;
  for (const auto& connection : assembly.connections)
    if (const auto* const port = port_of(connection, component)) ++counts[*port];
  if (std::ranges::all_of(counts, [](const auto& one) { return one.second < 2; })) return {};
  std::string text;
  for (const auto& [port, count] : counts)
    text += (text.empty() ? "" : " ") + port + "=" + std::to_string(count);
  return text;
}

void add_values(const PlanRequest& request, const Candidate& candidate, PlannedComponent& component,
                std::vector<std::string>& faults) {
  const auto& instantiation = *candidate.placed.instantiation;
  const auto properties = candidate.component->properties(component.implementation);
  const auto set = set_by_user(request, instantiation);
  auto values = values_of(properties, instantiation.properties, set);
  if (component.execute) {
    component.execute->parameters = std::move(values.parameters);
    auto connections = input_connections(*request.application->assembly, instantiation.id);
    if (!connections.empty())
      component.execute->parameters.emplace_back("INPUT_CONNECTIONS", std::move(connections));
    add_options({properties, &instantiation, set}, component.execute->options, faults);
  }
  component.configure = std::move(values.configure);
  component.configure_given = std::move(values.configure_given);
  std::ranges::move(values.faults, std::back_inserter(faults));
}

}  // namespace

Result<PlannedComponent, std::string> planned(const PlanRequest& request,
                                              const Candidate& candidate, const Place& place) {
  const auto& instantiation = *candidate.placed.instantiation;
  PlannedComponent component;
  component.instantiation = instantiation.id;
  component.identifier = candidate.identifier;
  component.implementation = place.implementation->id;
  component.device = place.device->id;
  component.profile = profile_name(request, candidate);
  if (instantiation.find) component.naming_name = instantiation.find->naming_name.value_or("");
  component.loads = place.loads;
  component.is_factory = is_factory(*candidate.component);
  component.start_order = instantiation.startorder;
  component.uses_devices = place.uses_devices;
  std::vector<std::string> faults;
  auto origin = add_origin(request, candidate, place, component, faults);
  if (!origin) return unexpected<std::string>{std::move(origin.error())};
  add_values(request, candidate, component, faults);
  if (!faults.empty()) return unexpected<std::string>{std::move(faults.front())};
  return component;
}

}  // namespace orbweaver::deploy
