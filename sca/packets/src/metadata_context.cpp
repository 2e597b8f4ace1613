// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/metadata_context.hpp>

#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

namespace orbweaver::packets {

namespace {

constexpr std::size_t kWord = 8;
enum Word : std::uint32_t {
  rate_word = 1U << 0,
  frequency_word = 1U << 1,
  seconds_word = 1U << 2,
  picoseconds_word = 1U << 3,
  number_word = 1U << 4,
};
enum class ContextSection : std::uint32_t { stream_id = 1, tag = 2 };
// The index of the alternative in Tag::Value.
enum class ValueKind : std::uint32_t { integer = 0, real = 1, text = 2 };
constexpr std::size_t kTagHead = 3 * kWord;

constexpr std::byte kNativeOctet{std::endian::native == std::endian::little ? 1 : 0};

constexpr std::size_t padded(std::size_t size) noexcept {
  return (size + kWord - 1) / kWord * kWord;
}

// ---- writing ----

std::string_view text_of(const Tag& tag) noexcept {
  const auto* const text = std::get_if<std::string>(&tag.value);
  return text != nullptr ? std::string_view{*text} : std::string_view{};
}
std::size_t size_of(const Tag& tag) noexcept {
  return kTagHead + tag.name.size() + text_of(tag).size();
}

std::uint32_t words_of(const Metadata& metadata) noexcept {
  return (metadata.sample_rate ? rate_word : 0U) |
         (metadata.centre_frequency ? frequency_word : 0U) |
         (metadata.time ? seconds_word | picoseconds_word : 0U) |
         (metadata.sample_number ? number_word : 0U);
}

std::size_t size_of(const Metadata& metadata, std::uint32_t words) noexcept {
  auto size = kWord + static_cast<std::size_t>(std::popcount(words)) * kWord;
  if (!metadata.stream_id.empty()) size += kWord + padded(metadata.stream_id.view().size());
  for (const auto& tag : metadata.tags) size += kWord + padded(size_of(tag));
  return size;
}

/// Writes into memory that is large enough.
class MetadataWriter {
 public:
  explicit MetadataWriter(std::byte* memory) noexcept : at_(memory) {}

  template <class T>
  void put(T value) noexcept {
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
  }
  void put_text(std::string_view text) noexcept {
    if (!text.empty()) std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
  }
  void begin(ContextSection kind, std::size_t size) noexcept {
    put(static_cast<std::uint32_t>(kind));
    put(static_cast<std::uint32_t>(size));
  }
  void pad(std::size_t size) noexcept {
    for (auto i = size; i % kWord != 0; ++i) put(std::byte{0});
  }

 private:
  std::byte* at_;
};

void put_words(MetadataWriter& writer, const Metadata& metadata) noexcept {
  if (metadata.sample_rate) writer.put(*metadata.sample_rate);
  if (metadata.centre_frequency) writer.put(*metadata.centre_frequency);
  if (metadata.time) {
    writer.put(metadata.time->seconds);
    writer.put(metadata.time->picoseconds);
  }
  if (metadata.sample_number) writer.put(*metadata.sample_number);
}

void put_value(MetadataWriter& writer, const Tag::Value& value) noexcept {
  if (const auto* const integer = std::get_if<std::int64_t>(&value))
    writer.put(*integer);
  else if (const auto* const real = std::get_if<double>(&value))
    writer.put(*real);
  else
    writer.put(std::uint64_t{std::get<std::string>(value).size()});
}

void put_tag(MetadataWriter& writer, const Tag& tag) noexcept {
  const auto size = size_of(tag);
  writer.begin(ContextSection::tag, size);
  writer.put(tag.offset);
  writer.put(static_cast<std::uint32_t>(tag.value.index()));
  writer.put(static_cast<std::uint32_t>(tag.name.size()));
  put_value(writer, tag.value);
  writer.put_text(tag.name);
  writer.put_text(text_of(tag));
  writer.pad(size);
}

// ---- reading ----

/// Takes from the front of bytes that may be anything. After it failed, all it gives is 0.
class MetadataReader {
 public:
  MetadataReader(Bytes bytes, bool is_native) noexcept : rest_(bytes), is_native_(is_native) {}

  [[nodiscard]] bool ok() const noexcept { return ok_; }
  [[nodiscard]] bool is_at_end() const noexcept { return rest_.empty(); }

  Bytes take(std::size_t size) noexcept {
    if (size > rest_.size()) ok_ = false;
    if (!ok_) return {};
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  template <class T>
  T get() noexcept {
    using Octets = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto taken = take(sizeof(T));
    if (taken.empty()) [[unlikely]]
      return T{};
    Octets octets = 0;
    std::memcpy(&octets, taken.data(), sizeof octets);
    return std::bit_cast<T>(is_native_ ? octets : swapped(octets));
  }
  [[nodiscard]] MetadataReader part(std::size_t size) noexcept {
    const auto taken = take(size);
    (void)take(padded(size) - size);
    MetadataReader inner{taken, is_native_};
    inner.ok_ = ok_;
    return inner;
  }
  std::string_view take_text(std::size_t size) noexcept { return as_text(take(size)); }

 private:
  static std::uint32_t swapped(std::uint32_t octets) noexcept { return __builtin_bswap32(octets); }
  static std::uint64_t swapped(std::uint64_t octets) noexcept { return __builtin_bswap64(octets); }

  Bytes rest_;
  bool is_native_;
  bool ok_ = true;
};

bool read_words(MetadataReader& reader, Metadata& metadata) noexcept {
  constexpr std::uint32_t kTime = seconds_word | picoseconds_word, kKnown = 0x1f;
  const auto words = reader.get<std::uint32_t>();
  if ((words & rate_word) != 0) metadata.sample_rate = reader.get<double>();
  if ((words & frequency_word) != 0) metadata.centre_frequency = reader.get<double>();
  if ((words & kTime) == kTime) {
    const auto seconds = reader.get<std::int64_t>();
    metadata.time = UtcTime{seconds, reader.get<std::uint64_t>()};
  } else if ((words & kTime) != 0) {
    return false;
  }
  if ((words & number_word) != 0) metadata.sample_number = reader.get<std::uint64_t>();
  (void)reader.take(static_cast<std::size_t>(std::popcount(words & ~kKnown)) * kWord);
  return reader.ok();
}

bool read_stream_id(Bytes text, Metadata& metadata) {
  if (text.empty() || text.size() > StreamId::kLongest || !metadata.stream_id.empty()) return false;
  metadata.stream_id.assign(as_text(text));
  return true;
}

bool read_tag(MetadataReader reader, Metadata& metadata) {
  const auto offset = reader.get<std::uint64_t>();
  const auto kind = reader.get<std::uint32_t>();
  const auto name_size = reader.get<std::uint32_t>();
  if (!reader.ok() || name_size == 0 || name_size > Tag::kLongestName) return false;
  if (kind > static_cast<std::uint32_t>(ValueKind::text)) return true;
  if (metadata.tags.size() == Metadata::kMostTags) return false;
  Tag tag{.name = {}, .value = {}, .offset = offset};
  std::uint64_t text_size = 0;
  if (kind == static_cast<std::uint32_t>(ValueKind::integer))
    tag.value = reader.get<std::int64_t>();
  else if (kind == static_cast<std::uint32_t>(ValueKind::real))
    tag.value = reader.get<double>();
  else
    text_size = reader.get<std::uint64_t>();
  if (text_size > Tag::kLongestText) return false;
  tag.name = reader.take_text(name_size);
  if (kind == static_cast<std::uint32_t>(ValueKind::text))
    tag.value.emplace<std::string>(reader.take_text(static_cast<std::size_t>(text_size)));
  if (!reader.ok()) return false;
  metadata.tags.push_back(std::move(tag));
  return true;
}

bool read_section(MetadataReader& reader, Metadata& metadata) {
  const auto kind = reader.get<std::uint32_t>();
  const auto size = reader.get<std::uint32_t>();
  if (!reader.ok()) return false;
  auto content = reader.part(size);
  if (!reader.ok()) return false;
  if (kind == static_cast<std::uint32_t>(ContextSection::stream_id))
    return read_stream_id(content.take(size), metadata);
  return kind != static_cast<std::uint32_t>(ContextSection::tag) || read_tag(content, metadata);
}

// Into `metadata`, which says nothing yet.
bool read(Bytes data, Metadata& metadata) {
  if (data.size() < kWord || data[0] > std::byte{1}) return false;
  MetadataReader reader{data, data[0] == kNativeOctet};
  (void)reader.take(4);
  if (!read_words(reader, metadata)) return false;
  while (!reader.is_at_end())
    if (!read_section(reader, metadata)) return false;
  return true;
}

}  // namespace

void MetadataContext::write(const Metadata& metadata) {
  const auto words = words_of(metadata);
  MetadataWriter writer{octets_.assign_room(size_of(metadata, words)).data()};
  writer.put(std::array{kNativeOctet, std::byte{0}, std::byte{0}, std::byte{0}});
  writer.put(words);
  put_words(writer, metadata);
  if (const auto id = metadata.stream_id.view(); !id.empty()) {
    writer.begin(ContextSection::stream_id, id.size());
    writer.put_text(id);
    writer.pad(id.size());
  }
  for (const auto& tag : metadata.tags) put_tag(writer, tag);
}

std::optional<Metadata> read_metadata(Bytes data) {
  std::optional<Metadata> result{std::in_place};
  if (!read(data, *result)) result.reset();
  return result;
}

CarriedMetadata CarriedMetadata::of_context(Bytes data) {
  CarriedMetadata carried;
  if (data.empty()) [[likely]]
    return carried;
  // Member by member: emplace() would clear the whole object first, which takes as long as all the
  // rest.
  carried.is_broken_ = !read(data, carried.given_.emplace(std::nullopt));
  if (carried.is_broken_ || carried.given_->is_empty()) carried.given_.reset();
  return carried;
}

const Metadata& CarriedMetadata::get() const noexcept {
  static const Metadata kNone;
  return given_ ? *given_ : kNone;
}

}  // namespace orbweaver::packets
