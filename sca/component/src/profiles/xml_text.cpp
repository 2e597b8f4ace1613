// SPDX-License-Identifier: Apache-2.0
#include "xml_text.hpp"

namespace orbweaver::component {

XmlText::XmlText(std::string_view name, std::string_view what, std::string_view dtd) {
  written_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE ";
  written_ += std::string{name} + " PUBLIC \"-//JTRS//DTD SCA V2.2.2 " + std::string{what} +
              "//EN\" \"" + std::string{dtd} + "\">\n";
}

void XmlText::open(std::string_view name, Attributes attributes) {
  put_tag(name, attributes, ">\n");
  ++depth_;
}

void XmlText::close(std::string_view name) {
  --depth_;
  begin_line();
  written_ += "</" + std::string{name} + ">\n";
}

void XmlText::empty(std::string_view name, Attributes attributes) {
  put_tag(name, attributes, "/>\n");
}

void XmlText::text(std::string_view name, std::string_view content) {
  put_tag(name, {}, ">");
  written_ += escaped(content) + "</" + std::string{name} + ">\n";
}

void XmlText::begin_line() { written_.append(2 * depth_, ' '); }

void XmlText::put_tag(std::string_view name, Attributes attributes, std::string_view end) {
  begin_line();
  written_ += "<" + std::string{name};
  for (const auto& [key, value] : attributes)
    if (!value.empty()) written_ += " " + std::string{key} + "=\"" + escaped(value) + "\"";
  written_ += end;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      default:
        result += character;
    }
  }
  return result;
}

}  // namespace orbweaver::component
