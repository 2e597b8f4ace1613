// SPDX-License-Identifier: Apache-2.0
#include "running_settings.hpp"

#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/settable.hpp>
#include <orbweaver/resource/names.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "files/known_properties.hpp"
#include "files/replace.hpp"
#include "values/queried.hpp"
#include "values/value_json.hpp"
#include "values/value_text.hpp"

namespace orbweaver::control {

namespace {

/// Returns the text that value_like() reads as this value.
std::string text_for(const property::Value& value) {
  const auto json = json_of(value);
  if (const auto* complex = std::get_if<property::Complex>(&value)) {
    const auto imaginary = property::to_text(complex->imaginary);
    const bool is_negative = imaginary.starts_with('-');
    return property::to_text(complex->real) +
           (is_negative ? "-j" + imaginary.substr(1) : "+j" + imaginary);
  }
  return json.is_string() ? json.get<std::string>()
                          : json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Whether the value is the SAD's, or (if the SAD has none) the PRF's.
bool is_as_profiles_say(const KnownProperty& known, const property::Value& value) {
  const auto said = known.given ? property::value_of(known.definition, known.all, *known.given)
                                : property::default_of(known.definition, known.all);
  return said.value && *said.value == value;
}

/// Whether create() takes a value for this property.
bool can_be_given(const KnownProperty& known) {
  return !property::why_not_settable(known.definition) &&
         !property::is_execute_option(common_of(known.definition).id);
}

/// Returns "ID=VALUE"; empty if the value is the profiles', or cannot be written as text.
std::string word_for(const KnownProperty& known, const std::string& id,
                     const property::Value& value) {
  if (!can_be_given(known) || is_as_profiles_say(known, value)) return {};
  const auto model = model_of(known.definition, known.all);
  if (!model) return {};
  auto text = text_for(value);
  const auto again = value_like(*model, text);
  return again && *again == value ? id + "=" + text : std::string{};
}

using Words = std::vector<std::string>;

/// Adds the values of the assembly controller and of external properties.
void add_own(Words& words, KnownProperties& known, const std::vector<Queried>& values) {
  const auto settable = known.settable();
  for (const auto& value : values) {
    if (!value.value || std::ranges::find(settable, value.id) == settable.end()) continue;
    const auto found = known.find(value.id);
    if (!found) continue;
    if (auto word = word_for(*found, value.id, *value.value); !word.empty())
      words.push_back(std::move(word));
  }
}

/// Adds COMPONENT.PROPERTY=VALUE, unless that would name another component's property.
void add_of_component(Words& words, KnownProperties& known, const std::string& component,
                      const std::vector<Queried>& values) {
  const auto settable = known.settable_of(component);
  for (const auto& value : values) {
    if (!value.value || std::ranges::find(settable, value.id) == settable.end()) continue;
    const auto id = component + "." + value.id;
    const auto found = known.find(id);
    if (!found || found->component != component) continue;
    if (auto word = word_for(*found, id, *value.value); !word.empty())
      words.push_back(std::move(word));
  }
}

/// Queries a component's values. Returns none if the component does not answer.
std::vector<Queried> values_at(const Domain& domain, CosNaming::NamingContextExt& names,
                               const std::string& name) {
  try {
    const auto resource = IDL::traits<CF::Resource>::narrow(resource::resolve_written(names, name));
    return resource ? query(domain.orb, *resource) : std::vector<Queried>{};
  } catch (const CORBA::TIMEOUT&) {
    throw;  // a timeout: the next component may take as long
  } catch (const CORBA::Exception&) {
    return {};
  }
}

void add_of_components(Words& words, KnownProperties& known, const Domain& domain,
                       const ApplicationTarget& target) {
  const auto names = naming_service(domain);
  for (const auto& component_naming_context : target.application->componentNamingContexts()) {
    const auto component = instantiation_in(component_naming_context.componentId(), target.name);
    if (component == known.component()) continue;
    add_of_component(words, known, component,
                     values_at(domain, *names, component_naming_context.elementId()));
  }
}

}  // namespace

std::vector<std::string> settings_of(const Domain& domain, const ApplicationTarget& target) {
  Words words;
  try {
    KnownProperties known{domain, target.application->profile(), {}};
    add_own(words, known, query(domain.orb, *target.application));
    // Only Orbweaver's domain takes values of components at creation.
    if (replaces_in_one_act(*domain.manager)) add_of_components(words, known, domain, target);
  } catch (const CORBA::Exception&) {
  } catch (const Failed&) {  // no profiles, or no naming service: no values
  }
  return words;
}

std::vector<std::string> placement_of(const ApplicationTarget& target) {
  std::map<std::string, std::set<std::string>> devices;
  try {
    for (const auto& component_device : target.application->componentDevices())
      devices[instantiation_in(component_device.componentId(), target.name)].insert(
          component_device.assignedDeviceId());
  } catch (const CORBA::Exception&) {
  }
  std::vector<std::string> words;
  for (const auto& [component, used] :
       devices)  // a component that lists several devices may run on any of them
    if (used.size() == 1) words.push_back(component + "=" + *used.begin());
  return words;
}

}  // namespace orbweaver::control
