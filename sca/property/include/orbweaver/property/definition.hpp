// What a properties file (PRF, SCA 2.2.2 Appendix D.4) says of each property: its type, default,
// kinds, mode, range and enumerations. Texts are kept as they are written, so that a check can
// name what does not fit; `defaults.hpp` makes values of them.
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

enum class Mode { readonly, readwrite, writeonly };

/// How an allocation property is compared with a device's; `external`: by the device itself.
enum class Action { eq, ne, gt, lt, ge, le, external };

enum class Kind { allocation, configure, test, execparam, factoryparam, property, event, message };
inline constexpr std::size_t kKinds = 8;

/// The kinds of a property. A property that names none is of kind configure.
class Kinds {
 public:
  void add(Kind kind) { named_.set(static_cast<std::size_t>(kind)); }
  [[nodiscard]] bool named(Kind kind) const { return named_.test(static_cast<std::size_t>(kind)); }
  [[nodiscard]] bool has(Kind kind) const {
    return named_.none() ? kind == Kind::configure : named(kind);
  }
  friend bool operator==(const Kinds&, const Kinds&) = default;

 private:
  std::bitset<kKinds> named_;
};

/// A text of the profile and where it stands.
struct Text {
  std::string text;
  Position at;
  friend bool operator==(const Text&, const Text&) = default;
};

struct Range {
  std::string min;
  std::string max;
  Position at;
};

struct Enumeration {
  std::string label;
  std::string value;  // where the profile gives none: one more than the one before, from 0
  Position at;
};

/// Type, range and enumerations of a value of a simple, or of an item of a simplesequence.
struct Shape {
  Type type = Type::string;
  bool complex = false;
  std::optional<Range> range;             // both ends belong to it
  std::vector<Enumeration> enumerations;  // empty: every value
};

/// The members that all properties have.
struct Common {
  std::string id;
  std::string name;  // may be empty
  std::string description;
  Mode mode = Mode::readwrite;
  Kinds kinds;
  Position at;
  /// For messages: the name if there is one, else the id.
  [[nodiscard]] const std::string& label() const { return name.empty() ? id : name; }
};

struct Simple : Common {
  Shape shape;
  std::optional<Text> value;
  std::string units;
  Action action = Action::external;
  bool commandline = false;
  bool optional = false;
};

struct SimpleSequence : Common {
  Shape shape;
  std::optional<std::vector<Text>> values;
  std::string units;
  Action action = Action::external;
  bool optional = false;
};

using Member = std::variant<Simple, SimpleSequence>;

struct StructProperty : Common {
  std::vector<Member> members;
};

/// A value for one member of a struct, in a PRF, SAD, DCD or SPD.
struct MemberValue {
  std::string refid;
  std::variant<std::string, std::vector<Text>> value;  // simpleref | simplesequenceref
  Position at;
};

struct StructValue {
  std::vector<MemberValue> members;
  Position at;
};

struct StructSequenceProperty : Common {
  std::string structrefid;              // SCA: the struct elsewhere in the file
  std::optional<StructProperty> inner;  // REDHAWK: the struct itself
  std::vector<StructValue> values;
};

using Property = std::variant<Simple, SimpleSequence, StructProperty, StructSequenceProperty>;

[[nodiscard]] const Common& common_of(const Property& property);
[[nodiscard]] const Common& common_of(const Member& member);

/// "simple", "simplesequence", "struct" or "structsequence".
[[nodiscard]] std::string_view form_of(const Property& property);
[[nodiscard]] std::string_view form_of(const Member& member);

[[nodiscard]] std::optional<Mode> mode_named(std::string_view name);
[[nodiscard]] std::optional<Action> action_named(std::string_view name);
[[nodiscard]] std::optional<Kind> kind_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Mode mode);
[[nodiscard]] std::string_view name_of(Action action);
[[nodiscard]] std::string_view name_of(Kind kind);

}  // namespace orbweaver::property
