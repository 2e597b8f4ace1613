// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/kept.hpp>

#include <orbweaver/generated/sca/CF/Sequences.hpp>
#include <orbweaver/generated/sca/PortTypes.hpp>

#include <utility>

namespace orbweaver::device {

namespace {

constexpr const char* kCapacities = "orbweaver.kept.capacities";
constexpr const char* kFiles = "orbweaver.kept.files";
constexpr const char* kProcesses = "orbweaver.kept.processes";

template <class T>
CF::DataType property(const char* id, T value) {
  CORBA::Any any;
  any <<= std::move(value);
  return CF::DataType{id, std::move(any)};
}

template <class T>
bool take(const CF::Properties& properties, const char* id, T& value) {
  for (const auto& property : properties)
    if (property.id() == id) return property.value() >>= value;
  return false;
}

}  // namespace

CF::Properties properties_of(const Kept& kept) {
  return {property(kCapacities, kept.capacities), property(kFiles, CF::StringSequence(kept.files)),
          property(kProcesses, PortTypes::LongSequence(kept.processes))};
}

std::optional<Kept> kept_of(const CF::Properties& properties) {
  constexpr std::size_t kAll = 3;
  Kept kept;
  const bool is_whole =
      properties.size() == kAll && take(properties, kCapacities, kept.capacities) &&
      take(properties, kFiles, kept.files) && take(properties, kProcesses, kept.processes);
  return is_whole ? std::optional{std::move(kept)} : std::nullopt;
}

}  // namespace orbweaver::device
