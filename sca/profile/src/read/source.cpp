// SPDX-License-Identifier: Apache-2.0
#include "read/source.hpp"

namespace orbweaver::profile::read {

void Source::add(Code code, const Element& element, std::string what, std::string cause,
                 std::string remedy) {
  profile_->findings.push_back(
      {code, at(element), std::move(what), std::move(cause), std::move(remedy)});
}

std::optional<LocalFile> Source::file_in(const Element& parent) {
  const auto* file = xml::child(parent, "localfile");
  if (!file) return std::nullopt;
  LocalFile named{value_of(*file, "name"), at(*file)};
  profile_->files.push_back(named);
  return named;
}

std::optional<LocalFile> Source::file_of(const Element& parent, std::string_view name) {
  const auto* child = xml::child(parent, name);
  return child ? file_in(*child) : std::nullopt;
}

std::string value_of(const Element& element, std::string_view attribute) {
  const auto* value = xml::attribute(element, attribute);
  return value ? xml::trimmed(*value) : std::string{};
}

std::string text_of(const Element& parent, std::string_view name) {
  const auto* child = xml::child(parent, name);
  return child ? xml::trimmed(child->text) : std::string{};
}

std::optional<IdReference> reference_of(const Source& source, const Element& parent,
                                        std::string_view name) {
  const auto* child = xml::child(parent, name);
  if (!child) return std::nullopt;
  return IdReference{value_of(*child, "refid"), source.at(*child)};
}

std::vector<property::Text> read_values(const Source& source, const Element& parent) {
  return read_all(xml::child(parent, "values"), "value", [&](const Element& value) {
    return property::Text{value.text, source.at(value)};
  });
}

property::StructValue read_struct_value(const Source& source, const Element& element) {
  property::StructValue struct_value{{}, source.at(element)};
  for (const auto& child : element.children) {
    property::MemberValue member{value_of(child, "refid"), {}, source.at(child)};
    if (child.name == "simpleref") {
      const auto* value = xml::attribute(child, "value");
      member.value = value ? *value : std::string{};
    } else if (child.name == "simplesequenceref") {
      member.value = read_values(source, child);
    } else {
      continue;
    }
    struct_value.members.push_back(std::move(member));
  }
  return struct_value;
}

namespace {

std::optional<Override> read_override(const Source& source, const Element& element) {
  Override new_override{value_of(element, "refid"), {}, source.at(element)};
  if (element.name == "simpleref") {
    const auto* value = xml::attribute(element, "value");
    new_override.value = value ? *value : std::string{};
  } else if (element.name == "simplesequenceref") {
    new_override.value = read_values(source, element);
  } else if (element.name == "structref") {
    new_override.value = read_struct_value(source, element);
  } else if (element.name == "structsequenceref") {
    new_override.value = read_all(&element, "structvalue", [&](const Element& entry) {
      return read_struct_value(source, entry);
    });
  } else {
    return std::nullopt;
  }
  return new_override;
}

}  // namespace

std::vector<Override> read_overrides(const Source& source, const Element* parent) {
  std::vector<Override> all;
  if (!parent) return all;
  for (const auto& child : parent->children)
    if (auto new_override = read_override(source, child)) all.push_back(std::move(*new_override));
  return all;
}

FindBy read_findby(const Source& source, const Element& element) {
  FindBy found{FindBy::Way::none, {}, {}, source.at(element)};
  if (const auto* naming = xml::child(element, "namingservice")) {
    found.way = FindBy::Way::naming_service;
    found.name = value_of(*naming, "name");
  } else if (xml::child(element, "stringifiedobjectref")) {
    found.way = FindBy::Way::stringified_reference;
    found.name = text_of(element, "stringifiedobjectref");
  } else if (const auto* finder = xml::child(element, "domainfinder")) {
    found.way = FindBy::Way::domain_finder;
    found.name = value_of(*finder, "name");
    found.finder_type = value_of(*finder, "type");
  }
  return found;
}

std::vector<Author> read_authors(const Element& parent) {
  return read_all(&parent, "author", [](const Element& author) {
    return Author{
        read_all(&author, "name", [](const Element& name) { return xml::trimmed(name.text); }),
        text_of(author, "company"), text_of(author, "webpage")};
  });
}

PropertyRef read_property_ref(const Source& source, const Element& element) {
  return {value_of(element, "refid"), value_of(element, "value"), source.at(element)};
}

std::vector<UsesDevice> read_uses_devices(const Source& source, const Element& parent) {
  return read_all(&parent, "usesdevice", [&](const Element& uses) {
    return UsesDevice{value_of(uses, "id"), value_of(uses, "type"),
                      read_all(&uses, "propertyref",
                               [&](const Element& ref) { return read_property_ref(source, ref); }),
                      read_overrides(source, &uses), source.at(uses)};
  });
}

}  // namespace orbweaver::profile::read
