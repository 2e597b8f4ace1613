// SPDX-License-Identifier: Apache-2.0
// The members of structs, unions and value types: TypeCodeFactory takes them, the interface
// repository describes them. CORBA 3.3 Part 1, 8.11.3 and 14.5.
#pragma once
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/reference_forms.hpp>
#include <orbweaver/corba/type_code.hpp>

#include <concepts>
#include <string>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming,bugprone-macro-parentheses): names as the OMG spells them

// What the mapping makes of a struct's member.
#define ORBWEAVER_MEMBER(TYPE, NAME)                                  \
 public:                                                              \
  [[nodiscard]] const TYPE& NAME() const noexcept { return NAME##_; } \
  [[nodiscard]] TYPE& NAME() noexcept { return NAME##_; }             \
  void NAME(TYPE value) { NAME##_ = std::move(value); }               \
                                                                      \
 private:                                                             \
  TYPE NAME##_

namespace CORBA {

/// An interface of the interface repository. A program that uses it compiles the repository's IDL.
class IDLType;

class StructMember {
 public:
  StructMember() = default;
  StructMember(std::string name, typecode_reference type,
               object_reference<IDLType> type_def = nullptr)
      : name_(std::move(name)), type_(std::move(type)), type_def_(std::move(type_def)) {}
  friend bool operator==(const StructMember&, const StructMember&) = default;
  template <class Visitor>
  void _visit(Visitor&& visitor) const {
    visitor(name_, type_, type_def_);
  }

  ORBWEAVER_MEMBER(std::string, name);
  ORBWEAVER_MEMBER(typecode_reference, type);
  ORBWEAVER_MEMBER(object_reference<IDLType>, type_def);
};
using StructMemberSeq = std::vector<StructMember>;

class UnionMember {
 public:
  UnionMember() = default;
  UnionMember(std::string name, Any label, typecode_reference type,
              object_reference<IDLType> type_def = nullptr)
      : name_(std::move(name)),
        label_(std::move(label)),
        type_(std::move(type)),
        type_def_(std::move(type_def)) {}
  friend bool operator==(const UnionMember&, const UnionMember&) = default;
  template <class Visitor>
  void _visit(Visitor&& visitor) const {
    visitor(name_, label_, type_, type_def_);
  }

  ORBWEAVER_MEMBER(std::string, name);
  ORBWEAVER_MEMBER(Any, label);
  ORBWEAVER_MEMBER(typecode_reference, type);
  ORBWEAVER_MEMBER(object_reference<IDLType>, type_def);
};
using UnionMemberSeq = std::vector<UnionMember>;

class ValueMember {
 public:
  ValueMember() = default;
  ValueMember(std::string name, typecode_reference type, Visibility access)
      : name_(std::move(name)), type_(std::move(type)), access_(access) {}
  ValueMember(std::string name, std::string id, std::string defined_in, std::string version,
              typecode_reference type, object_reference<IDLType> type_def, Visibility access)
      : name_(std::move(name)),
        id_(std::move(id)),
        defined_in_(std::move(defined_in)),
        version_(std::move(version)),
        type_(std::move(type)),
        type_def_(std::move(type_def)),
        access_(access) {}
  friend bool operator==(const ValueMember&, const ValueMember&) = default;
  template <class Visitor>
  void _visit(Visitor&& visitor) const {
    visitor(name_, id_, defined_in_, version_, type_, type_def_, access_);
  }

  ORBWEAVER_MEMBER(std::string, name);
  ORBWEAVER_MEMBER(std::string, id);
  ORBWEAVER_MEMBER(std::string, defined_in);
  ORBWEAVER_MEMBER(std::string, version);
  ORBWEAVER_MEMBER(typecode_reference, type);
  ORBWEAVER_MEMBER(object_reference<IDLType>, type_def);
  ORBWEAVER_MEMBER(Visibility, access) = PRIVATE_MEMBER;
};
using ValueMemberSeq = std::vector<ValueMember>;

}  // namespace CORBA

#undef ORBWEAVER_MEMBER

namespace orbweaver::corba {

template <class T>
concept TypeMember = std::same_as<T, CORBA::StructMember> || std::same_as<T, CORBA::UnionMember> ||
                     std::same_as<T, CORBA::ValueMember>;

}  // namespace orbweaver::corba

namespace orbweaver::cdr {

/// A template, so that IDLType need not be complete before a member travels.
template <corba::TypeMember Member>
struct Codec<Member> {
  // A name, a TypeCode's kind, a nil reference.
  static constexpr std::size_t kLeastSize = 5 + 4 + 9;
  static void encode(Encoder& encoder, const Member& value) {
    value._visit([&](const auto&... members) { (cdr::encode(encoder, members), ...); });
  }
  static void decode(Decoder& decoder, Member& value) {
    const auto one = [&](auto& member) { cdr::decode(decoder, member); };
    one(value.name());
    if constexpr (std::same_as<Member, CORBA::UnionMember>) one(value.label());
    if constexpr (std::same_as<Member, CORBA::ValueMember>) {
      one(value.id());
      one(value.defined_in());
      one(value.version());
    }
    one(value.type());
    one(value.type_def());
    if constexpr (std::same_as<Member, CORBA::ValueMember>) one(value.access());
  }
};

}  // namespace orbweaver::cdr
// NOLINTEND(readability-identifier-naming,bugprone-macro-parentheses)
