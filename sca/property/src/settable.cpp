// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/settable.hpp>

#include <orbweaver/property/execute_option.hpp>

namespace orbweaver::property {

namespace {

bool is_configured(const Common& common) {
  return common.kinds.has(Kind::configure) || common.kinds.has(Kind::property);
}

}  // namespace

std::string names_of(const Kinds& kinds) {
  std::string names;
  for (std::size_t i = 0; i < kKinds; ++i)
    if (kinds.has(static_cast<Kind>(i)))
      names += (names.empty() ? "" : ", ") + std::string{name_of(static_cast<Kind>(i))};
  return names;
}

bool is_parameter(const Property& property) {
  const auto& kinds = common_of(property).kinds;
  if (kinds.has(Kind::execparam)) return true;
  const auto* simple = std::get_if<Simple>(&property);
  return simple != nullptr && simple->commandline && kinds.has(Kind::property);
}

std::optional<std::string> why_not_settable(const Property& property) {
  const auto& common = common_of(property);
  if (is_parameter(property) || is_execute_option(common.id)) return std::nullopt;
  if (!is_configured(common))
    return "its kind is " + names_of(common.kinds) +
           "; only configure, property and execparam can be set";
  if (common.mode == Mode::readonly) return "its mode is readonly";
  return std::nullopt;
}

}  // namespace orbweaver::property
