// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/device_description.hpp>
#include <orbweaver/os/machine.hpp>
#include <orbweaver/os/system_names.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::device {

namespace {

constexpr std::uint32_t kUnitsOfACore = 1000;

std::uint64_t core_units(const os::Machine& machine) {
  const auto processors = static_cast<double>(machine.processors);
  const double usable = std::min(processors, machine.processor_quota.value_or(processors));
  return static_cast<std::uint64_t>(usable * kUnitsOfACore);
}

std::uint64_t memory_bytes(const os::Machine& machine) {
  const auto all = machine.memory_bytes.value_or(0);
  return std::min(all, machine.memory_limit_bytes.value_or(all));
}

CF::DataType text(const char* id, const std::string& value) {
  CORBA::Any any;
  any <<= value;
  return CF::DataType{id, std::move(any)};
}

CF::Properties names_of_this_machine() {
  const auto names = os::names_of_this_system();
  if (!names) return {};
  return {text("os_name", names->system), text("os_version", names->release),
          text("processor_name", names->processor), text("host_name", names->host)};
}

}  // namespace

DeviceDescription describe_this_machine(std::string identifier, std::string label) {
  const auto machine = os::this_machine();
  return {.identifier = std::move(identifier),
          .label = std::move(label),
          .software_profile = {},
          .capacities = {{.id = "cores",
                          .type = CapacityType::double_precision,
                          .total = core_units(machine),
                          .units_per_one = kUnitsOfACore},
                         {.id = "memory", .total = memory_bytes(machine)}},
          .properties = names_of_this_machine(),
          .composite = nullptr};
}

}  // namespace orbweaver::device
