#include "xml/attribute_limit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace orbweaver::profile::xml {

namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";  // UTF-8's

/// The name in the declaration at the begin of the text; empty: it says none.
std::string declared_encoding(std::string_view text) {
  if (!text.starts_with("<?xml")) return {};
  const auto declaration = text.substr(0, text.find("?>"));
  constexpr std::string_view kWord = "encoding";
  const auto word = declaration.find(kWord);
  if (word == std::string_view::npos) return {};
  const auto begin = declaration.find_first_of("'\"", word);
  if (begin == std::string_view::npos) return {};
  const auto end = declaration.find(declaration[begin], begin + 1);
  std::string name{declaration.substr(begin + 1, end - begin - 1)};
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

/// Whether each octet of ASCII stands for itself in the text, and for nothing else.
bool has_ascii_octets(std::string_view text) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  const auto begin = text.substr(0, 4);
  if (begin.find('\0') != std::string_view::npos || begin.find_first_of("\xfe\xff\x4c") == 0)
    return false;
  const auto encoding = declared_encoding(text);
  constexpr std::array<std::string_view, 6> kKnown{"utf-8", "utf8",      "us-ascii",
                                                   "ascii", "iso-8859-", "windows-125"};
  return encoding.empty() ||
         std::ranges::any_of(kKnown, [&](auto known) { return encoding.starts_with(known); });
}

/// Of the tag that begins `tag`, in which no other begins: an attribute's value has no '<'.
std::size_t attributes_in(std::string_view tag) {
  if (tag.starts_with('!') || tag.starts_with('?') || tag.starts_with('/')) return 0;
  std::size_t count = 0;
  char quote = 0;
  for (const char each : tag) {
    if (quote != 0) {
      if (each == quote) quote = 0;
    } else if (each == '"' || each == '\'') {
      quote = each;
    } else if (each == '>') {
      break;
    } else if (each == '=') {
      ++count;
    }
  }
  return count;
}

Fault too_many(std::string_view before, std::size_t limit) {
  const auto line = 1 + std::ranges::count(before, '\n');
  return {Code::xml_too_many_attributes, static_cast<int>(line),
          "an element has more than " + std::to_string(limit) + " attributes"};
}

}  // namespace

std::optional<Fault> check_attributes(std::string_view text, const Limits& limits) {
  if (!has_ascii_octets(text)) {
    if (text.size() <= limits.bytes_of_other_encodings) return std::nullopt;
    return Fault{Code::file_too_large, 0,
                 "a file in this encoding may have " +
                     std::to_string(limits.bytes_of_other_encodings) + " bytes: write it in UTF-8"};
  }
  for (auto at = text.find('<'); at != std::string_view::npos;) {
    const auto next = text.find('<', at + 1);
    const auto tag = text.substr(at + 1, next == std::string_view::npos ? next : next - at - 1);
    if (attributes_in(tag) > limits.attributes)
      return too_many(text.substr(0, at), limits.attributes);
    at = next;
  }
  return std::nullopt;
}

}  // namespace orbweaver::profile::xml
