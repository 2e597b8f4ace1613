// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/device_book.hpp>

#include <orbweaver/deploy/side_by_side.hpp>
#include <orbweaver/registry/bounded_call.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace orbweaver::registry {

namespace {

using deploy::Availability;
using property::Action;

// For a busy machine. With leases, a device that hangs leaves the domain sooner.
constexpr Nanoseconds kStateTimeout = std::chrono::seconds{5};
constexpr std::size_t kAskedAtOnce = 8;

property::Simple allocation_property(const std::string& id, property::Type type, Action action) {
  property::Simple simple;
  simple.id = simple.name = id;
  simple.kinds.add(property::Kind::allocation);
  simple.mode = property::Mode::readonly;
  simple.shape.type = type;
  simple.action = action;
  return simple;
}

deploy::AllocationProperty view_of(const device::CapacityDescription& capacity) {
  if (capacity.type == device::CapacityType::unsigned_long_long)
    return {allocation_property(capacity.id, property::Type::ulonglong, Action::external),
            property::Scalar{capacity.total / capacity.units_per_one}};
  return {allocation_property(capacity.id, property::Type::double_, Action::external),
          property::Scalar{static_cast<double>(capacity.total) / capacity.units_per_one}};
}

// The property ids in REDHAWK's profiles (GPP.prf.xml).
constexpr const char* kOsId = "DCE:4a23ad60-0b25-4121-a630-68803a498f75";
constexpr const char* kOsVersionId = "DCE:0f3a9a37-a342-43d8-9b7f-78dc6da74192";
constexpr const char* kProcessorId = "DCE:fefb9c66-d14a-438d-ad59-2cfd1adb272b";

void add_text(deploy::DeployDevice& view, const std::string& id, const std::string& value) {
  const auto add = [&](const std::string& under) {
    view.properties.push_back(
        {allocation_property(under, property::Type::string, Action::eq), property::Scalar{value}});
  };
  add(id);
  if (id == "os_name") {
    view.os.name = value;
    add(kOsId);
  } else if (id == "os_version") {
    view.os.version = value;
    add(kOsVersionId);
  } else if (id == "processor_name") {
    view.processors = names_of_processor(value);
    add(kProcessorId);
  }
}

Availability availability_of(const KnownDevice& known) {
  const auto deadline = Deadline::after(kStateTimeout);
  if (bounded(known.device, deadline)->operationalState() == CF::Device::OperationalType::DISABLED)
    return Availability::disabled;
  switch (bounded(known.device, deadline)->adminState()) {
    case CF::Device::AdminType::LOCKED:
      return Availability::locked;
    case CF::Device::AdminType::SHUTTING_DOWN:
      return Availability::shutting_down;
    case CF::Device::AdminType::UNLOCKED:
      break;
  }
  return Availability::available;
}

}  // namespace

void DeviceBook::add(KnownDevice device) {
  remove(device.description.id);
  const std::scoped_lock lock{mutex_};
  device.entry = ++last_entry_;
  devices_.push_back(std::move(device));
}

void DeviceBook::set_leaving(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  for (auto& device : devices_)
    if (device.description.id == id) device.is_leaving = true;
}

void DeviceBook::remove(const std::string& id) {
  const std::scoped_lock lock{mutex_};
  std::erase_if(devices_,
                [&](const KnownDevice& known_device) { return known_device.description.id == id; });
}

std::optional<KnownDevice> DeviceBook::find(const std::string& id) const {
  const std::scoped_lock lock{mutex_};
  const auto found = std::ranges::find_if(
      devices_, [&](const KnownDevice& known_device) { return known_device.description.id == id; });
  return found == devices_.end() ? std::nullopt : std::optional{*found};
}

std::vector<KnownDevice> DeviceBook::all() const {
  const std::scoped_lock lock{mutex_};
  std::vector<KnownDevice> known_devices;
  std::ranges::copy_if(devices_, std::back_inserter(known_devices),
                       std::not_fn(&KnownDevice::is_leaving));
  return known_devices;
}

deploy::Devices DeviceBook::descriptions() const {
  const auto devices = all();
  deploy::Devices size(devices.size());
  deploy::side_by_side(devices.size(), kAskedAtOnce, [&](std::size_t i) {
    size[i] = devices[i].description;
    const auto state = outcome_of({}, [&] { return availability_of(devices[i]); });
    size[i].availability = state.value_or(Availability::unknown);
  });
  return size;
}

std::vector<std::string> names_of_processor(const std::string& name) {
  // Never destroyed: requests may run while the program's static objects are destroyed.
  static const auto& kOthers = *new std::map<std::string, std::vector<std::string>>{
      {"x86_64", {"amd64", "x86"}}, {"aarch64", {"arm64"}}, {"armv7l", {"arm"}}};
  std::vector<std::string> names{name};
  if (const auto others = kOthers.find(name); others != kOthers.end())
    std::ranges::copy(others->second, std::back_inserter(names));
  return names;
}

deploy::DeployDevice deployment_view_of(const device::DeviceDescription& description) {
  deploy::DeployDevice view;
  view.id = description.identifier;
  view.label = description.label;
  for (const auto& capacity : description.capacities) view.properties.push_back(view_of(capacity));
  for (const auto& property : description.properties) {
    std::string value;
    if (property.value() >>= value) add_text(view, property.id(), value);
  }
  return view;
}

deploy::DeployDevice plan_for_this_machine(const std::string& id, const std::string& label) {
  return deployment_view_of(device::describe_this_machine(id, label));
}

}  // namespace orbweaver::registry
