// Values from what a profile writes: defaults of a PRF, and what a SAD, DCD or SPD puts in their
// place. All that does not fit is reported at once.
#pragma once
#include <orbweaver/property/fit.hpp>

#include <span>
#include <variant>

namespace orbweaver::property {

/// What a simpleref, simplesequenceref, structref or structsequenceref of a profile gives.
struct Override {
  std::string refid;
  std::variant<std::string, std::vector<Text>, StructValue, std::vector<StructValue>> value;
  Position at;
};

/// "simpleref", "simplesequenceref", "structref" or "structsequenceref".
[[nodiscard]] std::string_view form_of(const Override& given);

/// A text that does not fit, and where it stands.
struct Fault {
  enum class Kind { misfit, wrong_form, unknown_member, no_struct };
  Kind kind = Kind::misfit;
  Misfit misfit;         // its text is the message whatever the kind
  std::string property;  // "gain", or "filter.gain" for a member
  Position at;
};

/// Either the value, or every fault: never both. No value and no fault: the PRF gives no default.
struct Outcome {
  std::optional<Value> value;
  std::vector<Fault> faults;
};

/// The default of the property. A struct has one if a member has; members without a value are left
/// out of it. `all`: where the struct of a structsequence is looked up.
[[nodiscard]] Outcome default_of(const Property& property, std::span<const Property> all);

/// The value that `given` gives to `property`. Members of a struct that it leaves out keep their
/// defaults, and so does what it gives a blank text (`gives_no_value`).
[[nodiscard]] Outcome value_of(const Property& property, std::span<const Property> all,
                               const Override& given);

/// The struct whose values a structsequence holds: within it, or in `all`; null if in neither.
[[nodiscard]] const StructProperty* struct_of(const StructSequenceProperty& property,
                                              std::span<const Property> all);

/// The property with this id; null if there is none. The last one counts.
[[nodiscard]] const Property* find(std::span<const Property> all, std::string_view id);

}  // namespace orbweaver::property
