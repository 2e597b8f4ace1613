// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/definition.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace orbweaver::property {

namespace {

// Names, in the order of the enumerators.
constexpr std::array<std::string_view, 3> kModes{"readonly", "readwrite", "writeonly"};
constexpr std::array<std::string_view, 7> kActions{"eq", "ne", "gt", "lt", "ge", "le", "external"};
constexpr std::array<std::string_view, kKinds> kKindNames{
    "allocation", "configure", "test", "execparam", "factoryparam", "property", "event", "message"};

template <class E>
std::optional<E> named(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<E>(found - names.begin());
}

}  // namespace

const Common& common_of(const Property& property) {
  return std::visit([](const auto& entry) -> const Common& { return entry; }, property);
}

const Common& common_of(const Member& member) {
  return std::visit([](const auto& entry) -> const Common& { return entry; }, member);
}

std::string_view form_of(const Property& property) {
  constexpr std::array<std::string_view, 4> kForms{"simple", "simplesequence", "struct",
                                                   "structsequence"};
  return kForms.at(property.index());
}

std::string_view form_of(const Member& member) {
  return member.index() == 0 ? "simple" : "simplesequence";
}

std::optional<Mode> mode_named(std::string_view name) { return named<Mode>(kModes, name); }
std::optional<Action> action_named(std::string_view name) { return named<Action>(kActions, name); }
std::optional<Kind> kind_named(std::string_view name) { return named<Kind>(kKindNames, name); }

std::string_view name_of(Mode mode) { return kModes.at(static_cast<std::size_t>(mode)); }
std::string_view name_of(Action action) { return kActions.at(static_cast<std::size_t>(action)); }
std::string_view name_of(Kind kind) { return kKindNames.at(static_cast<std::size_t>(kind)); }

}  // namespace orbweaver::property
