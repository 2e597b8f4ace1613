// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/type_code.hpp>

#include <orbweaver/corba/any.hpp>
#include <orbweaver/typecode/codec.hpp>

namespace CORBA {

namespace {

using orbweaver::corba::omg_minor;
using orbweaver::typecode::Member;
using orbweaver::typecode::TypeKind;
using orbweaver::typecode::TypeNode;

void require(bool has_operation) {
  if (!has_operation) throw TypeCode::BadKind{};
}

const Member& member_at(const TypeNode& node, std::uint32_t index) {
  require(orbweaver::typecode::has_members(node.kind));
  if (index >= node.member_count) throw TypeCode::Bounds{};
  return node.first_member[index];
}

void require_complete(const orbweaver::typecode::TypeDescription& type) {
  if (!type.is_complete())
    throw BAD_TYPECODE(omg_minor(1), CompletionStatus::COMPLETED_NO,
                       "the type that encloses a create_recursive_tc has not been made");
}

// A label as an Any that holds a value of the discriminator's type.
Any label_of(const orbweaver::typecode::TypeDescription& discriminator, std::int64_t label) {
  orbweaver::cdr::Encoder bytes;
  orbweaver::typecode::encode_label(bytes, discriminator.node(), label);
  orbweaver::cdr::Decoder from{bytes.bytes()};
  return {discriminator, std::make_shared<const orbweaver::corba::HeldBytes>(from, discriminator)};
}

}  // namespace

const char* TypeCode::BadKind::_rep_id() const noexcept { return _id; }
const char* TypeCode::BadKind::_name() const noexcept { return "BadKind"; }
const char* TypeCode::Bounds::_rep_id() const noexcept { return _id; }
const char* TypeCode::Bounds::_name() const noexcept { return "Bounds"; }

bool TypeCode::equal(const typecode_reference& other) const {
  require_complete(type_);
  return other && orbweaver::typecode::equal(type_.node(), other->type_.node());
}

bool TypeCode::equivalent(const typecode_reference& other) const {
  require_complete(type_);
  return other && orbweaver::typecode::equivalent(type_.node(), other->type_.node());
}

typecode_reference TypeCode::get_compact_typecode() const {
  require_complete(type_);
  return typecode_reference{orbweaver::typecode::compact(type_)};
}

std::string TypeCode::id() const {
  require(orbweaver::typecode::has_id(type_.kind()));
  return type_.node().id;
}

std::string TypeCode::name() const {
  require(orbweaver::typecode::has_id(type_.kind()));
  return type_.node().name;
}

std::uint32_t TypeCode::member_count() const {
  require(orbweaver::typecode::has_members(type_.kind()));
  return type_.node().member_count;
}

std::string TypeCode::member_name(std::uint32_t index) const {
  return member_at(type_.node(), index).name;
}

typecode_reference TypeCode::member_type(std::uint32_t index) const {
  require(type_.kind() != TypeKind::enum_);
  return typecode_reference{type_.part(*member_at(type_.node(), index).type)};
}

Any TypeCode::member_label(std::uint32_t index) const {
  require(type_.kind() == TypeKind::union_);
  const Member& member = member_at(type_.node(), index);
  if (std::cmp_not_equal(index, type_.node().default_index))
    return label_of(type_.part(*type_.node().content), member.label);
  Any of_default;
  of_default <<= std::uint8_t{0};
  return of_default;
}

typecode_reference TypeCode::discriminator_type() const {
  require(type_.kind() == TypeKind::union_);
  return typecode_reference{type_.part(*type_.node().content)};
}

std::int32_t TypeCode::default_index() const {
  require(type_.kind() == TypeKind::union_);
  return type_.node().default_index;
}

std::uint32_t TypeCode::length() const {
  require(orbweaver::typecode::has_length(type_.kind()));
  return type_.node().length;
}

typecode_reference TypeCode::content_type() const {
  require(orbweaver::typecode::has_content(type_.kind()));
  return typecode_reference{type_.part(*type_.node().content)};
}

std::uint16_t TypeCode::fixed_digits() const {
  require(type_.kind() == TypeKind::fixed);
  return static_cast<std::uint16_t>(type_.node().length);
}

std::int16_t TypeCode::fixed_scale() const {
  require(type_.kind() == TypeKind::fixed);
  return type_.node().scale;
}

Visibility TypeCode::member_visibility(std::uint32_t index) const {
  require(type_.kind() == TypeKind::value);
  return static_cast<Visibility>(member_at(type_.node(), index).label);
}

ValueModifier TypeCode::type_modifier() const {
  require(type_.kind() == TypeKind::value);
  return type_.node().modifier;
}

typecode_reference TypeCode::concrete_base_type() const {
  require(type_.kind() == TypeKind::value);
  if (type_.node().content == nullptr) return nullptr;
  return typecode_reference{type_.part(*type_.node().content)};
}

}  // namespace CORBA

namespace orbweaver::cdr {

void Codec<CORBA::typecode_reference>::encode(Encoder& encoder,
                                              const CORBA::typecode_reference& type) {
  if (!type)
    throw CORBA::BAD_TYPECODE(CORBA::omg_minor(3), CORBA::CompletionStatus::COMPLETED_NO,
                              "a nil TypeCode cannot travel");
  CORBA::require_complete(type->_type());
  typecode::encode(encoder, type->_type().node());
}

void Codec<CORBA::typecode_reference>::decode(Decoder& decoder, CORBA::typecode_reference& type) {
  auto read = typecode::decode(decoder);
  if (decoder.ok()) type = CORBA::typecode_reference{std::move(read)};
}

}  // namespace orbweaver::cdr
