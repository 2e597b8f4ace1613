// SPDX-License-Identifier: Apache-2.0
// The definitions of a properties file (PRF, SCA 2.2.2 Appendix D.4): of each property its type,
// default, kinds, mode, range and enumerations. Texts are kept as they are written, so that a check
// can name what does not fit; `defaults.hpp` makes values of them.
//
// With REDHAWK's additions: complex, commandline and optional; the kinds property, event and
// message; sequences in structs; the struct of a structsequence within it.
#pragma once
#include <orbweaver/property/position.hpp>
#include <orbweaver/property/type.hpp>

#include <bitset>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace orbweaver::property {

/// Which operations clients have for a property: `readonly` query, `writeonly` configure,
/// `readwrite` both. SCA 2.2.2, D.4.
enum class Mode { readonly, readwrite, writeonly };

/// How an allocation property is compared with a device's; `external`: by the device itself.
/// All others compare as C's operators of these letters do: eq is ==, ge is >=.
enum class Action { eq, ne, gt, lt, ge, le, external };

/// The purpose of a property: allocation (matched with a device's, or taken from its capacity),
/// configure (while the component runs), test (of a built-in test), execparam (given to the program
/// when it starts), factoryparam (given to a resource factory); REDHAWK's property (as configure,
/// also at the start), event and message (of messages alone). SCA 2.2.2, D.4.
enum class Kind { allocation, configure, test, execparam, factoryparam, property, event, message };
/// How many kinds there are.
inline constexpr std::size_t kKinds = 8;

/// The kinds of a property. A property that names none is of kind configure.
class Kinds {
 public:
  /// Adds a kind to those that the property names.
  void add(Kind kind) { named_.set(static_cast<std::size_t>(kind)); }
  /// Whether the profile itself names the kind.
  [[nodiscard]] bool named(Kind kind) const { return named_.test(static_cast<std::size_t>(kind)); }
  /// Like named(); a property that names no kind has configure.
  [[nodiscard]] bool has(Kind kind) const {
    return named_.none() ? kind == Kind::configure : named(kind);
  }
  friend bool operator==(const Kinds&, const Kinds&) = default;

 private:
  std::bitset<kKinds> named_;
};

/// A text of the profile and where it stands.
struct Text {
  std::string text;  ///< the text of the profile
  Position at;       ///< file and line
  friend bool operator==(const Text&, const Text&) = default;
};

/// The ends of a range, as the profile writes them. SCA 2.2.2, D.4.
struct Range {
  std::string min;  ///< the least, which may be taken
  std::string max;  ///< the greatest, which may be taken
  Position at;      ///< file and line of the `range`
};

/// A value that a property may have. SCA 2.2.2, D.4.
struct Enumeration {
  std::string label;  ///< for messages and displays; the value is what travels
  std::string value;  ///< where the profile gives none: one more than the one before, from 0
  Position at;        ///< file and line
};

/// The values that a simple, or an item of a simplesequence, may have.
struct Shape {
  Type type = Type::string;    ///< type of each value, and of both parts of a complex one
  bool complex = false;        ///< REDHAWK: pairs of the type
  std::optional<Range> range;  ///< both ends belong to it
  std::vector<Enumeration> enumerations;  ///< empty: every value
};

/// The members that all properties have.
struct Common {
  std::string id;               ///< the name that clients use; unique in its component
  std::string name;             ///< may be empty
  std::string description;      ///< may be empty
  Mode mode = Mode::readwrite;  ///< whether clients may query and configure it
  Kinds kinds;                  ///< the purposes of the property
  Position at;                  ///< file and line of its element
  /// The name if there is one, else the id; for messages.
  [[nodiscard]] const std::string& label() const { return name.empty() ? id : name; }
};

/// A property with one value. SCA 2.2.2, D.4.
struct Simple : Common {
  Shape shape;                ///< the values that it takes
  std::optional<Text> value;  ///< the default; nothing: it has no value until it is configured
  std::string units;          ///< a unit such as "Hz" for displays; may be empty
  Action action = Action::external;  ///< how an allocation property is compared
  bool commandline = false;          ///< REDHAWK: one of kind property is given to the program, too
  bool optional = false;             ///< REDHAWK's attribute; nothing is decided by it
};

/// Any number of values of one type. SCA 2.2.2, D.4.
struct SimpleSequence : Common {
  Shape shape;  ///< the values that each item takes
  std::optional<std::vector<Text>>
      values;         ///< the defaults; nothing: it has no value until it is configured
  std::string units;  ///< a unit such as "Hz" for displays; may be empty
  Action action = Action::external;  ///< how an allocation property is compared
  bool optional = false;             ///< REDHAWK's attribute; nothing is decided by it
};

/// A member of a struct; SCA 2.2.2 has simple members only.
using Member = std::variant<Simple, SimpleSequence>;

/// Values that are set together. SCA 2.2.2, D.4.
struct StructProperty : Common {
  std::vector<Member> members;  ///< in the order of the profile
};

/// A value for one member of a struct, in a PRF, SAD, DCD or SPD.
struct MemberValue {
  std::string refid;                                   ///< id of the member
  std::variant<std::string, std::vector<Text>> value;  ///< simpleref | simplesequenceref
  Position at;                                         ///< file and line
};

/// A value of a struct.
struct StructValue {
  std::vector<MemberValue> members;  ///< in any order; those that are missing have their defaults
  Position at;                       ///< file and line
};

/// Any number of values of one struct. SCA 2.2.2, D.4.
struct StructSequenceProperty : Common {
  std::string structrefid;              ///< SCA: the struct elsewhere in the file
  std::optional<StructProperty> inner;  ///< REDHAWK: the struct itself
  std::vector<StructValue> values;      ///< the defaults; may be empty
};

/// A property in one of the four forms of SCA 2.2.2, D.4.
using Property = std::variant<Simple, SimpleSequence, StructProperty, StructSequenceProperty>;

/// The members that all forms have. Both references are valid as long as the argument.
[[nodiscard]] const Common& common_of(const Property& property);
[[nodiscard]] const Common& common_of(const Member& member);

/// "simple", "simplesequence", "struct" or "structsequence".
[[nodiscard]] std::string_view form_of(const Property& property);
/// "simple" or "simplesequence".
[[nodiscard]] std::string_view form_of(const Member& member);

/// The enumerator that a profile calls so; nothing for any other text. All three compare case, too.
[[nodiscard]] std::optional<Mode> mode_named(std::string_view name);
[[nodiscard]] std::optional<Action> action_named(std::string_view name);
[[nodiscard]] std::optional<Kind> kind_named(std::string_view name);
/// The name in profiles. All three functions return constant text.
[[nodiscard]] std::string_view name_of(Mode mode);
[[nodiscard]] std::string_view name_of(Action action);
[[nodiscard]] std::string_view name_of(Kind kind);

}  // namespace orbweaver::property
