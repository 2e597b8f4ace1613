// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/control/verbs.hpp>
#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>

#include "applications.hpp"
#include "files/known_properties.hpp"
#include "plain_line.hpp"
#include "values/assignment.hpp"
#include "values/queried.hpp"
#include "values/value_text.hpp"
#include "values/working_folder.hpp"

namespace orbweaver::control {

namespace {

using Devices = std::vector<std::pair<std::string, std::string>>;  // identifier, label

void add_device(Devices& to, const CORBA::object_reference<CF::Device>& device) {
  try {
    to.emplace_back(device->identifier(), device->label());
  } catch (const CORBA::Exception&) {  // ignored: the other nodes' devices are still listed
  }
}

Devices devices_of(const Domain& domain) {
  Devices devices;
  for (const auto& node :
       attempt("ask for the device managers", [&] { return domain.manager->deviceManagers(); })) {
    try {
      for (const auto& registered_device : node->registeredDevices())
        add_device(devices, registered_device);
    } catch (const CORBA::Exception&) {  // ignored: the other devices are still listed
    }
  }
  return devices;
}

std::string device_named(const Domain& domain, const std::string& text) {
  const auto devices = devices_of(domain);
  std::vector<std::string> labels;
  for (const auto& [identifier, label] : devices) {
    if (identifier == text) return identifier;
    labels.push_back("'" + label + "'");
  }
  const auto is_named = [&](const auto& entry) { return entry.second == text; };
  const auto count = std::ranges::count_if(devices, is_named);
  if (count == 1) return std::ranges::find_if(devices, is_named)->first;
  const auto what = "find the device '" + text + "'";
  if (count > 1) fail(what, std::to_string(count) + " have this label", "name its identifier");
  throw Failed({.what = what,
                .cause = "the domain has no device of the label or identifier '" + text + "'",
                .remedy = labels.empty() ? "it has none" : "choose from " + joined(labels),
                .kind = VerbFailure::Kind::no_such_device});
}

std::vector<Assignment> read_words(const std::string& option, const std::vector<std::string>& words,
                                   const std::string& form) {
  std::vector<Assignment> assignments;
  for (const auto& word : words) assignments.push_back(assignment_of(option, word, form));
  return assignments;
}

CF::DeviceAssignmentSequence assignments_of(const Domain& domain,
                                            const std::vector<Assignment>& wanted) {
  CF::DeviceAssignmentSequence device_assignment_sequence;
  for (const auto& assignment : wanted)
    device_assignment_sequence.emplace_back(assignment.id, device_named(domain, assignment.value));
  return device_assignment_sequence;
}

std::string listed(const std::vector<std::string>& ids, const std::string& before = {}) {
  std::vector<std::string> quoted;
  for (const auto& id : ids) quoted.push_back("'" + before + id + "'");
  return joined(quoted);
}

/// Throws Failed, as wrong usage, with the cause and the properties that can be set.
[[noreturn]] void refuse_setting(KnownProperties& known, const std::string& what,
                                 const std::string& cause) {
  const auto ids = known.settable();
  refuse(what, cause, ids.empty() ? "it has none that can be set" : "choose from " + listed(ids));
}

/// Throws Failed, as wrong usage: neither the assembly controller nor the component that `id`
/// begins with has this property.
[[noreturn]] void refuse_unknown(KnownProperties& known, const std::string& what,
                                 const std::string& id) {
  const auto components = known.components();
  const auto named = std::ranges::find_if(
      components, [&](const auto& component) { return id.starts_with(component + "."); });
  if (named == components.end())
    refuse_setting(known, what,
                   "the assembly controller has no such property; write COMPONENT.PROPERTY for one "
                   "of the components " +
                       listed(components));
  const auto ids = known.settable_of(*named);
  refuse(what, "component '" + *named + "' has no such property",
         ids.empty() ? "it has none that can be set" : "choose from " + listed(ids, *named + "."));
}

CF::DataType value_for(const Domain& domain, KnownProperties& known, const Assignment& wanted) {
  const auto what = "set '" + wanted.id + "'";
  const auto found = known.find(wanted.id);
  if (!found) refuse_unknown(known, what, wanted.id);
  if (property::is_execute_option(common_of(found->definition).id))
    refuse_setting(known, what, "an execute option is given by the profiles alone");
  if (const auto obstacle = property::why_not_settable(found->definition))
    refuse_setting(known, what, *obstacle);
  const auto model = model_of(found->definition, found->all);
  if (!model) refuse(what, model.error());
  const auto value = value_like(*model, wanted.value);
  if (!value) refuse(what, value.error());
  return data_of(domain.orb, wanted.id, *value);
}

constexpr std::string_view kEach = "*.";

/// Expands "*.PROPERTY" to COMPONENT.PROPERTY for each component that has the property.
std::vector<Assignment> of_components(KnownProperties& known, const Assignment& wanted) {
  if (!wanted.id.starts_with(kEach)) return {wanted};
  const auto property = wanted.id.substr(kEach.size());
  std::vector<Assignment> assignments;
  for (const auto& component : known.components()) {
    const auto ids = known.settable_of(component);
    if (std::ranges::find(ids, property) != ids.end())
      assignments.push_back({component + "." + property, wanted.value});
  }
  if (assignments.empty())
    refuse("set '" + wanted.id + "'", "no component has such a property",
           "write COMPONENT.PROPERTY for one of the components " + listed(known.components()));
  return assignments;
}

std::vector<Assignment> of_components(KnownProperties& known,
                                      const std::vector<Assignment>& wanted) {
  std::vector<Assignment> assignments;
  for (const auto& assignment : wanted)
    for (auto& of_component : of_components(known, assignment))
      assignments.push_back(std::move(of_component));
  return assignments;
}

/// Returns the initConfiguration of create(). `folder`: the working folder; empty if the domain may
/// be on another machine.
CF::Properties configuration_of(const Domain& domain, CF::ApplicationFactory& factory,
                                const std::vector<Assignment>& wanted,
                                const std::filesystem::path& folder) {
  CF::Properties properties;
  if (wanted.empty() && folder.empty()) return properties;
  KnownProperties known{
      domain, attempt("ask for the profile", [&] { return factory.softwareProfile(); }), {}};
  const auto set = of_components(known, wanted);
  for (const auto& assignment : set) properties.push_back(value_for(domain, known, assignment));
  if (folder.empty()) return properties;
  for (const auto& assignment : working_folders(known, folder, set))
    properties.push_back(value_for(domain, known, assignment));
  return properties;
}

}  // namespace

Report create(const Domain& domain, const Create& wanted) {
  const auto what = "create '" + wanted.application + "'";
  const auto set = read_words("--set", wanted.set, "ID=VALUE");
  const auto on = read_words("--on", wanted.on, "COMPONENT=DEVICE");
  const auto factory = find_factory(domain, wanted.application);
  const auto folder =
      runs_on_this_machine(domain) ? wanted.working_folder : std::filesystem::path{};
  const auto configuration = configuration_of(domain, *factory, set, folder);
  const auto assignments = assignments_of(domain, on);
  const auto new_attempt = attempt(what, [&] {
    const auto name = wanted.name.empty() ? factory->name() : wanted.name;
    return factory->create(name, configuration, assignments);
  });
  if (!new_attempt) fail(what, "the domain gave no application");
  return attempt(what, [&] {
    Json document{{"application", new_attempt->name()},
                  {"identifier", new_attempt->identifier()},
                  {"done", "created"}};
    auto text = plain("created " + new_attempt->name() + ", " + new_attempt->identifier()) + "\n";
    return Report{std::move(document), std::move(text)};
  });
}

}  // namespace orbweaver::control
