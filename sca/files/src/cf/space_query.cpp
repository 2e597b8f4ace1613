// SPDX-License-Identifier: Apache-2.0
#include "space_query.hpp"

#include <array>
#include <string>
#include <utility>

namespace orbweaver::files {

namespace {

using Known = std::array<std::pair<std::string, std::uint64_t>, 2>;

Known known_of(const Space& space) {
  return {{{CF::FileSystem::SIZE, space.size}, {CF::FileSystem::AVAILABLE_SPACE, space.available}}};
}

CF::DataType property(const std::string& id, std::uint64_t value) {
  CORBA::Any any;
  any <<= value;
  return CF::DataType{id, std::move(any)};
}

CF::Properties unknown_among(const CF::Properties& properties) {
  CF::Properties unknown;
  for (const auto& property : properties)
    if (property.id() != CF::FileSystem::SIZE && property.id() != CF::FileSystem::AVAILABLE_SPACE)
      unknown.push_back(property);
  return unknown;
}

}  // namespace

void answer_space(CF::Properties& properties, const Space& space) {
  if (auto unknown = unknown_among(properties); !unknown.empty())
    throw CF::FileSystem::UnknownFileSystemProperties(std::move(unknown));
  const bool wants_all = properties.empty();
  for (const auto& [id, value] : known_of(space)) {
    if (wants_all) properties.push_back(property(id, value));
    for (auto& entry : properties)
      if (entry.id() == id) entry = property(id, value);
  }
}

Space space_of(CF::FileSystem& files) {
  CF::Properties properties{property(CF::FileSystem::SIZE, 0),
                            property(CF::FileSystem::AVAILABLE_SPACE, 0)};
  files.query(properties);
  Space space;
  for (const auto& property : properties) {
    std::uint64_t value = 0;
    if (!(property.value() >>= value)) continue;
    if (property.id() == CF::FileSystem::SIZE) space.size = value;
    if (property.id() == CF::FileSystem::AVAILABLE_SPACE) space.available = value;
  }
  return space;
}

}  // namespace orbweaver::files
