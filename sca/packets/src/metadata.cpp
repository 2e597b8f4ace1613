// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/metadata.hpp>

#include <cmath>
#include <stdexcept>
#include <string_view>

namespace orbweaver::packets {

namespace {

[[noreturn]] void refuse(std::string_view what, std::size_t size, std::size_t most) {
  throw std::length_error(std::string{what} + ": " + std::to_string(size) + ", and at most " +
                          std::to_string(most) + " can be sent with a packet");
}

void require_sendable(const Tag& tag) {
  if (tag.name.empty()) throw std::length_error("a tag has no name");
  if (tag.name.size() > Tag::kLongestName)
    refuse("octets in the name of a tag", tag.name.size(), Tag::kLongestName);
  const auto* const text = std::get_if<std::string>(&tag.value);
  if (text != nullptr && text->size() > Tag::kLongestText)
    refuse("octets in the text of the tag '" + tag.name + "'", text->size(), Tag::kLongestText);
}

template <class T, class Predicate>
unsigned remove_unless(std::optional<T>& value, Predicate is_good) noexcept {
  if (!value || is_good(*value)) return 0;
  value.reset();
  return 1;
}

}  // namespace

void Metadata::decimate(std::uint64_t factor) noexcept {
  if (sample_rate) *sample_rate /= static_cast<double>(factor);
  if (sample_number) *sample_number /= factor;
  for (auto& tag : tags) tag.offset /= factor;
}

void require_sendable(const Metadata& metadata) {
  if (metadata.tags.size() > Metadata::kMostTags)
    refuse("tags", metadata.tags.size(), Metadata::kMostTags);
  for (const auto& tag : metadata.tags) require_sendable(tag);
}

unsigned remove_bad_values(Metadata& metadata) noexcept {
  return remove_unless(metadata.sample_rate,
                       [](double rate) { return std::isfinite(rate) && rate > 0; }) +
         remove_unless(metadata.centre_frequency,
                       [](double hertz) { return std::isfinite(hertz); }) +
         remove_unless(metadata.time, [](const UtcTime& time) {
           return time.picoseconds < UtcTime::kPicosecondsPerSecond;
         });
}

}  // namespace orbweaver::packets
