// SPDX-License-Identifier: Apache-2.0
// libxml2 calls `Builder` for each tag and text (SAX2), and `Builder` makes the tree. The tree of
// libxml2 would need several times the memory. Its builder can load DTDs and entities: no function
// that does is installed here.
#include "xml/parse.hpp"

#include "xml/attribute_limit.hpp"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <climits>
#include <memory>
#include <optional>

namespace orbweaver::profile::xml {

namespace {

std::string text_of(const xmlChar* text) {
  return text ? std::string{reinterpret_cast<const char*>(text)} : std::string{};
}

// In an attribute, libxml2 leaves an ampersand as a numeric reference, for a second pass.
std::string without_references(std::string_view text) {
  constexpr std::string_view kAmpersand = "&#38;";
  std::string result;
  for (auto at = text.find(kAmpersand); at != std::string_view::npos; at = text.find(kAmpersand)) {
    result.append(text.substr(0, at + 1));
    text.remove_prefix(at + kAmpersand.size());
  }
  return result.append(text);
}

class Builder {
 public:
  explicit Builder(const ReadLimits& limits) : limits_(&limits) {}

  void watch(xmlParserCtxtPtr parser) { parser_ = parser; }

  // `attributes`: for each its name, prefix, URI, and begin and end of its value.
  void start(const xmlChar* name, int count, const xmlChar** attributes) {
    if (fault_) return;
    if (open_.size() >= limits_->depth)
      return stop(Code::xml_too_deep,
                  "elements are nested deeper than " + std::to_string(limits_->depth));
    if (++elements_ > limits_->elements)
      return stop(Code::xml_too_many_elements,
                  "there are more than " + std::to_string(limits_->elements) + " elements");
    if (static_cast<std::size_t>(count) > limits_->attributes)
      return stop(
          Code::xml_too_many_attributes,
          "an element has more than " + std::to_string(limits_->attributes) + " attributes");
    Element element;
    element.name = text_of(name);
    element.line = open_.empty() ? line() : line_before_;
    for (int i = 0; i < count; ++i, attributes += 5)
      element.attributes.push_back(
          {text_of(attributes[0]), without_references(std::string_view(
                                       reinterpret_cast<const char*>(attributes[3]),
                                       static_cast<std::size_t>(attributes[4] - attributes[3])))});
    open_.push_back(std::move(element));
    note_line();
  }

  void end() {
    if (fault_ || open_.empty()) return;
    auto element = std::move(open_.back());
    open_.pop_back();
    if (open_.empty())
      root_ = std::move(element);
    else
      open_.back().children.push_back(std::move(element));
    note_line();
  }

  void characters(const xmlChar* text, int length) {
    if (!fault_ && !open_.empty())
      open_.back().text.append(reinterpret_cast<const char*>(text),
                               static_cast<std::size_t>(length));
    note_line();
  }

  // libxml2 reports the line where a tag ends; the tag begins where the text before it ended.
  void note_line() { line_before_ = line(); }

  void stop(Code code, std::string cause, int at = 0) {
    if (!fault_) fault_ = XmlFault{code, at ? at : line(), std::move(cause)};
    xmlStopParser(parser_);
  }

  Result<Element, XmlFault> finish() && {
    if (fault_) return unexpected(std::move(*fault_));
    if (!root_)
      return unexpected(XmlFault{Code::xml_malformed, line(), "there is no root element"});
    return std::move(*root_);
  }

 private:
  [[nodiscard]] int line() const { return parser_->input ? parser_->input->line : 0; }

  const ReadLimits* limits_;
  xmlParserCtxtPtr parser_ = nullptr;
  std::vector<Element> open_;
  std::optional<Element> root_;
  std::optional<XmlFault> fault_;
  std::size_t elements_ = 0;
  int line_before_ = 1;
};

Builder& builder(void* context) { return *static_cast<Builder*>(context); }

// The signature is libxml2's.
// NOLINTNEXTLINE(readability-function-size)
void on_start(void* context, const xmlChar* name, const xmlChar*, const xmlChar*, int,
              const xmlChar**, int count, int, const xmlChar** attributes) {
  builder(context).start(name, count, attributes);
}

void on_end(void* context, const xmlChar*, const xmlChar*, const xmlChar*) {
  builder(context).end();
}

void on_characters(void* context, const xmlChar* text, int length) {
  builder(context).characters(text, length);
}

void on_comment(void* context, const xmlChar*) { builder(context).note_line(); }

void on_instruction(void* context, const xmlChar*, const xmlChar*) { builder(context).note_line(); }

void on_entity_declared(void* context, const xmlChar* name, int, const xmlChar*, const xmlChar*,
                        xmlChar*) {
  builder(context).stop(Code::xml_entity, "the entity '" + text_of(name) + "' is declared");
}

// Refuses default values of attributes. libxml2 would add them to each element of the name, so that
// a small file becomes a large tree, with attributes that were not counted. The signature is
// libxml2's; `values` is owned by this function.
// NOLINTNEXTLINE(readability-function-size)
void on_attribute_declared(void* context, const xmlChar*, const xmlChar* name, int, int,
                           const xmlChar* value, xmlEnumerationPtr values) {
  xmlFreeEnumeration(values);
  if (value != nullptr)
    builder(context).stop(Code::xml_default_value,
                          "the attribute '" + text_of(name) + "' is given a value by default");
}

void on_reference(void* context, const xmlChar* name) {
  builder(context).stop(Code::xml_entity, "the entity '" + text_of(name) + "' is used");
}

xmlEntityPtr no_entity(void*, const xmlChar*) { return nullptr; }

#if LIBXML_VERSION >= 21200
using ErrorPointer = const xmlError*;
#else
using ErrorPointer = xmlErrorPtr;
#endif

std::string one_line(const char* message) {
  auto text = trimmed(message ? message : "");
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text;
}

void on_error(void* context, ErrorPointer error) {
  if (error->code == XML_WAR_UNDECLARED_ENTITY || error->code == XML_ERR_UNDECLARED_ENTITY)
    return builder(context).stop(Code::xml_entity, one_line(error->message), error->line);
  if (error->level == XML_ERR_FATAL)
    builder(context).stop(Code::xml_malformed, one_line(error->message), error->line);
}

xmlSAXHandler handler() {
  xmlSAXHandler sax{};
  sax.initialized = XML_SAX2_MAGIC;
  sax.startElementNs = on_start;
  sax.endElementNs = on_end;
  sax.characters = on_characters;
  sax.ignorableWhitespace = on_characters;
  sax.cdataBlock = on_characters;
  sax.comment = on_comment;
  sax.processingInstruction = on_instruction;
  sax.entityDecl = on_entity_declared;
  sax.attributeDecl = on_attribute_declared;
  sax.getEntity = no_entity;
  sax.getParameterEntity = no_entity;
  sax.reference = on_reference;
  sax.serror = on_error;
  return sax;
}

struct FreeParser {
  void operator()(xmlParserCtxtPtr parser) const {
    if (parser->myDoc) xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
  }
};

/// libxml2 requires this before several threads use it.
void initialize_library() {
  static const bool is_initialized = [] {
    xmlInitParser();
    return true;
  }();
  (void)is_initialized;
}

}  // namespace

Result<Element, XmlFault> parse(std::string_view text, const ReadLimits& limits) {
  if (trimmed(text).empty()) return unexpected(XmlFault{Code::file_empty, 0, "the file is empty"});
  if (text.size() > INT_MAX)
    return unexpected(XmlFault{Code::file_too_large, 0, "the file is too large"});
  if (auto fault = check_attributes(text, limits)) return unexpected(*std::move(fault));
  initialize_library();
  const std::unique_ptr<xmlParserCtxt, FreeParser> parser(
      xmlCreateMemoryParserCtxt(text.data(), static_cast<int>(text.size())));
  if (!parser) return unexpected(XmlFault{Code::xml_malformed, 0, "the file cannot be parsed"});
  Builder builder(limits);
  builder.watch(parser.get());
  *parser->sax = handler();
  parser->userData = &builder;
  xmlCtxtUseOptions(parser.get(), XML_PARSE_NONET);
  xmlParseDocument(parser.get());
  return std::move(builder).finish();
}

}  // namespace orbweaver::profile::xml
