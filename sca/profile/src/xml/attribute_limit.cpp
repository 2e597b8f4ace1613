// SPDX-License-Identifier: Apache-2.0
#include "xml/attribute_limit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace orbweaver::profile::xml {

namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";  // the byte-order mark of UTF-8

/// Returns the encoding in the XML declaration at the beginning of the text; empty: there is none.
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

/// Whether each ASCII octet of the text is that ASCII character.
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

/// Calls `take` for each character of `tag` outside quotes, until it returns false.
template <class Take>
void for_each_outside_quotes(std::string_view tag, Take take) {
  char quote = 0;
  for (const char& character : tag) {
    if (quote != 0) {
      if (character == quote) quote = 0;
    } else if (character == '"' || character == '\'') {
      quote = character;
    } else if (!take(character)) {
      return;
    }
  }
}

/// Counts the attributes of the start tag at the beginning of `tag`. No tag can begin inside of it,
/// as an attribute's value has no '<'.
std::size_t attributes_in(std::string_view tag) {
  std::size_t count = 0;
  for_each_outside_quotes(tag, [&](char character) {
    if (character == '=') ++count;
    return character != '>';
  });
  return count;
}

/// Returns the largest number of values that an attribute declaration lists for one attribute:
/// libxml2 compares each value with all values before it.
std::size_t values_in(std::string_view tag) {
  std::size_t count = 0, most = 0;
  for_each_outside_quotes(tag, [&](char character) {
    if (character == '(') count = 1;
    if (character == '|') ++count;
    most = std::max(most, count);
    return character != '>';
  });
  return most;
}

/// Returns the place behind the next `mark`; npos: there is none.
std::size_t end_of(std::string_view text, std::size_t begin, std::string_view mark) {
  const auto found = text.find(mark, begin);
  return found == std::string_view::npos ? found : found + mark.size();
}

/// Returns the end of the declaration at `at`, or of its part before the declarations inside. The
/// names of files in it may contain a '<'.
std::size_t end_of_declaration(std::string_view text, std::size_t at) {
  std::size_t end = std::string_view::npos;
  for_each_outside_quotes(text.substr(at + 1), [&](const char& character) {
    if (character != '>' && character != '[' && character != '<') return true;
    end = static_cast<std::size_t>(&character - text.data());
    return false;
  });
  return end;
}

/// Returns where to look for the next tag after the '<' at `at`. Only text in which libxml2 finds
/// no tag may be skipped, since a tag could be hidden in it otherwise.
std::size_t behind(std::string_view text, std::size_t at) {
  constexpr std::string_view kComment = "<!--", kData = "<![CDATA[", kInstruction = "<?";
  const auto rest = text.substr(at);
  if (rest.starts_with(kComment)) return end_of(text, at + kComment.size(), "-->");
  if (rest.starts_with(kData)) return end_of(text, at + kData.size(), "]]>");
  if (rest.starts_with(kInstruction)) return end_of(text, at + kInstruction.size(), "?>");
  if (rest.starts_with("<!")) return end_of_declaration(text, at);
  return at + 1;
}

/// Returns what exceeds the limit in the tag or declaration at `at`; empty: nothing does.
std::string excess_at(std::string_view text, std::size_t at, std::size_t limit) {
  const auto tag = text.substr(at + 1, text.find('<', at + 1) - at - 1);
  const auto most = std::to_string(limit);
  if (tag.starts_with("!ATTLIST"))
    return values_in(tag) > limit ? "an attribute is declared with more than " + most + " values"
                                  : "";
  if (tag.starts_with('!') || tag.starts_with('?') || tag.starts_with('/')) return {};
  return attributes_in(tag) > limit ? "an element has more than " + most + " attributes" : "";
}

XmlFault too_many(std::string_view before, std::string cause) {
  const auto line = 1 + std::ranges::count(before, '\n');
  return {Code::xml_too_many_attributes, static_cast<int>(line), std::move(cause)};
}

}  // namespace

std::optional<XmlFault> check_attributes(std::string_view text, const ReadLimits& limits) {
  if (!has_ascii_octets(text)) {
    if (text.size() <= limits.bytes_of_other_encodings) return std::nullopt;
    return XmlFault{Code::file_too_large, 0,
                    "a file in this encoding may have " +
                        std::to_string(limits.bytes_of_other_encodings) +
                        " bytes: write it in UTF-8"};
  }
  for (auto at = text.find('<'); at != std::string_view::npos;
       at = text.find('<', behind(text, at)))
    if (auto cause = excess_at(text, at, limits.attributes); !cause.empty())
      return too_many(text.substr(0, at), std::move(cause));
  return std::nullopt;
}

}  // namespace orbweaver::profile::xml
