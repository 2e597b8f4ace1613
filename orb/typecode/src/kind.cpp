// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/kind.hpp>
#include <orbweaver/typecode/node.hpp>

#include <array>

namespace orbweaver::typecode {

bool has_id(TypeKind kind) noexcept {
  switch (kind) {
    case TypeKind::objref:
    case TypeKind::struct_:
    case TypeKind::union_:
    case TypeKind::enum_:
    case TypeKind::alias:
    case TypeKind::except:
    case TypeKind::value:
    case TypeKind::value_box:
    case TypeKind::native:
    case TypeKind::abstract_interface:
    case TypeKind::local_interface:
      return true;
    default:
      return false;
  }
}

bool has_members(TypeKind kind) noexcept {
  return kind == TypeKind::struct_ || kind == TypeKind::union_ || kind == TypeKind::enum_ ||
         kind == TypeKind::except || kind == TypeKind::value;
}

bool has_content(TypeKind kind) noexcept {
  return kind == TypeKind::sequence || kind == TypeKind::array || kind == TypeKind::alias ||
         kind == TypeKind::value_box;
}

bool has_length(TypeKind kind) noexcept {
  return kind == TypeKind::string || kind == TypeKind::wstring || kind == TypeKind::sequence ||
         kind == TypeKind::array;
}

bool is_complex(TypeKind kind) noexcept {
  return has_id(kind) || kind == TypeKind::sequence || kind == TypeKind::array;
}

bool is_known(std::uint32_t kind) noexcept {
  return kind <= static_cast<std::uint32_t>(TypeKind::local_interface);
}

namespace {

constexpr std::array kBasics{
    &basic<TypeKind::null>(),      &basic<TypeKind::void_>(),     &basic<TypeKind::short_>(),
    &basic<TypeKind::long_>(),     &basic<TypeKind::ushort>(),    &basic<TypeKind::ulong>(),
    &basic<TypeKind::float_>(),    &basic<TypeKind::double_>(),   &basic<TypeKind::boolean>(),
    &basic<TypeKind::char_>(),     &basic<TypeKind::octet>(),     &basic<TypeKind::any>(),
    &basic<TypeKind::type_code>(), &basic<TypeKind::principal>(), &basic<TypeKind::string>(),
    &basic<TypeKind::longlong>(),  &basic<TypeKind::ulonglong>(), &basic<TypeKind::longdouble>(),
    &basic<TypeKind::wchar>(),     &basic<TypeKind::wstring>()};

}  // namespace

const TypeNode* find_basic(TypeKind kind) noexcept {
  for (const TypeNode* const node : kBasics)
    if (node->kind == kind) return node;
  return nullptr;
}

const TypeNode& unaliased(const TypeNode& node) noexcept {
  const TypeNode* behind = &node;
  // Null while a peer's alias is still being read.
  while (behind->kind == TypeKind::alias && behind->content != nullptr) behind = behind->content;
  return *behind;
}

}  // namespace orbweaver::typecode
