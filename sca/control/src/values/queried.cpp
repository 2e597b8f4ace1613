// SPDX-License-Identifier: Apache-2.0
#include "queried.hpp"

#include <orbweaver/resource/any_bridge.hpp>

#include "value_json.hpp"

namespace orbweaver::control {

namespace {

std::string reason_of_no_value(const Queried& property) {
  return property.is_foreign ? "its value is of a type that no property has" : "not set";
}

}  // namespace

std::vector<Queried> query(const std::shared_ptr<CORBA::ORB>& orb, CF::PropertySet& from,
                           const std::vector<std::string>& ids) {
  CF::Properties properties;
  for (const auto& id : ids) properties.emplace_back(id, CORBA::Any{});
  from.query(properties);
  const resource::AnyBridge bridge{orb};
  std::vector<Queried> result;
  for (const auto& property : properties) {
    auto value = bridge.to_value(property.value());
    const bool is_foreign = !value && property.value().has_value();
    result.push_back(
        {property.id(), value ? std::optional{std::move(*value)} : std::nullopt, is_foreign});
  }
  return result;
}

Json json_of(const std::vector<Queried>& properties) {
  auto array = Json::array();
  for (const auto& property : properties)
    if (property.value)
      array.push_back({{"id", property.id},
                       {"type", type_text(*property.value)},
                       {"value", json_of(*property.value)}});
    else
      array.push_back({{"id", property.id}, {"error", reason_of_no_value(property)}});
  return array;
}

CF::DataType data_of(const std::shared_ptr<CORBA::ORB>& orb, const std::string& id,
                     const property::Value& value) {
  auto any = resource::AnyBridge{orb}.to_any(value);
  if (!any) fail("set '" + id + "'", any.error().text);
  return CF::DataType{id, std::move(*any)};
}

}  // namespace orbweaver::control
