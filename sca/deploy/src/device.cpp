// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/device.hpp>
#include <orbweaver/property/defaults.hpp>

#include <algorithm>

namespace orbweaver::deploy {

namespace {

std::vector<std::string> texts_of(const property::Value& value) {
  if (const auto* scalar = std::get_if<property::Scalar>(&value)) return {to_text(*scalar)};
  const auto* sequence = std::get_if<property::Sequence>(&value);
  if (sequence == nullptr) return {};
  std::vector<std::string> texts;
  for (const auto& item : sequence->items) {
    texts.push_back(std::visit([](const auto& one) { return to_text(one); }, item));
  }
  return texts;
}

void take_identity(DeployDevice& device, const AllocationProperty& property) {
  const auto& name = common_of(property.definition).label();
  const auto texts = property.value ? texts_of(*property.value) : std::vector<std::string>{};
  if (texts.empty()) return;
  if (name == "os_name") device.os.name = texts.front();
  if (name == "os_version") device.os.version = texts.front();
  if (name == "processor_name") {
    device.processors.insert(device.processors.end(), texts.begin(), texts.end());
  }
}

template <class Range>
auto find_by_id(const Range& range, std::string_view id, auto id_of) {
  const auto found = std::ranges::find_if(range, [&](const auto& one) { return id_of(one) == id; });
  return found == range.end() ? nullptr : &*found;
}

}  // namespace

std::string_view name_of(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::plain:
      return "device";
    case DeviceKind::loadable:
      return "loadable device";
    case DeviceKind::executable:
      return "executable device";
  }
  return "device";
}

std::string_view name_of(Availability availability) {
  switch (availability) {
    case Availability::available:
      return "available";
    case Availability::locked:
      return "locked";
    case Availability::shutting_down:
      return "shutting down";
    case Availability::disabled:
      return "disabled";
    case Availability::unknown:
      return "no answer";
  }
  return "no answer";
}

property::Action action_of(const property::Property& definition) {
  if (const auto* simple = std::get_if<property::Simple>(&definition)) return simple->action;
  const auto* sequence = std::get_if<property::SimpleSequence>(&definition);
  return sequence != nullptr ? sequence->action : property::Action::external;
}

const AllocationProperty* find(const DeployDevice& device, std::string_view id) {
  return find_by_id(device.properties, id, [](const AllocationProperty& one) -> std::string_view {
    return common_of(one.definition).id;
  });
}

const DeployDevice* find(std::span<const DeployDevice> devices, std::string_view id) {
  return find_by_id(devices, id,
                    [](const DeployDevice& one) -> std::string_view { return one.id; });
}

void add_properties(DeployDevice& device, std::span<const property::Property> properties) {
  for (const auto& property : properties) {
    if (!common_of(property).kinds.has(property::Kind::allocation)) continue;
    add_property(device, {property, default_of(property, properties).value});
  }
}

void add_property(DeployDevice& device, AllocationProperty property) {
  take_identity(device, property);
  device.properties.push_back(std::move(property));
}

}  // namespace orbweaver::deploy
