// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/codec.hpp>

#include <unordered_map>

namespace orbweaver::typecode {

namespace {

constexpr std::uint32_t kIndirection = 0xffffffff;

class Writer {
 public:
  explicit Writer(cdr::Encoder& out) noexcept : out_(out) {}

  void write(const Node& node) {
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
  bool refers_back(const Node& node) {
    out_.align(4);
    const auto [begun, is_new] = begun_.try_emplace(&node, out_.size());
    if (is_new) return false;
    out_.put(kIndirection);
    out_.put(static_cast<std::int32_t>(static_cast<std::int64_t>(begun->second) -
                                       static_cast<std::int64_t>(out_.size())));
    return true;
  }

  void write_simple(const Node& node) {
    if (has_length(node.kind)) out_.put(node.length);
    if (node.kind == Kind::fixed) {
      out_.put(static_cast<std::uint16_t>(node.length));
      out_.put(node.scale);
    }
  }

  void write_parameters(const Node& node) {
    if (has_id(node.kind)) {
      out_.put_string(node.id);
      out_.put_string(node.name);
    }
    if (node.kind == Kind::value) out_.put(node.modifier);
    if (node.kind == Kind::value && node.content == nullptr)
      write(basic<Kind::null>());
    else if (node.content != nullptr)
      write(*node.content);
    if (has_length(node.kind)) out_.put(node.length);
    if (node.kind == Kind::union_) out_.put(node.default_index);
    if (has_members(node.kind)) write_members(node);
  }

  void write_members(const Node& node) {
    out_.put(node.member_count);
    for (const Member& member : node.members()) {
      if (node.kind == Kind::union_) encode_label(out_, *node.content, member.label);
      out_.put_string(member.name);
      if (member.type != nullptr) write(*member.type);
      if (node.kind == Kind::value) out_.put(static_cast<std::int16_t>(member.label));
    }
  }

  cdr::Encoder& out_;
  std::unordered_map<const Node*, std::size_t> begun_;
};

}  // namespace

void encode_label(cdr::Encoder& encoder, const Node& type, std::int64_t label) {
  switch (unaliased(type).kind) {
    case Kind::boolean:
    case Kind::char_:
    case Kind::octet:
      return encoder.put_octet(static_cast<std::uint8_t>(label));
    case Kind::short_:
    case Kind::ushort:
      return encoder.put(static_cast<std::uint16_t>(label));
    case Kind::longlong:
    case Kind::ulonglong:
      return encoder.put(label);
    case Kind::wchar:
      return encoder.put_wide(static_cast<wchar_t>(label));
    default:
      return encoder.put(static_cast<std::uint32_t>(label));
  }
}

void encode(cdr::Encoder& encoder, const Node& node) { Writer{encoder}.write(node); }

}  // namespace orbweaver::typecode
