// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/codec.hpp>

#include <unordered_map>

namespace orbweaver::typecode {

namespace {

constexpr std::uint32_t kIndirection = 0xffffffff;

class TypeWriter {
 public:
  explicit TypeWriter(cdr::Encoder& out) noexcept : out_(out) {}

  void write(const TypeNode& node) {
    if (is_complex(node.kind) && refers_back(node)) return;
    out_.put(static_cast<std::uint32_t>(node.kind));
    if (is_complex(node.kind)) {
      const auto begin = out_.begin_encapsulation();
      write_parameters(node);
      out_.end_encapsulation(begin);
    } else {
      write_simple(node);
    }
  }

 private:
  // Writes an indirection if the node was begun before; else remembers where it begins.
  bool refers_back(const TypeNode& node) {
    out_.align(4);
    const auto [begun, is_new] = begun_.try_emplace(&node, out_.size());
    if (is_new) return false;
    out_.put(kIndirection);
    out_.put(static_cast<std::int32_t>(static_cast<std::int64_t>(begun->second) -
                                       static_cast<std::int64_t>(out_.size())));
    return true;
  }

  void write_simple(const TypeNode& node) {
    if (has_length(node.kind)) out_.put(node.length);
    if (node.kind == TypeKind::fixed) {
      out_.put(static_cast<std::uint16_t>(node.length));
      out_.put(node.scale);
    }
  }

  void write_parameters(const TypeNode& node) {
    if (has_id(node.kind)) {
      out_.put_string(node.id);
      out_.put_string(node.name);
    }
    if (node.kind == TypeKind::value) out_.put(node.modifier);
    if (node.kind == TypeKind::value && node.content == nullptr)
      write(basic<TypeKind::null>());
    else if (node.content != nullptr)
      write(*node.content);
    if (has_length(node.kind)) out_.put(node.length);
    if (node.kind == TypeKind::union_) out_.put(node.default_index);
    if (has_members(node.kind)) write_members(node);
  }

  void write_members(const TypeNode& node) {
    out_.put(node.member_count);
    for (const Member& member : node.members()) {
      if (node.kind == TypeKind::union_) encode_label(out_, *node.content, member.label);
      out_.put_string(member.name);
      if (member.type != nullptr) write(*member.type);
      if (node.kind == TypeKind::value) out_.put(static_cast<std::int16_t>(member.label));
    }
  }

  cdr::Encoder& out_;
  std::unordered_map<const TypeNode*, std::size_t> begun_;
};

}  // namespace

void encode_label(cdr::Encoder& encoder, const TypeNode& type, std::int64_t label) {
  switch (unaliased(type).kind) {
    case TypeKind::boolean:
    case TypeKind::char_:
    case TypeKind::octet:
      return encoder.put_octet(static_cast<std::uint8_t>(label));
    case TypeKind::short_:
    case TypeKind::ushort:
      return encoder.put(static_cast<std::uint16_t>(label));
    case TypeKind::longlong:
    case TypeKind::ulonglong:
      return encoder.put(label);
    case TypeKind::wchar:
      return encoder.put_wide(static_cast<wchar_t>(label));
    default:
      return encoder.put(static_cast<std::uint32_t>(label));
  }
}

void encode(cdr::Encoder& encoder, const TypeNode& node) { TypeWriter{encoder}.write(node); }

}  // namespace orbweaver::typecode
