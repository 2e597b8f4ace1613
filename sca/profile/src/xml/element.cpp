// SPDX-License-Identifier: Apache-2.0
#include "xml/element.hpp"

#include <algorithm>

namespace orbweaver::profile::xml {

const Element* child(const Element& parent, std::string_view name) {
  const auto found = std::ranges::find(parent.children, name, &Element::name);
  return found == parent.children.end() ? nullptr : &*found;
}

std::vector<const Element*> children(const Element& parent, std::string_view name) {
  std::vector<const Element*> found;
  for (const auto& child : parent.children)
    if (child.name == name) found.push_back(&child);
  return found;
}

const std::string* attribute(const Element& element, std::string_view name) {
  const auto found = std::ranges::find(element.attributes, name, &Attribute::name);
  return found == element.attributes.end() ? nullptr : &found->value;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const auto begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return std::string{text.substr(begin, text.find_last_not_of(kSpace) - begin + 1)};
}

}  // namespace orbweaver::profile::xml
