// SPDX-License-Identifier: Apache-2.0
// Writes SCD and SPD, and the three files.
#include <orbweaver/component/profiles.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>

#include "xml_text.hpp"

namespace orbweaver::component {

namespace {

constexpr const char* kResource[]{"LifeCycle", "TestableObject", "PropertySet", "PortSupplier"};

std::string id_in_cf(const std::string& name) { return "IDL:CF/" + name + ":1.0"; }

/// Returns "realFloat" for "IDL:standardInterfaces/realFloat:1.0".
std::string short_name(const std::string& repository_id) {
  const auto end = repository_id.rfind(':');
  const auto begin = repository_id.find_last_of(":/", end - 1);
  return repository_id.substr(begin + 1, end - begin - 1);
}

void put_port(XmlText& scd, const PortDescription& port) {
  const auto* const element = port.is_input ? "provides" : "uses";
  scd.open(element,
           {{"repid", port.interface}, {port.is_input ? "providesname" : "usesname", port.name}});
  scd.empty("porttype", {{"type", port.is_control ? "control" : "data"}});
  scd.close(element);
}

void put_interfaces(XmlText& scd, const std::vector<PortDescription>& ports) {
  scd.open("interfaces");
  scd.open("interface", {{"repid", id_in_cf("Resource")}, {"name", "Resource"}});
  for (const auto* const interface : kResource)
    scd.empty("inheritsinterface", {{"repid", id_in_cf(interface)}});
  scd.close("interface");
  for (const auto* const interface : kResource)
    scd.empty("interface", {{"repid", id_in_cf(interface)}, {"name", interface}});
  std::set<std::string> named;
  for (const auto& port : ports)
    if (named.insert(port.interface).second)
      scd.empty("interface", {{"repid", port.interface}, {"name", short_name(port.interface)}});
  scd.close("interfaces");
}

/// Makes an id from the name, always the same: FNV-1a, twice, as a UUID of version 8 (RFC 9562).
std::string dce_id_of(const std::string& name) {
  constexpr std::uint64_t kPrime = 1099511628211U;
  std::uint64_t high = 14695981039346656037U, low = ~high;
  for (const char character : name) {
    const auto octet = static_cast<unsigned char>(character);
    high = (high ^ octet) * kPrime;
    low = (low ^ (octet + 1U)) * kPrime;
  }
  return fmt::format("DCE:{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xffff,
                     high & 0xfff, 0x8000 | ((low >> 48) & 0x3fff), low & 0xffffffffffff);
}

void put_implementation(XmlText& spd, const std::string& id, std::string_view description,
                        std::string_view type, const std::string& file) {
  spd.open("implementation", {{"id", id}, {"aepcompliance", "aep_non_compliant"}});
  spd.text("description", description);
  spd.open("code", {{"type", type}});
  spd.empty("localfile", {{"name", file}});
  spd.close("code");
  spd.empty("programminglanguage", {{"name", "C++"}});
  spd.empty("os", {{"name", "Linux"}});
  for (const auto* const processor : {"x86_64", "aarch64"})
    spd.empty("processor", {{"name", processor}});
  spd.close("implementation");
}

void put_file(XmlText& spd, std::string_view element, XmlText::Attributes attributes,
              const std::string& file) {
  spd.open(element, attributes);
  spd.empty("localfile", {{"name", file}});
  spd.close(element);
}

bool has_content(const std::string& file, const std::string& content) {
  std::ifstream in{file, std::ios::binary};
  return in && std::string{std::istreambuf_iterator<char>{in}, {}} == content;
}

Result<void, std::string> write(const std::string& file, const std::string& content) {
  if (has_content(file, content)) return {};
  std::ofstream out{file, std::ios::binary | std::ios::trunc};
  out << content << std::flush;
  if (!out) return unexpected("cannot write " + file + ": is its folder there, and is there room?");
  return {};
}

}  // namespace

std::string scd_of(const Description& component) {
  XmlText scd{"softwarecomponent", "SCD", "softwarecomponent.dtd"};
  scd.open("softwarecomponent");
  scd.text("corbaversion", "2.2");
  scd.empty("componentrepid", {{"repid", id_in_cf("Resource")}});
  scd.text("componenttype", "resource");
  scd.open("componentfeatures");
  scd.empty("supportsinterface", {{"repid", id_in_cf("Resource")}, {"supportsname", "Resource"}});
  scd.open("ports");
  for (const auto& port : component.ports) put_port(scd, port);
  scd.close("ports");
  scd.close("componentfeatures");
  put_interfaces(scd, component.ports);
  scd.close("softwarecomponent");
  return scd.written();
}

std::string spd_of(const Description& component, const Package& package) {
  XmlText spd{"softpkg", "SPD", "softpkg.dtd"};
  spd.open("softpkg", {{"id", dce_id_of(package.program)},
                       {"name", package.program},
                       {"type", "sca_compliant"},
                       {"version", "1.0"}});
  spd.text("title", package.program);
  spd.open("author");
  spd.text("name", component.author.empty() ? "unknown" : component.author);
  spd.close("author");
  if (!component.text.empty()) spd.text("description", component.text);
  put_file(spd, "propertyfile", {{"type", "PRF"}}, package.name + ".prf.xml");
  put_file(spd, "descriptor", {{"name", package.name}}, package.name + ".scd.xml");
  put_implementation(spd, dce_id_of(package.program + " program"), "A program of its own",
                     "Executable", package.program);
  put_implementation(spd, dce_id_of(package.program + " library"), "For a host process",
                     "SharedLibrary", "lib" + package.program + ".so");
  spd.close("softpkg");
  return spd.written();
}

Result<void, std::string> write_profiles(const Description& component, const Package& package,
                                         const std::string& folder) {
  const auto begin = folder + "/" + package.name;
  auto done = write(begin + ".prf.xml", prf_of(component));
  if (done) done = write(begin + ".scd.xml", scd_of(component));
  if (done) done = write(begin + ".spd.xml", spd_of(component, package));
  return done;
}

}  // namespace orbweaver::component
