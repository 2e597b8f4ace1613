// SPDX-License-Identifier: Apache-2.0
// Reads a TypeCode. What it refers back to is found by its position, counted from the first octet
// of the outermost TypeCode's message across all encapsulations; so an indirection can only lead to
// a type that was begun before, within the same outermost TypeCode.
//
// An exception is no part of another type (CORBA 3.4, 4.11.3.2: no operation creates such a type).
//
// Two things keep the result finite to use: no path through it is longer than kMaxTypeDepth, and
// each circle passes a sequence or a value, where a value of the type can end.
#include "labels.hpp"

#include <orbweaver/typecode/codec.hpp>
#include <orbweaver/typecode/graph.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace orbweaver::typecode {

namespace {

using cdr::DecodeError;
using cdr::Decoder;

constexpr std::uint32_t kIndirection = 0xffffffff;
constexpr std::uint32_t kMaxLabels = 4096;

bool ends_circles(TypeKind kind) noexcept {
  return kind == TypeKind::sequence || kind == TypeKind::value || kind == TypeKind::value_box;
}

class TypeReader {
 public:
  explicit TypeReader(Graph& graph) noexcept : graph_(graph) {}

  struct Read {
    const TypeNode* node = nullptr;  // null: `in` failed
    unsigned height = 0;             // levels of types below it
  };

  /// `base` is the position of the first octet of `in`'s encapsulation, its own origin left out.
  Read read(Decoder& in, std::size_t base) {
    const auto kind = in.get<std::uint32_t>();
    if (!in.ok()) return {};
    // The position of `kind` is known only after it was read: it may have been the first octets in
    // a chunk of a value.
    const std::size_t begin = base + in.position() - sizeof kind;
    if (kind == kIndirection) return follow(in, base);
    const bool is_misplaced =
        kind == static_cast<std::uint32_t>(TypeKind::except) && !open_.empty();
    if (!is_known(kind) || is_misplaced || nodes_++ == kMaxNodes) return refuse(in);
    return is_complex(static_cast<TypeKind>(kind))
               ? read_complex(in, base, begin, static_cast<TypeKind>(kind))
               : read_simple(in, static_cast<TypeKind>(kind));
  }

 private:
  struct TypeStart {
    const TypeNode* node;
    unsigned height = 0;
    bool is_done = false;
  };

  static Read refuse(Decoder& in, DecodeError error = DecodeError::bad_type_code) {
    in.fail(error);
    return {};
  }

  Read follow(Decoder& in, std::size_t base) {
    const std::size_t here = base + in.position();
    const auto offset = in.get<std::int32_t>();
    if (!in.ok()) return {};
    const auto found = begun_.find(here + static_cast<std::size_t>(std::int64_t{offset}));
    if (offset >= 0 || found == begun_.end()) return refuse(in);
    const TypeStart& begun = found->second;
    if (begun.node->kind == TypeKind::except) return refuse(in);
    if (!begun.is_done) return closes_well(begun.node) ? Read{begun.node, 0} : refuse(in);
    if (open_.size() + begun.height > kMaxTypeDepth) return refuse(in, DecodeError::too_deep);
    return {begun.node, begun.height};
  }

  [[nodiscard]] bool closes_well(const TypeNode* node) const noexcept {
    const auto from = std::ranges::find(open_, node);
    return std::any_of(from, open_.end(),
                       [](const TypeNode* entry) { return ends_circles(entry->kind); });
  }

  Read read_simple(Decoder& in, TypeKind kind) {
    const TypeNode* const plain = find_basic(kind);
    TypeNode node{.kind = kind};
    if (has_length(kind)) node.length = in.get<std::uint32_t>();
    if (kind == TypeKind::fixed) {
      node.length = in.get<std::uint16_t>();
      node.scale = in.get<std::int16_t>();
      if (node.length == 0 || node.length > 31 || node.scale < 0 ||
          std::cmp_greater(node.scale, node.length))
        return refuse(in);
    }
    if (!in.ok()) return {};
    if (plain != nullptr && node.length == 0) return {plain, 0};
    TypeNode& kept = graph_.add(kind);
    kept = node;
    return {&kept, 0};
  }

  Read read_complex(Decoder& in, std::size_t base, std::size_t begin, TypeKind kind) {
    if (open_.size() == kMaxTypeDepth) return refuse(in, DecodeError::too_deep);
    const Decoder before = in;
    Decoder inner = in.get_encapsulation();
    if (!inner.ok()) return refuse(in, *inner.error());
    // What is behind the encapsulation, less its size, is where it begins; but if the message was
    // cut in it, positions behind the cut have moved.
    const std::size_t content =
        in.is_in_piece_of(before)
            ? base + in.position() - inner.remaining() - inner.position()
            : begin + sizeof(std::uint32_t) + sizeof(std::uint32_t);  // behind kind and length
    TypeNode& node = graph_.add(kind);
    begun_.emplace(begin, TypeStart{&node});
    open_.push_back(&node);
    const unsigned height = read_parameters(inner, content, node);
    open_.pop_back();
    if (!inner.ok()) return refuse(in, *inner.error());
    begun_[begin] = {&node, height, true};
    return {&node, height};
  }

  // The height of the node; the rest of its encapsulation is passed over, as later versions may add
  // to it.
  unsigned read_parameters(Decoder& in, std::size_t base, TypeNode& node) {
    unsigned height = 0;
    if (has_id(node.kind)) {
      node.id = graph_.keep(in.get_string_view());
      node.name = graph_.keep(in.get_string_view());
    }
    if (node.kind == TypeKind::value) node.modifier = in.get<std::int16_t>();
    if (has_content(node.kind) || node.kind == TypeKind::union_ || node.kind == TypeKind::value)
      height = read_content(in, base, node);
    if (has_length(node.kind)) node.length = in.get<std::uint32_t>();
    // omniORB says -2 where the labels leave no value over.
    if (node.kind == TypeKind::union_) node.default_index = std::max(in.get<std::int32_t>(), -1);
    if (in.ok() && has_members(node.kind)) height = std::max(height, read_members(in, base, node));
    if (in.ok() && !is_sound(node)) in.fail(DecodeError::bad_type_code);
    return height;
  }

  unsigned read_content(Decoder& in, std::size_t base, TypeNode& node) {
    const Read content = read(in, base);
    if (content.node == nullptr) return 0;
    // A value without a concrete base says so by tk_null.
    const bool is_absent = node.kind == TypeKind::value && content.node->kind == TypeKind::null;
    node.content = is_absent ? nullptr : content.node;
    return content.height + 1;
  }

  unsigned read_members(Decoder& in, std::size_t base, TypeNode& node) {
    const std::size_t least = node.kind == TypeKind::enum_ ? 4 : 8;
    const std::uint32_t count = in.get_length(least);
    members_ += count;
    if (members_ > kMaxMembers || (node.kind == TypeKind::union_ && count > kMaxLabels))
      in.fail(DecodeError::bad_type_code);
    if (!in.ok()) return 0;
    unsigned height = 0;
    // Until they are read, a recursive type that leads back to this node must not see them.
    std::vector<Member> read(count);
    for (auto& member : read) {
      height = std::max(height, read_member(in, base, node, member));
      if (!in.ok()) return 0;
    }
    std::ranges::copy(read, graph_.give_members(node, count).begin());
    return height;
  }

  unsigned read_member(Decoder& in, std::size_t base, const TypeNode& owner, Member& member) {
    if (owner.kind == TypeKind::union_) member.label = decode_label(in, *owner.content);
    member.name = graph_.keep(in.get_string_view());
    if (owner.kind == TypeKind::enum_ || !in.ok()) return 0;
    const Read type = read(in, base);
    member.type = type.node;
    if (owner.kind == TypeKind::value) member.label = in.get<std::int16_t>();
    return type.height + 1;
  }

  [[nodiscard]] static bool is_sound(const TypeNode& node) {
    if (node.kind == TypeKind::array && node.length == 0) return false;
    if (node.kind != TypeKind::union_) return true;
    if (!is_discriminator(*node.content) ||
        node.default_index >= static_cast<std::int64_t>(node.member_count))
      return false;
    return labels_exist(node) && !has_label_twice(node);
  }

  [[nodiscard]] static bool labels_exist(const TypeNode& node) noexcept {
    for (std::uint32_t i = 0; i < node.member_count; ++i)
      if (std::cmp_not_equal(i, node.default_index) &&
          !is_label(*node.content, node.first_member[i].label))
        return false;
    return true;
  }

  Graph& graph_;
  std::size_t nodes_ = 0, members_ = 0;
  std::vector<const TypeNode*> open_;  // from the outermost inwards
  std::unordered_map<std::size_t, TypeStart> begun_;
};

}  // namespace

std::int64_t decode_label(cdr::Decoder& decoder, const TypeNode& type) {
  if (!is_discriminator(type)) return decoder.fail(DecodeError::bad_type_code), 0;
  switch (unaliased(type).kind) {
    case TypeKind::boolean:
      return decoder.get_boolean() ? 1 : 0;
    case TypeKind::char_:
    case TypeKind::octet:
      return decoder.get_octet();
    case TypeKind::short_:
      return decoder.get<std::int16_t>();
    case TypeKind::ushort:
      return decoder.get<std::uint16_t>();
    case TypeKind::long_:
      return decoder.get<std::int32_t>();
    case TypeKind::longlong:
    case TypeKind::ulonglong:
      return decoder.get<std::int64_t>();
    case TypeKind::wchar:
      return decoder.get_wide();
    default:
      return decoder.get<std::uint32_t>();
  }
}

TypeDescription decode(cdr::Decoder& decoder) {
  const auto graph = std::make_shared<Graph>();
  const auto read = TypeReader{*graph}.read(decoder, 0);
  if (read.node == nullptr) return {};
  if (graph->size() == 0) return TypeDescription{*read.node};
  return decoder.charge(graph->memory()) ? TypeDescription{*read.node, graph} : TypeDescription{};
}

}  // namespace orbweaver::typecode
