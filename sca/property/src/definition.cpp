#include <orbweaver/property/definition.hpp>
#include <orbweaver/property/execute_option.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace orbweaver::property {

namespace {

// In the order of the enumerators.
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

bool is_configured(const Common& common) {
  return common.kinds.has(Kind::configure) || common.kinds.has(Kind::property);
}

}  // namespace

const Common& common_of(const Property& property) {
  return std::visit([](const auto& each) -> const Common& { return each; }, property);
}

const Common& common_of(const Member& member) {
  return std::visit([](const auto& each) -> const Common& { return each; }, member);
}

std::string_view form_of(const Property& property) {
  constexpr std::array<std::string_view, 4> kForms{"simple", "simplesequence", "struct",
                                                   "structsequence"};
  return kForms.at(property.index());
}

std::string_view form_of(const Member& member) {
  return member.index() == 0 ? "simple" : "simplesequence";
}

std::string names_of(const Kinds& kinds) {
  std::string names;
  for (std::size_t i = 0; i < kKinds; ++i)
    if (kinds.has(static_cast<Kind>(i)))
      names += (names.empty() ? "" : ", ") + std::string{kKindNames.at(i)};
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

std::optional<Mode> mode_named(std::string_view name) { return named<Mode>(kModes, name); }
std::optional<Action> action_named(std::string_view name) { return named<Action>(kActions, name); }
std::optional<Kind> kind_named(std::string_view name) { return named<Kind>(kKindNames, name); }

std::string_view name_of(Mode mode) { return kModes.at(static_cast<std::size_t>(mode)); }
std::string_view name_of(Action action) { return kActions.at(static_cast<std::size_t>(action)); }
std::string_view name_of(Kind kind) { return kKindNames.at(static_cast<std::size_t>(kind)); }

}  // namespace orbweaver::property
