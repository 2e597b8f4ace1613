// SPDX-License-Identifier: Apache-2.0
// Makes values of the texts of profiles: defaults of a PRF, and the values with which a SAD, DCD or
// SPD replaces them. Every text that does not fit is reported, not only the first.
#pragma once
#include <orbweaver/property/fit.hpp>

#include <span>
#include <variant>

namespace orbweaver::property {

/// A value that a profile gives by a simpleref, simplesequenceref, structref or structsequenceref.
struct Override {
  std::string refid;
  std::variant<std::string, std::vector<Text>, StructValue, std::vector<StructValue>> value;
  Position at;
};

/// "simpleref", "simplesequenceref", "structref" or "structsequenceref".
[[nodiscard]] std::string_view form_of(const Override& given);

/// A text that does not fit, and where it stands.
struct DefaultFault {
  enum class Kind { misfit, wrong_form, unknown_member, no_struct };
  Kind kind = Kind::misfit;
  Misfit misfit;         // the text of the misfit is the message, whatever the kind
  std::string property;  // "gain", or "filter.gain" for a member
  Position at;
};

/// The value, or else all faults. Neither: the PRF has no default.
struct DefaultOutcome {
  std::optional<Value> value;
  std::vector<DefaultFault> faults;
};

/// The default of the property. A struct has a default if one of its members has one; members
/// without are left out of it. `all`: where the struct of a structsequence is looked up.
[[nodiscard]] DefaultOutcome default_of(const Property& property, std::span<const Property> all);

/// The value that `given` assigns to `property`. Members of a struct that it leaves out, or gives a
/// blank text (`gives_no_value`), keep their defaults.
[[nodiscard]] DefaultOutcome value_of(const Property& property, std::span<const Property> all,
                                      const Override& given);

/// The struct whose values a structsequence holds: within it, or in `all`; null if in neither.
[[nodiscard]] const StructProperty* struct_of(const StructSequenceProperty& property,
                                              std::span<const Property> all);

/// The last property with this id; null if there is none.
[[nodiscard]] const Property* find(std::span<const Property> all, std::string_view id);

}  // namespace orbweaver::property
