// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/unknown_settings.hpp>

#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>

namespace orbweaver::domain {

namespace {

using property::Property;

/// Whether the property is an execparam that query() shows.
bool is_shown_parameter(const Property& property) {
  const auto& common = common_of(property);
  return is_parameter(property) && common.mode != property::Mode::writeonly &&
         !property::is_execute_option(common.id);
}

const Property* find(std::span<const Property> properties, const std::string& name) {
  const auto found = std::ranges::find_if(properties, [&](const Property& property) {
    return common_of(property).id == name || common_of(property).name == name;
  });
  return found == properties.end() ? nullptr : &*found;
}

bool has(const std::vector<std::string>& ids, const std::string& id) {
  return std::ranges::find(ids, id) != ids.end();
}

std::vector<std::string> shown_by(CF::Resource& component) {
  CF::Properties all;
  component.query(all);
  std::vector<std::string> ids;
  for (const auto& entry : all) ids.push_back(entry.id());
  return ids;
}

/// Returns the ids of `properties` that the program has as well.
std::string choice(std::span<const Property> properties, const std::vector<std::string>& shown) {
  std::string text;
  for (const auto& property : properties)
    if (const auto& id = common_of(property).id; has(shown, id) && !why_not_settable(property))
      text += (text.empty() ? "" : ", ") + id;
  return text;
}

}  // namespace

std::vector<std::string> unknown_settings(const std::string& instantiation,
                                          std::span<const property::Override> set,
                                          std::span<const Property> properties,
                                          CF::Resource& component) {
  std::vector<std::string> asked;
  for (const auto& entry : set)
    if (const auto* known = find(properties, entry.refid); known && is_shown_parameter(*known))
      asked.push_back(common_of(*known).id);
  if (asked.empty()) return {};
  const auto shown = shown_by(component);
  const bool shows_parameters = std::ranges::any_of(properties, [&](const Property& entry) {
    return is_shown_parameter(entry) && has(shown, common_of(entry).id);
  });
  if (!shows_parameters) return {};
  std::vector<std::string> lines;
  for (const auto& id : asked)
    if (!has(shown, id))
      lines.push_back(instantiation + "." + id +
                      ": the component's program has no such property, although its profile names "
                      "it; choose from " +
                      choice(properties, shown));
  return lines;
}

}  // namespace orbweaver::domain
