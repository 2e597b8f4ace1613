// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/profiles.hpp>

#include <variant>

#include "xml_text.hpp"

namespace orbweaver::component {

namespace {

using property::Kind;

constexpr Kind kKinds[]{Kind::configure, Kind::execparam, Kind::allocation, Kind::factoryparam,
                        Kind::test};

class PrfText {
 public:
  void write(const property::Property& property) {
    std::visit([this](const auto& one) { put(one); }, property);
  }
  XmlText xml{"properties", "PRF", "properties.dtd"};

 private:
  void put_kinds(const property::Common& of, std::string_view element) {
    for (const auto kind : kKinds)
      if (of.kinds.named(kind)) xml.empty(element, {{"kindtype", property::name_of(kind)}});
  }
  void put_description(const property::Common& of) {
    if (!of.description.empty()) xml.text("description", of.description);
  }
  void put_shape(const property::Shape& shape, const std::string& units) {
    if (!units.empty()) xml.text("units", units);
    if (shape.range) xml.empty("range", {{"min", shape.range->min}, {"max", shape.range->max}});
  }
  void put_enumerations(const property::Shape& shape) {
    if (shape.enumerations.empty()) return;
    xml.open("enumerations");
    for (const auto& enumeration : shape.enumerations)
      xml.empty("enumeration", {{"label", enumeration.label}, {"value", enumeration.value}});
    xml.close("enumerations");
  }
  [[nodiscard]] static std::string_view complex(const property::Shape& shape) {
    return shape.complex ? "true" : "";
  }

  void put(const property::Simple& of, bool is_member = false) {
    xml.open("simple", {{"id", of.id},
                        {"type", property::name_of(of.shape.type)},
                        {"name", of.name},
                        {"mode", property::name_of(of.mode)},
                        {"complex", complex(of.shape)}});
    put_description(of);
    if (of.value) xml.text("value", of.value->text);
    put_shape(of.shape, of.units);
    put_enumerations(of.shape);
    if (!is_member) put_kinds(of, "kind");
    xml.close("simple");
  }
  void put(const property::SimpleSequence& of) {
    xml.open("simplesequence", {{"id", of.id},
                                {"type", property::name_of(of.shape.type)},
                                {"name", of.name},
                                {"mode", property::name_of(of.mode)},
                                {"complex", complex(of.shape)}});
    put_description(of);
    if (of.values && !of.values->empty()) {
      xml.open("values");
      for (const auto& value : *of.values) xml.text("value", value.text);
      xml.close("values");
    }
    put_shape(of.shape, of.units);
    put_kinds(of, "kind");
    xml.close("simplesequence");
  }
  void put(const property::StructProperty& of) {
    xml.open("struct", {{"id", of.id}, {"name", of.name}, {"mode", property::name_of(of.mode)}});
    put_description(of);
    for (const auto& member : of.members)
      if (const auto* simple = std::get_if<property::Simple>(&member)) put(*simple, true);
    put_kinds(of, "configurationkind");
    xml.close("struct");
  }
  void put(const property::StructSequenceProperty& of) {
    xml.open("structsequence", {{"id", of.id},
                                {"structrefid", of.structrefid},
                                {"name", of.name},
                                {"mode", property::name_of(of.mode)}});
    put_description(of);
    for (const auto& value : of.values) put(value);
    put_kinds(of, "configurationkind");
    xml.close("structsequence");
  }
  void put(const property::StructValue& value) {
    xml.open("structvalue");
    for (const auto& member : value.members)
      if (const auto* text = std::get_if<std::string>(&member.value))
        xml.empty("simpleref", {{"refid", member.refid}, {"value", *text}});
    xml.close("structvalue");
  }
};

}  // namespace

std::string prf_of(const Description& component) {
  PrfText prf;
  prf.xml.open("properties");
  for (const auto& property : component.properties) prf.write(property);
  prf.xml.close("properties");
  return prf.xml.written();
}

}  // namespace orbweaver::component
