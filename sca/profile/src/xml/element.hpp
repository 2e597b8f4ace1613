// SPDX-License-Identifier: Apache-2.0
// An XML document as a plain tree: names, attributes, text, lines.
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
  std::string name;  // without its namespace's prefix
  int line = 0;
  std::vector<Attribute> attributes;
  std::vector<Element> children;
  std::string text;  // what stands directly in it, all pieces together
};

/// The first child of this name; null if there is none.
[[nodiscard]] const Element* child(const Element& parent, std::string_view name);

/// All children of this name.
[[nodiscard]] std::vector<const Element*> children(const Element& parent, std::string_view name);

/// The attribute's value; null if it is not there.
[[nodiscard]] const std::string* attribute(const Element& element, std::string_view name);

/// The text without the white space around it.
[[nodiscard]] std::string trimmed(std::string_view text);

}  // namespace orbweaver::profile::xml
