#include <orbweaver/component/definitions.hpp>

#include <set>
#include <stdexcept>

namespace orbweaver::component {

property::Property make_simple(std::string id, property::Type type,
                               std::optional<std::string> value, Details details) {
  property::Simple made;
  made.id = std::move(id);
  made.name = made.id;
  made.description = std::move(details.description);
  made.units = std::move(details.units);
  made.mode = details.mode;
  made.kinds.add(details.kind);
  made.shape.type = type;
  if (details.range)
    made.shape.range =
        property::Range{std::move(details.range->min), std::move(details.range->max), {}};
  for (auto& each : details.enumeration) made.shape.enumerations.push_back({each, each, {}});
  if (value) made.value = property::Text{std::move(*value), {}};
  return made;
}

Definitions distinct(Definitions all) {
  std::set<std::string> seen;
  for (const auto& each : all)
    if (const auto& id = common_of(each).id; !seen.insert(id).second)
      throw std::logic_error("two properties of the component have the id '" + id +
                             "', those of messaging included: give one another id");
  return all;
}

}  // namespace orbweaver::component
