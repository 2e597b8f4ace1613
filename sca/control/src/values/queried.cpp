#include "queried.hpp"

#include <orbweaver/resource/any_bridge.hpp>

#include "value_json.hpp"

namespace orbweaver::control {

std::vector<Queried> query(const std::shared_ptr<CORBA::ORB>& orb, CF::PropertySet& from,
                           const std::vector<std::string>& ids) {
  CF::Properties properties;
  for (const auto& each : ids) properties.emplace_back(each, CORBA::Any{});
  from.query(properties);
  const resource::AnyBridge bridge{orb};
  std::vector<Queried> made;
  for (const auto& each : properties) {
    auto value = bridge.to_value(each.value());
    made.push_back({each.id(), value ? std::optional{std::move(*value)} : std::nullopt});
  }
  return made;
}

Json json_of(const std::vector<Queried>& properties) {
  auto made = Json::array();
  for (const auto& each : properties)
    if (each.value)
      made.push_back(
          {{"id", each.id}, {"type", type_text(*each.value)}, {"value", json_of(*each.value)}});
    else
      made.push_back({{"id", each.id}, {"error", kNoValue}});
  return made;
}

CF::DataType data_of(const std::shared_ptr<CORBA::ORB>& orb, const std::string& id,
                     const property::Value& value) {
  auto any = resource::AnyBridge{orb}.to_any(value);
  if (!any) fail("set '" + id + "'", any.error().text);
  return CF::DataType{id, std::move(*any)};
}

}  // namespace orbweaver::control
