// SPDX-License-Identifier: Apache-2.0
// CORBA::TypeCode. CORBA 3.3 Part 1, 8.11: TypeCodes; the reference is spelled as the
// IDL-to-C++11 mapping does: IDL::traits<CORBA::TypeCode>::ref_type, used with ->.
#pragma once
#include <orbweaver/cdr/codec.hpp>
#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/idl_traits.hpp>
#include <orbweaver/corba/text.hpp>
#include <orbweaver/corba/write.hpp>
#include <orbweaver/typecode/type_description.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

// NOLINTBEGIN(readability-identifier-naming): names as the OMG spells them

namespace CORBA {

class Any;
class typecode_reference;

/// The kinds of typecode::TypeKind, which has what they are and their numbers. All are the OMG's,
/// and stand for the type of IDL that they name; tk_null is the type of an empty Any. CORBA 3.3
/// Part 1, 8.11.
enum class TCKind : std::uint32_t {
  tk_null,
  tk_void,
  tk_short,
  tk_long,
  tk_ushort,
  tk_ulong,
  tk_float,
  tk_double,
  tk_boolean,
  tk_char,
  tk_octet,
  tk_any,
  tk_TypeCode,
  tk_Principal,
  tk_objref,
  tk_struct,
  tk_union,
  tk_enum,
  tk_string,
  tk_sequence,
  tk_array,
  tk_alias,
  tk_except,
  tk_longlong,
  tk_ulonglong,
  tk_longdouble,
  tk_wchar,
  tk_wstring,
  tk_fixed,
  tk_value,
  tk_value_box,
  tk_native,
  tk_abstract_interface,
  tk_local_interface
};

/// How a value type is declared: VM_NONE, VM_CUSTOM (`custom`), VM_ABSTRACT (`abstract`) or
/// VM_TRUNCATABLE. CORBA 3.3 Part 1, 8.11.
using ValueModifier = std::int16_t;
inline constexpr ValueModifier VM_NONE = 0, VM_CUSTOM = 1, VM_ABSTRACT = 2, VM_TRUNCATABLE = 3;
/// The visibility of a member of a value type: PRIVATE_MEMBER or PUBLIC_MEMBER.
using Visibility = std::int16_t;
inline constexpr Visibility PRIVATE_MEMBER = 0, PUBLIC_MEMBER = 1;

/// Immutable. Throws BadKind for an operation that the kind does not have; Bounds for an index
/// beyond the last member; BAD_TYPECODE for a recursive type whose enclosing type is not made yet
/// (create_recursive_tc). Threads: any.
class TypeCode {
 public:
  /// A type of this kind has no such part: id() of a string, length() of a struct.
  class BadKind final : public UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/CORBA/TypeCode/BadKind:1.0";
    [[nodiscard]] const char* _rep_id() const noexcept override;
    [[nodiscard]] const char* _name() const noexcept override;
  };
  /// There is no member with this index.
  class Bounds final : public UserException {
   public:
    static constexpr const char* _id = "IDL:omg.org/CORBA/TypeCode/Bounds:1.0";
    [[nodiscard]] const char* _rep_id() const noexcept override;
    [[nodiscard]] const char* _name() const noexcept override;
  };

  /// As of a local object.
  [[nodiscard]] static bool _is_a(std::string_view repository_id) noexcept {
    return repository_id == "IDL:omg.org/CORBA/TypeCode:1.0" ||
           repository_id == "IDL:omg.org/CORBA/Object:1.0";
  }
  /// Always false, as of every local object.
  [[nodiscard]] static bool _non_existent() noexcept { return false; }
  /// Whether both are the same in all parts, names and aliases, too. CORBA 3.3 Part 1, 8.11.
  [[nodiscard]] bool equal(const typecode_reference& other) const;
  /// Whether values of one type can be read as the other: aliases count as what they stand for, and
  /// types with the same id are equivalent. CORBA 3.3 Part 1, 8.11.
  [[nodiscard]] bool equivalent(const typecode_reference& other) const;
  /// The same type without the names of types and members.
  [[nodiscard]] typecode_reference get_compact_typecode() const;
  /// An alias is of kind tk_alias: see content_type().
  [[nodiscard]] TCKind kind() const noexcept { return static_cast<TCKind>(type_.kind()); }

  /// The repository id, and the simple name. Both are of interfaces, structs, unions, enums,
  /// exceptions, aliases, native and value types; the name may be empty.
  [[nodiscard]] std::string id() const;
  [[nodiscard]] std::string name() const;
  /// How many members, or enumerators, it has. An index is from 0 to one less.
  [[nodiscard]] std::uint32_t member_count() const;
  /// The name of a member or enumerator; empty in a compact type.
  [[nodiscard]] std::string member_name(std::uint32_t index) const;
  /// The type of a member of a struct, union, exception or value type.
  [[nodiscard]] typecode_reference member_type(std::uint32_t index) const;
  /// The label of the default member is an octet of 0.
  [[nodiscard]] Any member_label(std::uint32_t index) const;
  /// The type of a union's switch.
  [[nodiscard]] typecode_reference discriminator_type() const;
  /// -1 if the union has no default member.
  [[nodiscard]] std::int32_t default_index() const;
  /// The bound of a string or sequence, 0: none; the number of elements of an array.
  [[nodiscard]] std::uint32_t length() const;
  /// The type of the elements of a sequence or array, the type that an alias stands for, or the
  /// type in a value box.
  [[nodiscard]] typecode_reference content_type() const;
  /// Both numbers of `fixed<digits, scale>`, as declared.
  [[nodiscard]] std::uint16_t fixed_digits() const;
  [[nodiscard]] std::int16_t fixed_scale() const;
  /// Whether a member of a value type is a PRIVATE_MEMBER or a PUBLIC_MEMBER.
  [[nodiscard]] Visibility member_visibility(std::uint32_t index) const;
  /// The modifier of a value type: VM_NONE and so on.
  [[nodiscard]] ValueModifier type_modifier() const;
  /// Nil if the value type has no base.
  [[nodiscard]] typecode_reference concrete_base_type() const;

  /// For the ORB: the type as the room typecode has it.
  [[nodiscard]] const orbweaver::typecode::TypeDescription& _type() const noexcept { return type_; }

 private:
  friend class typecode_reference;
  explicit TypeCode(orbweaver::typecode::TypeDescription type) noexcept : type_(std::move(type)) {}

  orbweaver::typecode::TypeDescription type_;
};

/// A reference to a TypeCode.
class typecode_reference {
 public:
  /// Nil: its operations are those of the TypeCode tk_null.
  typecode_reference() noexcept : value_(orbweaver::typecode::TypeDescription{}) {}
  /// Nil.
  typecode_reference(std::nullptr_t) noexcept : typecode_reference() {}
  /// For the ORB.
  explicit typecode_reference(orbweaver::typecode::TypeDescription type) noexcept
      : value_(std::move(type)), is_nil_(false) {}

  /// The operations of the TypeCode. All are valid as long as the reference.
  [[nodiscard]] const TypeCode* operator->() const noexcept { return &value_; }
  [[nodiscard]] const TypeCode& operator*() const noexcept { return value_; }
  /// False if it is nil.
  [[nodiscard]] explicit operator bool() const noexcept { return !is_nil_; }
  friend bool operator==(const typecode_reference& reference, std::nullptr_t) noexcept {
    return reference.is_nil_;
  }
  /// Like equal(); two nil ones are equal.
  friend bool operator==(const typecode_reference& left, const typecode_reference& right) {
    return left.is_nil_ || right.is_nil_ ? left.is_nil_ == right.is_nil_ : left->equal(right);
  }

 private:
  TypeCode value_;
  bool is_nil_ = true;
};

}  // namespace CORBA

namespace orbweaver::corba {

/// A TypeCode of the IDL compiler: constant data, without any code to start up. Used like a
/// reference: `_tc_Point->name()`.
struct TypeCodeConstant {
  /// For the ORB: the type's parts.
  typecode::TypeNode node;

  /// The operations of the TypeCode.
  [[nodiscard]] CORBA::typecode_reference operator->() const noexcept { return *this; }
  /// A reference, to keep or to pass on.
  operator CORBA::typecode_reference() const noexcept {
    return CORBA::typecode_reference{typecode::TypeDescription{node}};
  }
};

}  // namespace orbweaver::corba

namespace CORBA {

// clang-format off
#define ORBWEAVER_BASIC_TYPE_CODES(X)                                                              \
  X(null, null) X(void, void_) X(short, short_) X(long, long_) X(ushort, ushort) X(ulong, ulong)   \
  X(float, float_) X(double, double_) X(boolean, boolean) X(char, char_) X(octet, octet)           \
  X(any, any) X(TypeCode, type_code) X(Principal, principal) X(string, string)                     \
  X(longlong, longlong) X(ulonglong, ulonglong) X(longdouble, longdouble) X(wchar, wchar)          \
  X(wstring, wstring)
// clang-format on

#define ORBWEAVER_BASIC_TYPE_CODE(NAME, KIND)                     \
  inline constexpr orbweaver::corba::TypeCodeConstant _tc_##NAME{ \
      {orbweaver::typecode::TypeKind::KIND}};
/// The TypeCodes of types without parts: `_tc_long`, `_tc_string` (without a bound) and so on.
ORBWEAVER_BASIC_TYPE_CODES(ORBWEAVER_BASIC_TYPE_CODE)
#undef ORBWEAVER_BASIC_TYPE_CODE
#undef ORBWEAVER_BASIC_TYPE_CODES
/// The TypeCode of CORBA::Object.
inline constexpr orbweaver::corba::TypeCodeConstant _tc_Object{
    {.kind = orbweaver::typecode::TypeKind::objref,
     .id = "IDL:omg.org/CORBA/Object:1.0",
     .name = "Object"}};

}  // namespace CORBA

/// "tk_long"
template <>
struct orbweaver::corba::TextForm<CORBA::TCKind> {
  static void put(TextWriter& writer, CORBA::TCKind kind);
};

/// The type as IDL spells it.
template <>
struct orbweaver::corba::TextForm<CORBA::typecode_reference> {
  static void put(TextWriter& writer, const CORBA::typecode_reference& type);
};

template <>
struct IDL::traits<CORBA::TypeCode>
    : orbweaver::corba::WriteTraits<CORBA::TypeCode, CORBA::typecode_reference> {
  using ref_type = CORBA::typecode_reference;
  using value_type = ref_type;
  using in_type = ref_type;
  using out_type = ref_type&;
  using inout_type = ref_type&;
  using is_local = std::true_type;
  using is_abstract = std::false_type;
};

template <>
struct orbweaver::cdr::Codec<CORBA::typecode_reference> {
  static constexpr std::size_t kLeastSize = 4;
  /// Throws BAD_TYPECODE for a nil or incomplete one.
  static void encode(Encoder& encoder, const CORBA::typecode_reference& type);
  static void decode(Decoder& decoder, CORBA::typecode_reference& type);
};
// NOLINTEND(readability-identifier-naming)
