// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/walk.hpp>

#include "labels.hpp"

#include <orbweaver/cdr/decimal.hpp>
#include <orbweaver/cdr/value_reader.hpp>
#include <orbweaver/cdr/value_writer.hpp>
#include <orbweaver/typecode/codec.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace orbweaver::typecode {

namespace {

using cdr::DecodeError;
using cdr::Decoder;
using cdr::Encoder;

// A type may hold much in no bytes at all: arrays of arrays of empty structs. So steps that read
// nothing are counted, and each that read something allows some more. Octets would count padding,
// which depends on where the value lies.
constexpr std::size_t kEmptySteps = 65536;
constexpr std::size_t kEmptyPerFull = 64;

// The values of an Any share with nothing outside; in a value they lie in its chunks all the same.
struct Scope {
  Scope(Decoder& in, Encoder* out) : reader(in) {
    if (out != nullptr) writer.emplace(*out);
  }
  cdr::ValueReader reader;
  std::optional<cdr::ValueWriter> writer;
};

// It has more than 30 methods, because there is one for each kind of type.
class ValueWalk {
 public:
  ValueWalk(Decoder& in, Encoder* out) noexcept : in_(in), out_(out) {}

  void value(const TypeNode& type) {
    const auto begin = in_.position();
    if (const cdr::Nesting level{in_}; level) nested(type);
    if (in_.position() != begin)
      ++full_steps_;
    else if (++empty_steps_ > kEmptySteps + kEmptyPerFull * full_steps_)
      in_.fail(DecodeError::too_deep);
  }

 private:
  void nested(const TypeNode& type) {
    switch (type.kind) {
      case TypeKind::null:
      case TypeKind::void_:
        return;
      case TypeKind::short_:
      case TypeKind::ushort:
        return number<std::uint16_t>();
      case TypeKind::long_:
      case TypeKind::ulong:
      case TypeKind::float_:
        return number<std::uint32_t>();
      case TypeKind::longlong:
      case TypeKind::ulonglong:
      case TypeKind::double_:
        return number<std::uint64_t>();
      case TypeKind::char_:
      case TypeKind::octet:
        return number<std::uint8_t>();
      case TypeKind::boolean:
        return put(static_cast<std::uint8_t>(in_.get_boolean()));
      case TypeKind::longdouble:
        return long_double();
      case TypeKind::wchar:
        return wide();
      case TypeKind::any:
        return any();
      case TypeKind::type_code:
        return static_cast<void>(type_code());
      case TypeKind::principal:
        return counted_octets();
      case TypeKind::objref:
        return reference();
      case TypeKind::string:
        return string(type);
      case TypeKind::wstring:
        return wide_string(type);
      case TypeKind::fixed:
        return decimal(type.length);
      case TypeKind::enum_:
        return enumerator(type);
      case TypeKind::alias:
        return value(*type.content);
      case TypeKind::sequence:
        return sequence(type);
      case TypeKind::array:
        return elements(*type.content, type.length);
      case TypeKind::struct_:
        return members(type);
      case TypeKind::except:
        return exception(type);
      case TypeKind::union_:
        return chosen(type);
      case TypeKind::value:
      case TypeKind::value_box:
        return valuetype(type);
      case TypeKind::abstract_interface:
        return abstract();
      default:
        return in_.fail(DecodeError::bad_type_code);
    }
  }

  enum class CountedBy { ulong, type };

  template <cdr::Number T>
  void put(T number) {
    if (out_ != nullptr && in_.ok()) out_->put(number);
  }
  template <cdr::Number T>
  void number() {
    put(in_.get<T>());
  }

  // As they are: octets have no byte order.
  void octets(std::size_t count, CountedBy counted) {
    const Bytes bytes = in_.get_bytes(count);
    if (out_ == nullptr || !in_.ok()) return;
    if (counted == CountedBy::ulong) out_->put(static_cast<std::uint32_t>(count));
    out_->put_bytes(bytes);
  }
  void counted_octets() { octets(in_.get_length(1), CountedBy::ulong); }

  void decimal(std::size_t digits) {
    const cdr::Decimal value = cdr::get_decimal(in_, digits);
    if (out_ != nullptr && in_.ok()) cdr::put_decimal(*out_, value, digits);
  }

  void string_of(std::string_view text) {
    if (out_ != nullptr && in_.ok()) out_->put_string(text);
  }
  void string(const TypeNode& type) {
    if (out_ != nullptr && out_->code_sets().text != in_.code_sets().text)
      return converted_string(type);
    const auto text = in_.get_string_view();
    if (type.length != 0 && text.size() > type.length) return in_.fail(DecodeError::bad_length);
    string_of(text);
  }
  void converted_string(const TypeNode& type) {
    const auto text = in_.get_text();
    if (type.length != 0 && text.size() > type.length) return in_.fail(DecodeError::bad_length);
    if (in_.ok()) out_->put_text(text);
  }
  void wide() {
    const wchar_t character = in_.get_wide();
    if (out_ != nullptr && in_.ok()) out_->put_wide(character);
  }
  void wide_string(const TypeNode& type) {
    const auto text = in_.get_wide_text();
    if (type.length != 0 && text.size() > type.length) return in_.fail(DecodeError::bad_length);
    if (out_ != nullptr && in_.ok()) out_->put_wide_text(text);
  }

  // 16 octets, of which 8 are the alignment; in the byte order as a whole.
  void long_double() {
    std::array<std::byte, 16> bytes{};
    const Bytes read = in_.get_bytes(bytes.size(), 8);
    if (!in_.ok()) return;
    std::ranges::copy(read, bytes.begin());
    if (out_ == nullptr) return;
    if (out_->byte_order() != in_.byte_order()) std::ranges::reverse(bytes);
    out_->align(8);
    out_->put_bytes(bytes);
  }

  TypeDescription type_code() {
    const TypeDescription type = decode(in_);
    if (out_ != nullptr && in_.ok()) encode(*out_, type.node());
    return type;
  }
  void any() {
    const TypeDescription type = type_code();
    if (!in_.ok()) return;
    const Scope scope{in_, out_};
    auto outside = std::exchange(sorted_, {});  // its nodes end with it
    value(type.node());
    sorted_ = std::move(outside);
  }

  // An IOR: a type id and profiles, whose encapsulations have byte orders of their own.
  void reference() {
    string_of(in_.get_string_view());
    const std::uint32_t profiles = in_.get_length(8);
    put(profiles);
    for (std::uint32_t i = 0; i < profiles && in_.ok(); ++i) {
      number<std::uint32_t>();
      counted_octets();
    }
  }

  void enumerator(const TypeNode& type) {
    const auto number = in_.get<std::uint32_t>();
    if (number >= type.member_count) return in_.fail(DecodeError::bad_enumerator);
    put(number);
  }

  void sequence(const TypeNode& type) {
    const auto length = in_.get<std::uint32_t>();
    if (type.length != 0 && length > type.length) return in_.fail(DecodeError::bad_length);
    if (length > in_.limits().length) return in_.fail(DecodeError::too_long);
    put(length);
    elements(*type.content, length);
  }

  void elements(const TypeNode& type, std::uint32_t count) {
    switch (unaliased(type).kind) {
      case TypeKind::char_:
      case TypeKind::octet:
        return octets(count, CountedBy::type);
      case TypeKind::short_:
      case TypeKind::ushort:
        return numbers<std::uint16_t>(count);
      case TypeKind::long_:
      case TypeKind::ulong:
      case TypeKind::float_:
        return numbers<std::uint32_t>(count);
      case TypeKind::longlong:
      case TypeKind::ulonglong:
      case TypeKind::double_:
        return numbers<std::uint64_t>(count);
      default:
        for (std::uint32_t i = 0; i < count && in_.ok(); ++i) value(type);
    }
  }

  // In one go, through a block that stays in the nearest cache.
  template <cdr::Number T>
  void numbers(std::size_t count) {
    if (!in_.may_hold(count, sizeof(T))) return in_.fail(DecodeError::bad_length);
    if (in_.has_pieces()) return numbers_at_once<T>(count);
    std::array<T, 2048 / sizeof(T)> block;
    while (count > 0 && in_.ok()) {
      const auto part = std::span{block}.first(std::min(block.size(), count));
      in_.get_array(part);
      if (out_ != nullptr && in_.ok()) out_->put_array(std::span<const T>{part});
      count -= part.size();
    }
  }

  template <cdr::Number T>
  void numbers_at_once(std::size_t count) {
    std::vector<T> values(count);
    in_.get_array(std::span<T>{values});
    if (out_ != nullptr && in_.ok()) out_->put_array(std::span<const T>{values});
  }

  void members(const TypeNode& type) {
    for (const Member& member : type.members()) {
      if (!in_.ok()) return;
      value(*member.type);
    }
  }

  // Its repository id, then its members. Some ORBs leave the id out (omniORB before 4.3).
  void exception(const TypeNode& type) {
    Decoder ahead = in_;
    if (ahead.get_string_view() == type.id && ahead.ok()) string_of(in_.get_string_view());
    members(type);
  }

  void chosen(const TypeNode& type) {
    const std::int64_t label = discriminator(*type.content);
    const Member* const member = member_chosen_by(label, type);
    if (in_.ok() && member != nullptr) value(*member->type);
  }

  // A union of thousands of labels may come thousands of times.
  const Member* member_chosen_by(std::int64_t label, const TypeNode& type) {
    constexpr std::uint32_t kFew = 16;
    if (type.member_count <= kFew) return chosen_member(type, label);
    const auto [place, is_new] = sorted_.try_emplace(&type);
    auto& labels = place->second;
    if (is_new) labels = sorted_labels(type);
    const auto found = std::ranges::lower_bound(labels, label, {}, &Member::label);
    if (found != labels.end() && (*found)->label == label) return *found;
    return type.default_index < 0 ? nullptr : &type.first_member[type.default_index];
  }

  std::int64_t discriminator(const TypeNode& type) {
    const TypeNode& behind = unaliased(type);
    const std::int64_t label = decode_label(in_, behind);
    if (behind.kind == TypeKind::enum_ && in_.ok() && !is_label(behind, label))
      in_.fail(DecodeError::bad_enumerator);
    if (out_ != nullptr && in_.ok()) encode_label(*out_, behind, label);
    return label;
  }

  void abstract() {
    const bool is_reference = in_.get_boolean();
    put(static_cast<std::uint8_t>(is_reference));
    if (is_reference) return reference();
    static constexpr TypeNode kUnknown{.kind = TypeKind::value};
    valuetype(kUnknown);
  }

  void valuetype(const TypeNode& type) {
    cdr::ValueReader& reader = *in_.values();
    const auto begun = reader.begin(in_);
    switch (begun.form) {
      case cdr::ValueReader::Form::failed:
        return;
      case cdr::ValueReader::Form::null:
        if (out_ != nullptr) cdr::ValueWriter::put_null(*out_);
        return;
      case cdr::ValueReader::Form::shared:
        return shared(type, reader, begun.place);
      case cdr::ValueReader::Form::begun:
        return begun_value(type, begun);
    }
  }

  void shared(const TypeNode& type, cdr::ValueReader& reader, std::size_t place) {
    if (out_ != nullptr && out_->values()->put_shared(*out_, key_of(place))) return;
    if (reader.find(place)) {
      if (out_ != nullptr) in_.fail(DecodeError::bad_value);
      return;
    }
    if (auto earlier = reader.earlier(in_, place)) return read_again(type, reader, *earlier);
    in_.fail(DecodeError::bad_value);
  }
  // The value lies outside of this Any: a copy of the Any must have it, too. Copies of copies might
  // grow without bound, so they are charged.
  void read_again(const TypeNode& type, const cdr::ValueReader& reader, Decoder& earlier) {
    if (out_ == nullptr) return;  // a copy will be made, which makes the checks
    const std::size_t before = out_->size();
    {
      const cdr::ValueReader there{earlier, reader};
      ValueWalk{earlier, out_}.value(type);
    }
    constexpr std::size_t kEntry = 192;
    earlier.charge(out_->size() - before + kEntry);
    cdr::ValueReader::settle(in_, earlier);
  }

  void begun_value(const TypeNode& type, const cdr::ValueReader::ValueStart& begun) {
    static char known;
    in_.values()->keep(begun.place, {std::shared_ptr<void>{}, &known});
    const auto ids = known_ids(type, begun);
    // What a derived type adds can be passed over if it comes in chunks; not written anew.
    const bool is_whole = begun.ids.empty() || ids.size() == begun.ids.size();
    if ((!is_whole && !begun.is_chunked) || (ids.empty() && out_ != nullptr))
      return in_.fail(DecodeError::bad_type_code);
    const bool in_chunks =
        out_ != nullptr && out_->values()->begin(*out_, key_of(begun.place), ids, ids.size() > 1);
    if (!ids.empty()) state(type);
    if (!in_.ok()) return;
    in_.values()->end(in_, begun);
    if (out_ != nullptr) out_->values()->end(*out_, in_chunks);
  }
  // The type, and what it may be truncated to; nothing if the value is none of it.
  static std::vector<std::string_view> known_ids(const TypeNode& type,
                                                 const cdr::ValueReader::ValueStart& begun) {
    if (begun.ids.empty()) return {type.id};
    return {std::ranges::find(begun.ids, std::string_view{type.id}), begun.ids.end()};
  }
  // 0 is no key.
  static std::uintptr_t key_of(std::size_t place) noexcept { return place + 1; }

  // The outermost base comes first.
  void state(const TypeNode& type) {
    if (type.kind == TypeKind::value_box) return value(*type.content);
    std::vector<const TypeNode*> bases;
    for (const TypeNode* position = &type; position != nullptr; position = position->content) {
      if (bases.size() == kMaxTypeDepth || position->kind != TypeKind::value)
        return in_.fail(DecodeError::bad_type_code);
      bases.push_back(position);
    }
    for (auto position = bases.rbegin(); position != bases.rend(); ++position) members(**position);
  }

  Decoder& in_;
  Encoder* out_;
  std::unordered_map<const TypeNode*, std::vector<const Member*>> sorted_;  // by label
  std::size_t full_steps_ = 0, empty_steps_ = 0;
};

}  // namespace

void skip(cdr::Decoder& from, const TypeNode& type) {
  const Scope scope{from, nullptr};
  ValueWalk{from, nullptr}.value(type);
}

void copy(cdr::Decoder& from, cdr::Encoder& to, const TypeNode& type) {
  const Scope scope{from, &to};
  ValueWalk{from, &to}.value(type);
}

}  // namespace orbweaver::typecode
