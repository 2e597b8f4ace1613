// SPDX-License-Identifier: Apache-2.0
// Builds XML text, with one element on a line.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::component {

/// One thread.
class XmlText {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  /// `dtd`: as "properties.dtd"; `name`: of the root element; `what`: as "PRF".
  XmlText(std::string_view name, std::string_view what, std::string_view dtd);

  /// Begins an element that contains elements, until close().
  void open(std::string_view name, Attributes attributes = {});
  void close(std::string_view name);
  /// Adds an element without content. Attributes without a value are left out.
  void empty(std::string_view name, Attributes attributes = {});
  /// Adds an element with text.
  void text(std::string_view name, std::string_view content);

  [[nodiscard]] const std::string& written() const noexcept { return written_; }

 private:
  void begin_line();
  void put_tag(std::string_view name, Attributes attributes, std::string_view end);

  std::string written_;
  std::size_t depth_ = 0;
};

/// The text with its XML characters escaped: & < > " and '.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace orbweaver::component
