// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "read/readers.hpp"

namespace orbweaver::profile::read {

namespace {

std::optional<FindComponent> read_find(const Source& source, const Element& instantiation) {
  const auto* element = xml::child(instantiation, "findcomponent");
  if (!element) return std::nullopt;
  FindComponent find;
  find.at = source.at(*element);
  if (const auto* naming = xml::child(*element, "namingservice"))
    find.naming_name = value_of(*naming, "name");
  if (const auto* factory = xml::child(*element, "componentresourcefactoryref")) {
    find.factory_refid = value_of(*factory, "refid");
    find.factory_properties =
        read_overrides(source, xml::child(*factory, "resourcefactoryproperties"));
  }
  return find;
}

std::optional<std::int64_t> read_startorder(Source& source, const Element& element) {
  const auto* written = xml::attribute(element, "startorder");
  if (!written) return std::nullopt;
  const auto text = xml::trimmed(*written);
  std::int64_t order = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), order);
  if (error == std::errc{} && end == text.data() + text.size()) return order;
  source.add(Code::startorder_unreadable, element,
             "componentinstantiation '" + value_of(element, "id") + "'",
             "startorder '" + text + "' is no whole number; ignored", "write a number, as 1");
  return std::nullopt;
}

std::optional<LoggingConfig> read_logging(const Source& source, const Element& instantiation) {
  const auto* element = xml::child(instantiation, "loggingconfig");
  if (!element) return std::nullopt;
  return LoggingConfig{value_of(*element, "level"), xml::trimmed(element->text),
                       source.at(*element)};
}

ComponentInstantiation read_instantiation(Source& source, const Element& element) {
  ComponentInstantiation component_instantiation;
  component_instantiation.id = value_of(element, "id");
  component_instantiation.usagename = text_of(element, "usagename");
  component_instantiation.properties =
      read_overrides(source, xml::child(element, "componentproperties"));
  component_instantiation.find = read_find(source, element);
  component_instantiation.startorder = read_startorder(source, element);
  component_instantiation.affinity = read_overrides(source, xml::child(element, "affinity"));
  component_instantiation.logging = read_logging(source, element);
  for (const auto name : {"devicerequires", "deployerrequires"})
    for (auto& named_value : read_named_values(source, xml::child(element, name), "requires", "id"))
      component_instantiation.requirements.push_back(std::move(named_value));
  component_instantiation.at = source.at(element);
  return component_instantiation;
}

std::optional<Target> read_target(const Source& source, const Element& end) {
  if (const auto* ref = xml::child(end, "componentinstantiationref"))
    return InstantiationRef{value_of(*ref, "refid")};
  if (const auto* ref = xml::child(end, "devicethatloadedthiscomponentref"))
    return DeviceThatLoaded{value_of(*ref, "refid")};
  if (const auto* ref = xml::child(end, "deviceusedbythiscomponentref"))
    return DeviceUsedByComponent{value_of(*ref, "refid"), value_of(*ref, "usesrefid")};
  if (const auto* ref = xml::child(end, "deviceusedbyapplication"))
    return DeviceUsedByApplication{value_of(*ref, "usesrefid")};
  if (const auto* findby = xml::child(end, "findby")) return read_findby(source, *findby);
  return std::nullopt;
}

PortEnd read_end(const Source& source, const Element& element, PortEnd::Kind kind,
                 std::string_view identifier) {
  return {kind, text_of(element, identifier), read_target(source, element), source.at(element)};
}

ConnectInterface read_connection(const Source& source, const Element& element) {
  using Kind = PortEnd::Kind;
  ConnectInterface connect_interface;
  connect_interface.id = value_of(element, "id");
  connect_interface.at = source.at(element);
  if (const auto* uses = xml::child(element, "usesport"))
    connect_interface.uses = read_end(source, *uses, Kind::uses, "usesidentifier");
  if (const auto* provides = xml::child(element, "providesport"))
    connect_interface.other = read_end(source, *provides, Kind::provides, "providesidentifier");
  else if (const auto* supported = xml::child(element, "componentsupportedinterface"))
    connect_interface.other = read_end(source, *supported, Kind::supported, "supportedidentifier");
  else if (const auto* findby = xml::child(element, "findby"))
    connect_interface.other = read_findby(source, *findby);
  return connect_interface;
}

}  // namespace

std::vector<ComponentFile> read_files(Source& source, const Element& root) {
  return read_all(xml::child(root, "componentfiles"), "componentfile", [&](const Element& element) {
    return ComponentFile{value_of(element, "id"), value_of(element, "type"),
                         source.file_in(element).value_or(LocalFile{{}, source.at(element)}),
                         source.at(element)};
  });
}

ComponentPlacement read_placement(Source& source, const Element& element) {
  ComponentPlacement component_placement;
  component_placement.file = reference_of(source, element, "componentfileref")
                                 .value_or(IdReference{{}, source.at(element)});
  component_placement.instantiations =
      read_all(&element, "componentinstantiation",
               [&](const Element& entry) { return read_instantiation(source, entry); });
  component_placement.deploy_on = reference_of(source, element, "deployondevice");
  component_placement.composite_part_of = reference_of(source, element, "compositepartofdevice");
  component_placement.device_package = source.file_of(element, "devicepkgfile");
  component_placement.at = source.at(element);
  return component_placement;
}

std::vector<ConnectInterface> read_connections(const Source& source, const Element& root) {
  return read_all(xml::child(root, "connections"), "connectinterface",
                  [&](const Element& element) { return read_connection(source, element); });
}

std::vector<NamedValue> read_named_values(const Source& source, const Element* parent,
                                          std::string_view element,
                                          std::string_view name_attribute) {
  return read_all(parent, element, [&](const Element& entry) {
    return NamedValue{value_of(entry, name_attribute), value_of(entry, "value"), source.at(entry)};
  });
}

}  // namespace orbweaver::profile::read
