// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/kind.hpp>
#include <orbweaver/typecode/node.hpp>

#include <array>

namespace orbweaver::typecode {

bool has_id(Kind kind) noexcept {
  switch (kind) {
    case Kind::objref:
    case Kind::struct_:
    case Kind::union_:
    case Kind::enum_:
    case Kind::alias:
    case Kind::except:
    case Kind::value:
    case Kind::value_box:
    case Kind::native:
    case Kind::abstract_interface:
    case Kind::local_interface:
      return true;
    default:
      return false;
  }
}

bool has_members(Kind kind) noexcept {
  return kind == Kind::struct_ || kind == Kind::union_ || kind == Kind::enum_ ||
         kind == Kind::except || kind == Kind::value;
}

bool has_content(Kind kind) noexcept {
  return kind == Kind::sequence || kind == Kind::array || kind == Kind::alias ||
         kind == Kind::value_box;
}

bool has_length(Kind kind) noexcept {
  return kind == Kind::string || kind == Kind::wstring || kind == Kind::sequence ||
         kind == Kind::array;
}

bool is_complex(Kind kind) noexcept {
  return has_id(kind) || kind == Kind::sequence || kind == Kind::array;
}

bool is_known(std::uint32_t kind) noexcept {
  return kind <= static_cast<std::uint32_t>(Kind::local_interface);
}

namespace {

constexpr std::array kBasics{
    &basic<Kind::null>(),      &basic<Kind::void_>(),     &basic<Kind::short_>(),
    &basic<Kind::long_>(),     &basic<Kind::ushort>(),    &basic<Kind::ulong>(),
    &basic<Kind::float_>(),    &basic<Kind::double_>(),   &basic<Kind::boolean>(),
    &basic<Kind::char_>(),     &basic<Kind::octet>(),     &basic<Kind::any>(),
    &basic<Kind::type_code>(), &basic<Kind::principal>(), &basic<Kind::string>(),
    &basic<Kind::longlong>(),  &basic<Kind::ulonglong>(), &basic<Kind::longdouble>(),
    &basic<Kind::wchar>(),     &basic<Kind::wstring>()};

}  // namespace

const Node* find_basic(Kind kind) noexcept {
  for (const Node* const node : kBasics)
    if (node->kind == kind) return node;
  return nullptr;
}

const Node& unaliased(const Node& node) noexcept {
  const Node* behind = &node;
  // Null while a peer's alias is still being read.
  while (behind->kind == Kind::alias && behind->content != nullptr) behind = behind->content;
  return *behind;
}

}  // namespace orbweaver::typecode
