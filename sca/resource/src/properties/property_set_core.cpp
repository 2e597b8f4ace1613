// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/property_set_core.hpp>

#include <map>

namespace orbweaver::resource {

namespace {

/// Refused properties, by their index in the client's list.
using Culprits = std::map<std::size_t, Refusal>;

// A peer chooses how many culprits there are, and how long their values: the message stays short.
constexpr std::size_t kMostCauses = 10, kLongestCause = 200;

std::string shortened(const std::string& text) {
  return text.size() <= kLongestCause ? text : text.substr(0, kLongestCause) + "...";
}

/// The causes as one text. Equal texts in a row stand there once.
std::string causes_of(const Culprits& culprits) {
  std::string all, before;
  std::size_t named = 0, seen = 0;
  for (const auto& [index, refusal] : culprits) {
    if (seen++ > 0 && refusal.text == before) continue;
    before = refusal.text;
    if (named == kMostCauses)
      return all + "; and " + std::to_string(culprits.size() - seen + 1) + " more";
    all += (named++ == 0 ? "" : "; ") + shortened(refusal.text);
  }
  return all;
}

void raise_if_any(const Culprits& culprits, const CF::Properties& given) {
  if (culprits.empty()) return;
  CF::Properties invalid;
  for (const auto& [index, refusal] : culprits) invalid.push_back(given[index]);
  if (culprits.size() < given.size())
    throw CF::PropertySet::PartialConfiguration(std::move(invalid));
  throw CF::PropertySet::InvalidConfiguration(causes_of(culprits), std::move(invalid));
}

}  // namespace

Result<property::Value, Refusal> PropertySetCore::value_of(const CF::DataType& given) const {
  if (auto allowed = store_->check_configurable(given.id()); !allowed)
    return unexpected(std::move(allowed.error()));
  auto value = bridge_.to_value(given.value());
  if (!value) value.error().text = given.id() + ": " + value.error().text;
  return value;
}

void PropertySetCore::configure(const CF::Properties& properties) {
  Culprits culprits;
  std::vector<property::Field> fields;
  std::vector<std::size_t> indices;  // in `properties`, for each of `fields`
  for (std::size_t i = 0; i < properties.size(); ++i) {
    auto value = value_of(properties[i]);
    if (!value) {
      culprits.emplace(i, std::move(value.error()));
      continue;
    }
    fields.push_back({properties[i].id(), std::move(*value)});
    indices.push_back(i);
  }
  for (auto& [index, refusal] : store_->configure(fields))
    culprits.emplace(indices[index], std::move(refusal));
  raise_if_any(culprits, properties);
}

CORBA::Any PropertySetCore::any_of(const std::optional<property::Value>& value) const {
  if (!value) return {};
  return bridge_.to_any(*value).value_or(CORBA::Any{});
}

void PropertySetCore::query(CF::Properties& properties) const {
  CF::Properties filled, unknown;
  if (properties.empty())
    for (const auto& id : store_->queryable()) properties.emplace_back(id, CORBA::Any{});
  for (const auto& property : properties) {
    const auto value = store_->query(property.id());
    if (value)
      filled.emplace_back(property.id(), any_of(*value));
    else
      unknown.push_back(property);
  }
  if (!unknown.empty()) throw CF::UnknownProperties(std::move(unknown));
  properties = std::move(filled);
}

}  // namespace orbweaver::resource
