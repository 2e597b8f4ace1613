// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/definitions.hpp>

#include <set>
#include <stdexcept>

namespace orbweaver::component {

property::Property make_simple(std::string id, property::Type type,
                               std::optional<std::string> value, Details details) {
  property::Simple simple;
  simple.id = std::move(id);
  simple.name = simple.id;
  simple.description = std::move(details.description);
  simple.units = std::move(details.units);
  simple.mode = details.mode;
  simple.kinds.add(details.kind);
  simple.shape.type = type;
  if (details.range)
    simple.shape.range =
        property::Range{std::move(details.range->min), std::move(details.range->max), {}};
  for (auto& enumerator : details.enumeration)
    simple.shape.enumerations.push_back({enumerator, enumerator, {}});
  if (value) simple.value = property::Text{std::move(*value), {}};
  return simple;
}

Definitions distinct(Definitions all) {
  std::set<std::string> seen;
  for (const auto& definition : all)
    if (const auto& id = common_of(definition).id; !seen.insert(id).second)
      throw std::logic_error("two properties of the component have the id '" + id +
                             "', those of messaging included: give one another id");
  return all;
}

}  // namespace orbweaver::component
