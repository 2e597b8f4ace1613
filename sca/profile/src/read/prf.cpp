// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

using property::Common;
using property::Member;
using property::Simple;
using property::SimpleSequence;
using property::StructProperty;
using property::StructSequenceProperty;

bool is_true(const Element& element, std::string_view attribute) {
  const auto text = value_of(element, attribute);
  return text == "true" || text == "1";
}

void read_common(const Source& source, const Element& element, Common& common) {
  common.id = value_of(element, "id");
  common.name = value_of(element, "name");
  common.description = text_of(element, "description");
  common.mode = property::mode_named(value_of(element, "mode")).value_or(common.mode);
  for (const auto name : {"kind", "configurationkind"})
    for (const auto* kind : xml::children(element, name))
      common.kinds.add(
          property::kind_named(value_of(*kind, "kindtype")).value_or(property::Kind::configure));
  common.at = source.at(element);
}

property::Action read_action(const Element& element) {
  const auto* action = xml::child(element, "action");
  const auto named = action ? property::action_named(value_of(*action, "type")) : std::nullopt;
  return named.value_or(property::Action::external);
}

// An enumeration without a value has that of the one before plus one (SCA 2.2.2 D.4).
std::vector<property::Enumeration> read_enumerations(const Source& source, const Element& element) {
  std::vector<property::Enumeration> all;
  for (const auto* entry : read_all(xml::child(element, "enumerations"), "enumeration",
                                    [](const Element& found) { return &found; })) {
    const auto* value = xml::attribute(*entry, "value");
    std::string text = value ? *value : "0";
    if (!value && !all.empty()) {
      const auto before = property::parse_scalar(property::Type::longlong, all.back().value);
      const auto number = before ? std::get<std::int64_t>(*before) : std::int64_t{-1};
      text = std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(number) + 1));
    }
    all.push_back({value_of(*entry, "label"), text, source.at(*entry)});
  }
  return all;
}

// Returns nothing, and adds a finding, if the type is unknown.
std::optional<property::Shape> read_shape(Source& source, const Element& element) {
  const auto text = value_of(element, "type");
  const auto type = property::type_named(text);
  if (!type) {
    if (!text.empty())
      source.add(Code::type_unknown, element, element.name + " '" + value_of(element, "id") + "'",
                 "there is no type '" + text + "'",
                 "one of: " + std::string{property::all_type_names()});
    return std::nullopt;
  }
  property::Shape shape{*type, is_true(element, "complex"), std::nullopt, {}};
  if (element.name == "simple") shape.enumerations = read_enumerations(source, element);
  if (const auto* range = xml::child(element, "range"))
    shape.range = {value_of(*range, "min"), value_of(*range, "max"), source.at(*range)};
  return shape;
}

std::optional<Simple> read_simple(Source& source, const Element& element) {
  auto shape = read_shape(source, element);
  if (!shape) return std::nullopt;
  Simple simple;
  read_common(source, element, simple);
  simple.shape = std::move(*shape);
  if (const auto* value = xml::child(element, "value"))
    simple.value = {value->text, source.at(*value)};
  simple.units = text_of(element, "units");
  simple.action = read_action(element);
  simple.commandline = is_true(element, "commandline");
  simple.optional = is_true(element, "optional");
  if (simple.value && property::gives_no_value(simple.shape.type, simple.value->text))
    simple.value.reset();
  return simple;
}

std::optional<SimpleSequence> read_sequence(Source& source, const Element& element) {
  auto shape = read_shape(source, element);
  if (!shape) return std::nullopt;
  SimpleSequence simple_sequence;
  read_common(source, element, simple_sequence);
  simple_sequence.shape = std::move(*shape);
  if (xml::child(element, "values")) simple_sequence.values = read_values(source, element);
  simple_sequence.units = text_of(element, "units");
  simple_sequence.action = read_action(element);
  simple_sequence.optional = is_true(element, "optional");
  return simple_sequence;
}

StructProperty read_struct(Source& source, const Element& element) {
  StructProperty struct_property;
  read_common(source, element, struct_property);
  for (const auto& child : element.children) {
    if (child.name == "simple") {
      if (auto member = read_simple(source, child))
        struct_property.members.emplace_back(std::move(*member));
    } else if (child.name == "simplesequence") {
      if (auto member = read_sequence(source, child))
        struct_property.members.emplace_back(std::move(*member));
    }
  }
  return struct_property;
}

StructSequenceProperty read_struct_sequence(Source& source, const Element& element) {
  StructSequenceProperty struct_sequence_property;
  read_common(source, element, struct_sequence_property);
  struct_sequence_property.structrefid = value_of(element, "structrefid");
  if (const auto* inner = xml::child(element, "struct"))
    struct_sequence_property.inner = read_struct(source, *inner);
  struct_sequence_property.values = read_all(&element, "structvalue", [&](const Element& entry) {
    return read_struct_value(source, entry);
  });
  return struct_sequence_property;
}

std::vector<Simple> read_simples(Source& source, const Element* parent) {
  std::vector<Simple> all;
  if (!parent) return all;
  for (const auto* child : xml::children(*parent, "simple"))
    if (auto simple = read_simple(source, *child)) all.push_back(std::move(*simple));
  return all;
}

Test read_test(Source& source, const Element& element) {
  return {value_of(element, "id"), text_of(element, "description"),
          read_simples(source, xml::child(element, "inputValue")),
          read_simples(source, xml::child(element, "resultValue")), source.at(element)};
}

// The struct in a structsequence needs no id, and existing profiles have none there.
void require_id(Source& source, const Element& element) {
  if (value_of(element, "id").empty())
    source.add(Code::attribute_missing, element, element.name, "it has no 'id'", "add id=\"...\"");
}

void read_property(Source& source, const Element& element, Properties& properties) {
  if (element.name == "simple") {
    if (auto read = read_simple(source, element))
      properties.properties.emplace_back(std::move(*read));
  } else if (element.name == "simplesequence") {
    if (auto read = read_sequence(source, element))
      properties.properties.emplace_back(std::move(*read));
  } else if (element.name == "struct") {
    properties.properties.emplace_back(read_struct(source, element));
    require_id(source, element);
  } else if (element.name == "structsequence") {
    properties.properties.emplace_back(read_struct_sequence(source, element));
  } else if (element.name == "test") {
    properties.tests.push_back(read_test(source, element));
  }
}

}  // namespace

Properties read_prf(Source& source, const Element& root) {
  Properties properties;
  properties.description = text_of(root, "description");
  for (const auto& child : root.children) read_property(source, child, properties);
  properties.at = source.at(root);
  return properties;
}

}  // namespace orbweaver::profile::read
