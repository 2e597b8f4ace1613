// SPDX-License-Identifier: Apache-2.0
// An XML document as a plain tree: names, attributes, texts, lines.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::profile::xml {

struct Attribute {
  std::string name;
  std::string value;
};

struct Element {
  std::string name;  // without the namespace prefix
  int line = 0;
  std::vector<Attribute> attributes;
  std::vector<Element> children;
  std::string text;  // all pieces of text directly in it, joined
};

/// Returns the first child of this name; null if there is none.
[[nodiscard]] const Element* child(const Element& parent, std::string_view name);

/// Returns all children of this name.
[[nodiscard]] std::vector<const Element*> children(const Element& parent, std::string_view name);

/// Returns the attribute's value; null if it is missing.
[[nodiscard]] const std::string* attribute(const Element& element, std::string_view name);

/// Returns the text without surrounding white space.
[[nodiscard]] std::string trimmed(std::string_view text);

}  // namespace orbweaver::profile::xml
