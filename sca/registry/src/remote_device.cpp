// SPDX-License-Identifier: Apache-2.0
#include "remote_device.hpp"

#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/fit.hpp>

#include <algorithm>
#include <iterator>

namespace orbweaver::registry {

namespace {

using deploy::AllocationProperty;

deploy::DeviceKind kind_of(const KnownDevice& known) {
  if (known.executable) return deploy::DeviceKind::executable;
  return known.loadable ? deploy::DeviceKind::loadable : deploy::DeviceKind::plain;
}

/// Returns the properties of kind allocation, with their defaults.
std::vector<AllocationProperty> allocation_of(const std::vector<property::Property>& all) {
  std::vector<AllocationProperty> allocation_properties;
  for (const auto& entry : all)
    if (common_of(entry).kinds.has(property::Kind::allocation))
      allocation_properties.push_back({entry, property::default_of(entry, all).value});
  return allocation_properties;
}

CF::Properties questions_for(const std::vector<AllocationProperty>& properties) {
  CF::Properties asked;
  for (const auto& property : properties) {
    const auto& common = common_of(property.definition);
    if (common.mode != property::Mode::writeonly) asked.emplace_back(common.id, CORBA::Any{});
  }
  return asked;
}

bool is_named(const CF::Properties& all, const std::string& id) {
  return std::ranges::any_of(all, [&](const auto& property) { return property.id() == id; });
}

/// Returns the device's values of the properties in `asked`. If it refuses some, asks again without
/// them.
CF::Properties answers_of(CF::Device& device, CF::Properties asked, CallsEndBy& calls) {
  try {
    calls.renew();
    auto answered = asked;
    device.query(answered);
    return answered;
  } catch (const CF::UnknownProperties& unknown) {
    const auto before = asked.size();
    std::erase_if(
        asked, [&](const auto& text) { return is_named(unknown.invalidProperties(), text.id()); });
    if (asked.empty() || asked.size() == before) return {};
  }
  try {
    calls.renew();
    device.query(asked);
    return asked;
  } catch (const CF::UnknownProperties&) {
    return {};  // its answers contradict each other
  }
}

property::Item item_of(const property::Value& value) {
  if (const auto* scalar = std::get_if<property::Scalar>(&value)) return *scalar;
  return std::get<property::Complex>(value);
}

bool fits_one(const property::Shape& shape, const property::Value& value) {
  if (value.index() > 1) return false;  // neither a scalar nor a complex number
  return property::fits(shape, item_of(value)).has_value();
}

}  // namespace

bool fits(const property::Property& definition, const property::Value& value) {
  if (const auto* simple = std::get_if<property::Simple>(&definition))
    return fits_one(simple->shape, value);
  const auto* several = std::get_if<property::SimpleSequence>(&definition);
  const auto* sequence = std::get_if<property::Sequence>(&value);
  if (several == nullptr || sequence == nullptr) return false;
  return sequence->type == several->shape.type &&
         std::ranges::all_of(sequence->items, [&](const property::Item& item) {
           return property::fits(several->shape, item).has_value();
         });
}

KnownDevice DeviceQuestions::ask(const IDL::traits<CF::Device>::ref_type& device,
                                 const std::string& id,
                                 const std::function<void(const std::string& line)>& on_problem) {
  KnownDevice known;
  known.device = device;
  known.description.id = id;
  calls_->renew();
  known.description.label = device->label();
  calls_->renew();
  known.executable = IDL::traits<CF::ExecutableDevice>::narrow(device);
  calls_->renew();
  known.loadable = IDL::traits<CF::LoadableDevice>::narrow(device);
  known.description.kind = kind_of(known);
  const auto profile = profile_of(*device, id, on_problem);
  auto& view = known.description;
  for (auto& property : properties_of(*device, profile))
    deploy::add_property(view, std::move(property));
  if (view.os.name.empty()) view.os = profile.os;
  const auto processors = view.processors.empty() ? profile.processors : view.processors;
  view.processors.clear();
  for (const auto& processor : processors)
    std::ranges::copy(names_of_processor(processor), std::back_inserter(view.processors));
  return known;
}

DeviceProfile DeviceQuestions::profile_of(
    CF::Device& device, const std::string& id,
    const std::function<void(const std::string& line)>& on_problem) {
  calls_->renew();
  const auto name = device.softwareProfile();
  auto profile =
      read_device_profile(*files_, name, implementation_of(id), [this] { calls_->renew(); });
  if (profile) return *std::move(profile);
  if (on_problem) on_problem("device '" + id + "': " + profile.error());
  throw CF::InvalidProfile();
}

/// Returns the running implementation's id; empty if the node does not report it.
std::string DeviceQuestions::implementation_of(const std::string& id) {
  calls_->renew();
  try {
    return node_->getComponentImplementationId(id);
  } catch (const CORBA::NO_IMPLEMENT&) {
    return {};
  } catch (const CORBA::BAD_OPERATION&) {
    return {};
  } catch (const CORBA::UNKNOWN&) {
    return {};
  }
}

std::vector<AllocationProperty> DeviceQuestions::properties_of(CF::Device& device,
                                                               const DeviceProfile& profile) {
  auto properties = allocation_of(profile.properties);
  auto asked = questions_for(properties);
  if (asked.empty()) return properties;
  const auto answers = answers_of(device, std::move(asked), *calls_);
  for (auto& property : properties) {
    const auto& id = common_of(property.definition).id;
    const auto said =
        std::ranges::find_if(answers, [&](const auto& one) { return one.id() == id; });
    if (said == answers.end()) continue;
    auto value = bridge_->to_value(said->value());
    if (value && fits(property.definition, *value)) property.value = *std::move(value);
  }
  return properties;
}

}  // namespace orbweaver::registry
