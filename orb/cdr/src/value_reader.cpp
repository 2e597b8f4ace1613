// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/cdr/value_reader.hpp>

#include "value_tags.hpp"

#include <algorithm>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

namespace orbweaver::cdr {

using namespace value_tags;

// By the position in the message at which each began.
struct ValueReader::Tables {
  struct Value {
    KeptValue kept;
    bool is_open = false;  // its state is being read
    unsigned chain = 1;    // values on the longest way of references from it, itself included
    void lead_to(const Value& other) {
      kept.references.push_back(other.kept.object.get());
      if (!other.is_open) lengthen_by(other);
    }
    void lengthen_by(const Value& other) noexcept { chain = std::max(chain, other.chain + 1); }
  };
  std::unordered_map<std::size_t, Value> values;
  std::vector<Value*> open;  // the innermost last
  KeptValues adopted;
  bool has_circle = false;
  Release release = nullptr;
  std::unordered_map<std::size_t, std::string_view> texts;
  struct List {
    std::vector<std::string_view> ids;
    std::size_t passed_over = 0;
  };
  std::unordered_map<std::size_t, List> lists;
};

ValueReader::ValueReader(Decoder& decoder) : decoder_(decoder), outer_(decoder.values_) {
  if (outer_ != nullptr) frames_ = outer_->frames_;
  decoder.values_ = this;
}

ValueReader::ValueReader(Decoder& earlier, const ValueReader& reader) : ValueReader(earlier) {
  frames_.depth = reader.frames_.depth;
}

ValueReader::~ValueReader() {
  if (tables_ && tables_->release != nullptr && (!decoder_.ok() || tables_->has_circle))
    release_values();
  if (outer_ != nullptr) {
    outer_->frames_ = frames_;
    outer_->earliest_ = std::min(outer_->earliest_, earliest_);
  }
  decoder_.values_ = outer_;
}

ValueReader::Tables& ValueReader::tables() {
  if (!tables_) tables_ = std::make_unique<Tables>();
  return *tables_;
}

// Without memory for the list a circle stays.
void ValueReader::release_values() noexcept try {
  auto kept = std::move(tables_->adopted);
  kept.reserve(kept.size() + tables_->values.size());
  for (auto& [place, value] : tables_->values) kept.push_back(std::move(value.kept));
  tables_->release(kept, decoder_.ok() ? Outcome::delivered : Outcome::failed);
} catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): see above
}

void ValueReader::keep(std::size_t place, std::shared_ptr<void> value, Release release) {
  auto& known = tables();
  known.release = release;
  auto& kept = known.values[place];
  kept = {.kept = {std::move(value), {}}, .is_open = true};
  if (!known.open.empty()) known.open.back()->lead_to(kept);
  known.open.push_back(&kept);  // stays where it is, whatever else the table takes
}

// A reference to a value whose state is still being read closes a circle.
std::shared_ptr<void> ValueReader::find(std::size_t place) {
  if (!tables_) return nullptr;
  const auto found = tables_->values.find(place);
  if (found == tables_->values.end()) return nullptr;
  if (found->second.is_open) tables_->has_circle = true;
  if (!tables_->open.empty()) tables_->open.back()->lead_to(found->second);
  return found->second.kept.object;
}

void ValueReader::close_value(Decoder& decoder) noexcept {
  if (!tables_ || tables_->open.empty()) return;
  auto& closed = *tables_->open.back();
  tables_->open.pop_back();
  closed.is_open = false;
  if (!tables_->open.empty()) tables_->open.back()->lengthen_by(closed);
  if (closed.chain > kChainPerDepth * std::max(kUsualDepth, decoder.limits().depth))
    decoder.fail(DecodeError::too_deep);
}

// Both readers count places from the start of the message, so both may know a value at one place.
void ValueReader::adopt(ValueReader& there) {
  if (!there.tables_) return;
  auto& known = tables();
  auto& theirs = *there.tables_;
  known.adopted.insert(known.adopted.end(), theirs.adopted.begin(), theirs.adopted.end());
  for (const auto& [place, value] : theirs.values)
    if (!known.values.try_emplace(place, value).second) known.adopted.push_back(value.kept);
  known.has_circle = known.has_circle || theirs.has_circle;
  known.release = theirs.release;
  theirs.release = nullptr;
}

std::optional<Decoder> ValueReader::earlier(const Decoder& decoder, std::size_t place) noexcept {
  constexpr std::size_t kReference = 8;
  const std::size_t end = decoder.position_ - std::min(decoder.position_, kReference);
  if (!decoder.ok() || place % 4 != 0 || place < decoder.origin_) return std::nullopt;
  if (place - decoder.origin_ >= end) return std::nullopt;
  earliest_ = std::min(earliest_, place);
  Decoder there = decoder;
  there.bytes_ = decoder.bytes_.first(end);
  there.position_ = place - decoder.origin_;
  there.values_ = nullptr;
  return there;
}

void ValueReader::settle(Decoder& decoder, const Decoder& earlier) noexcept {
  decoder.memory_left_ = std::min(decoder.memory_left_, earlier.memory_left_);
  if (!earlier.ok()) decoder.fail(*earlier.error());
}

void ValueReader::open(Decoder& decoder) const noexcept {
  if (!decoder.ok() || frames_.chunked == 0) return;
  decoder.position_ = decoder.bytes_.size();
  decoder.bytes_ = frames_.whole;
}

void ValueReader::close(Decoder& decoder) const noexcept {
  if (decoder.ok() && frames_.chunked > 0) decoder.bytes_ = frames_.whole.first(decoder.position_);
}

ValueReader::ValueStart ValueReader::refuse(Decoder& decoder) const noexcept {
  decoder.fail(DecodeError::bad_value);
  return {};
}

// Some ORBs fill a chunk up to where the next long may begin (omniORB 4.2).
bool ValueReader::is_used_up(const Decoder& decoder) noexcept {
  return decoder.remaining() <= padding(decoder.position(), 4);
}

ValueReader::ValueStart ValueReader::begin(Decoder& decoder) {
  // Nothing begins in a state that has ended (closed_to).
  if (!decoder.ok() || decoder.cut_ != nullptr || frames_.closed_to != 0) return refuse(decoder);
  // A null or an indirection lies in a chunk, or between two; a value's tag always between two.
  const bool is_inside = frames_.chunked > 0 && (!is_used_up(decoder) || go_on(decoder));
  if (!is_inside) open(decoder);
  ValueStart begun = read_tag(decoder);
  if (!decoder.ok()) return {};
  if (begun.form == Form::begun) {
    if (is_inside) return refuse(decoder);
    if (frames_.depth >= std::max(kUsualDepth, decoder.limits().depth)) {
      decoder.fail(DecodeError::too_deep);
      return {};
    }
    ++frames_.depth;
    if (begun.is_chunked && frames_.chunked++ == 0) frames_.whole = decoder.bytes_;
  }
  if (!is_inside) close(decoder);
  return begun;
}

ValueReader::ValueStart ValueReader::read_tag(Decoder& decoder) {
  decoder.align(4);
  const std::size_t place = decoder.position();
  const auto tag = decoder.get<std::uint32_t>();
  if (!decoder.ok()) return {};
  if (tag == kNull) return {.form = Form::null};
  if (tag == kIndirection) {
    const std::size_t here = decoder.position();
    const auto offset = decoder.get<std::int32_t>();
    // Less than what is written between a value's tag and the next indirection.
    if (offset > -8 || std::cmp_greater(-std::int64_t{offset}, here)) return refuse(decoder);
    return {.form = Form::shared, .place = here - static_cast<std::size_t>(-std::int64_t{offset})};
  }
  ValueStart begun{.form = Form::begun, .place = place, .is_chunked = (tag & kChunked) != 0};
  if (!is_value(tag) || (frames_.chunked > 0 && !begun.is_chunked)) return refuse(decoder);
  if ((tag & kCodebase) != 0) static_cast<void>(read_text(decoder));
  read_types(decoder, tag, begun);
  return begun;
}

// A repository id or a codebase, or how far back the same one stands.
std::string_view ValueReader::read_text(Decoder& decoder) {
  decoder.align(4);
  Decoder ahead = decoder;
  if (ahead.get<std::uint32_t>() != kIndirection) {
    const std::size_t place = decoder.position();
    constexpr std::size_t kEntry = 64;
    if (!decoder.charge(kEntry)) return {};
    return tables().texts[place] = decoder.get_string_view();
  }
  decoder = ahead;
  const std::size_t here = decoder.position();
  const auto offset = decoder.get<std::int32_t>();
  const std::size_t place = here + static_cast<std::size_t>(std::int64_t{offset});
  const auto text = decoder.ok() && offset < 0 ? text_at(decoder, place) : std::string_view{};
  if (text.empty()) decoder.fail(DecodeError::bad_value);
  return text;
}

// omniORB refers back to ids inside and outside of an Any alike: what no table holds is looked for
// in the message itself. Empty: there is none.
std::string_view ValueReader::text_at(const Decoder& decoder, std::size_t place) {
  if (place < decoder.origin_ || place >= decoder.position() || place % 4 != 0) return {};
  earliest_ = std::min(earliest_, place);
  if (const auto found = tables().texts.find(place); found != tables().texts.end())
    return found->second;
  Decoder there{decoder.bytes_.first(decoder.position_), decoder.order_, decoder.origin_};
  there.position_ = place - decoder.origin_;
  there.limits_.length = kMaxIdLength;
  const auto text = there.get_string_view();
  if (text.empty()) return {};
  return tables().texts[place] = text;
}

void ValueReader::read_types(Decoder& decoder, std::uint32_t tag, ValueStart& begun) {
  switch (tag & kTypes) {
    case 0:
      return;
    case kOneId: {
      auto& list = tables().lists[begun.place].ids;
      list.assign(1, read_text(decoder));
      begun.ids = list;
      return;
    }
    case kIdList:
      return read_list(decoder, begun);
    default:
      decoder.fail(DecodeError::bad_value);
  }
}

void ValueReader::read_list(Decoder& decoder, ValueStart& begun) {
  decoder.align(4);
  const std::size_t place = decoder.position();
  const auto count = decoder.get<std::uint32_t>();
  if (count == kIndirection) {
    const std::size_t here = decoder.position();
    const auto offset = decoder.get<std::int32_t>();
    const auto found = tables().lists.find(here + static_cast<std::size_t>(std::int64_t{offset}));
    if (!decoder.ok() || offset >= 0 || found == tables().lists.end())
      return decoder.fail(DecodeError::bad_value);
    begun.ids = found->second.ids;
    begun.passed_over = &found->second.passed_over;
    return;
  }
  if (count == 0 || count > kMaxIds) decoder.fail(DecodeError::bad_value);
  auto& list = tables().lists[place];
  list = {};
  for (std::uint32_t i = 0; i < count && decoder.ok(); ++i) list.ids.push_back(read_text(decoder));
  begun.ids = list.ids;
  begun.passed_over = &list.passed_over;
}

bool ValueReader::go_on(Decoder& decoder) const noexcept {
  if (frames_.chunked == 0 || frames_.closed_to != 0 || !is_used_up(decoder)) return false;
  Decoder ahead = decoder;
  ahead.position_ = decoder.bytes_.size();
  ahead.bytes_ = frames_.whole;
  ahead.values_ = nullptr;
  const auto size = ahead.get<std::uint32_t>();
  if (!ahead.ok() || !is_chunk(size) || size > ahead.remaining()) return false;
  decoder.position_ = ahead.position_;
  decoder.bytes_ = frames_.whole.first(ahead.position_ + size);
  return true;
}

std::size_t ValueReader::left_behind(const Decoder& decoder) const noexcept {
  return frames_.chunked == 0 ? decoder.remaining() : frames_.whole.size() - decoder.position_;
}

void ValueReader::end(Decoder& decoder, const ValueStart& value) noexcept {
  --frames_.depth;
  close_value(decoder);
  if (!value.is_chunked || !decoder.ok()) return;
  const unsigned level = frames_.chunked;
  if (frames_.closed_to == 0) skip_rest(decoder, level);
  if (frames_.closed_to == level) frames_.closed_to = 0;
  --frames_.chunked;
  if (!decoder.ok()) return;
  decoder.bytes_ = frames_.chunked == 0 ? frames_.whole : frames_.whole.first(decoder.position_);
}

// To behind the end tag that closes `level`, which may close more.
void ValueReader::skip_rest(Decoder& decoder, unsigned level) noexcept {
  decoder.position_ = decoder.bytes_.size();
  decoder.bytes_ = frames_.whole;
  Decoder inside = decoder;
  inside.values_ = nullptr;
  std::uint32_t open = level;
  while (inside.ok() && open >= level) {
    const auto number = inside.get<std::uint32_t>();
    if (is_chunk(number)) {
      static_cast<void>(inside.get_bytes(number));
    } else if (is_value(number)) {
      ++open;
      skip_header(inside, number);
    } else if (number > kLast) {
      const std::uint32_t closed = ~number + 1;  // a negative number
      if (closed > open) inside.fail(DecodeError::bad_value);
      open = closed - 1;
    }
  }
  if (!inside.ok()) return decoder.fail(*inside.error());
  decoder.position_ = inside.position_;
  frames_.closed_to = open + 1;
}

void ValueReader::skip_header(Decoder& decoder, std::uint32_t tag) noexcept {
  const auto skip_text = [&decoder] {
    Decoder ahead = decoder;
    if (ahead.get<std::uint32_t>() != kIndirection) {
      static_cast<void>(decoder.get_string_view());
    } else {
      decoder = ahead;
      static_cast<void>(decoder.get<std::int32_t>());
    }
  };
  if ((tag & kChunked) == 0 || (tag & kTypes) == 4) return decoder.fail(DecodeError::bad_value);
  if ((tag & kCodebase) != 0) skip_text();
  if ((tag & kTypes) == kOneId) skip_text();
  if ((tag & kTypes) != kIdList) return;
  const auto count = decoder.get<std::uint32_t>();
  if (count == kIndirection) return static_cast<void>(decoder.get<std::int32_t>());
  if (count > kMaxIds) decoder.fail(DecodeError::bad_value);
  for (std::uint32_t i = 0; i < count && decoder.ok(); ++i) skip_text();
}

}  // namespace orbweaver::cdr
