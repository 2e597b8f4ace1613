#include <orbweaver/device/device_description.hpp>
#include <orbweaver/os/machine.hpp>

#include <sys/utsname.h>

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

CF::DataType text(const char* id, const char* value) {
  CORBA::Any any;
  any <<= std::string{value};
  return CF::DataType{id, std::move(any)};
}

CF::Properties names_of_this_machine() {
  utsname names{};
  if (::uname(&names) != 0) return {};
  return {text("os_name", names.sysname), text("os_version", names.release),
          text("processor_name", names.machine), text("host_name", names.nodename)};
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
