// SPDX-License-Identifier: Apache-2.0
#include "scenarios/radio/files.hpp"

#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/program.hpp>

#include <fmt/format.h>

#include "scenarios/radio/programs.hpp"

namespace orbweaver::sim {

namespace {

constexpr unsigned kText = 0644, kProgram = 0755;
constexpr const char* kXml = "<?xml version=\"1.0\"?>\n";

void write_text(const std::string& path, const std::string& text) {
  disk_here().write(path, kXml + text, kText);
}

void write_program(const std::string& path, const char* name) {
  disk_here().write(path, text_of_program(name), kProgram);
}

// A component uses a part of one processor.
constexpr const char* kComponentPackage = R"(<softpkg id="part" name="part" version="1">
  <author><name>test</name></author>
  <descriptor><localfile name="part.scd.xml"/></descriptor>
  <implementation id="here">
    <code type="Executable"><localfile name="part"/></code>
    <os name="Linux"/>
    <dependency type="allocation"><propertyref refid="cores" value="0.25"/></dependency>
  </implementation>
</softpkg>
)";

constexpr const char* kComponent = R"(<softwarecomponent>
  <corbaversion>2.2</corbaversion>
  <componentrepid repid="IDL:CF/Resource:1.0"/>
  <componenttype>resource</componenttype>
  <componentfeatures>
    <supportsinterface repid="IDL:CF/Resource:1.0" supportsname="Resource"/>
    <ports>
      <uses repid="IDL:CF/Port:1.0" usesname="out"/>
      <provides repid="IDL:CF/Port:1.0" providesname="in"/>
    </ports>
  </componentfeatures>
  <interfaces>
    <interface repid="IDL:CF/Resource:1.0" name="Resource"/>
    <interface repid="IDL:CF/Port:1.0" name="Port"/>
  </interfaces>
</softwarecomponent>
)";

constexpr const char* kManagerPackage = R"(<softpkg id="manager" name="manager" version="1">
  <author><name>test</name></author>
  <implementation id="here">
    <code type="Executable"><localfile name="manager"/></code>
    <os name="Linux"/>
  </implementation>
</softpkg>
)";

constexpr const char* kDevicePackage = R"(<softpkg id="device" name="device" version="1">
  <author><name>test</name></author>
  <propertyfile type="PRF"><localfile name="device.prf.xml"/></propertyfile>
  <descriptor><localfile name="device.scd.xml"/></descriptor>
  <implementation id="here">
    <code type="Executable"><localfile name="device"/></code>
    <os name="Linux"/>
  </implementation>
</softpkg>
)";

constexpr const char* kDeviceProperties = R"(<properties>
  <simple id="cores" name="cores" type="double" mode="readonly">
    <kind kindtype="allocation"/><action type="external"/>
  </simple>
</properties>
)";

constexpr const char* kDevice = R"(<softwarecomponent>
  <corbaversion>2.2</corbaversion>
  <componentrepid repid="IDL:CF/ExecutableDevice:1.0"/>
  <componenttype>device</componenttype>
  <componentfeatures>
    <supportsinterface repid="IDL:CF/ExecutableDevice:1.0" supportsname="ExecutableDevice"/>
    <ports/>
  </componentfeatures>
  <interfaces>
    <interface repid="IDL:CF/ExecutableDevice:1.0" name="ExecutableDevice"/>
  </interfaces>
</softwarecomponent>
)";

constexpr const char* kNode = R"(<deviceconfiguration id="node{0}" name="node{0}">
  <devicemanagersoftpkg><localfile name="/manager/manager.spd.xml"/></devicemanagersoftpkg>
  <componentfiles>
    <componentfile id="device" type="SPD"><localfile name="/device/device.spd.xml"/></componentfile>
  </componentfiles>
  <partitioning>
    <componentplacement>
      <componentfileref refid="device"/>
      <componentinstantiation id="device{0}"><usagename>device{0}</usagename></componentinstantiation>
    </componentplacement>
  </partitioning>
  <domainmanager><namingservice name="Orbweaver/DomainManager"/></domainmanager>
</deviceconfiguration>
)";

void write_node(std::uint32_t node) {
  const auto root = root_of_node(node);
  write_text(root + "/manager/manager.spd.xml", kManagerPackage);
  write_program(root + "/manager/manager", kGuardProgram);  // what counts is that it is there
  write_text(root + "/device/device.spd.xml", kDevicePackage);
  write_text(root + "/device/device.prf.xml", kDeviceProperties);
  write_text(root + "/device/device.scd.xml", kDevice);
  write_program(root + "/device/device", kDeviceProgram);
  write_text(dcd_of_node(node), fmt::format(fmt::runtime(kNode), node));
}

std::string placement_of(std::uint32_t component) {
  return fmt::format(
      R"(<componentplacement><componentfileref refid="part"/><componentinstantiation id="c{0}">)"
      R"(<usagename>c{0}</usagename><findcomponent><namingservice name="c{0}"/></findcomponent>)"
      R"(</componentinstantiation></componentplacement>)",
      component);
}

std::string connection_of(std::uint32_t component) {
  return fmt::format(
      R"(<connectinterface id="data{0}"><usesport><usesidentifier>out</usesidentifier>)"
      R"(<componentinstantiationref refid="c{0}"/></usesport><providesport>)"
      R"(<providesidentifier>in</providesidentifier><componentinstantiationref refid="c{1}"/>)"
      R"(</providesport></connectinterface>)",
      component, component + 1);
}

std::string assembly_of(std::uint32_t components) {
  std::string placements, connections;
  for (std::uint32_t i = 1; i <= components; ++i) placements += placement_of(i);
  for (std::uint32_t i = 1; i < components; ++i) connections += connection_of(i);
  return fmt::format(
      R"(<softwareassembly id="radio{0}" name="radio{0}"><componentfiles>)"
      R"(<componentfile id="part" type="SPD"><localfile name="/part/part.spd.xml"/></componentfile>)"
      R"(</componentfiles><partitioning>{1}</partitioning><assemblycontroller>)"
      R"(<componentinstantiationref refid="c1"/></assemblycontroller>{2}</softwareassembly>)"
      "\n",
      components, placements,
      connections.empty() ? "" : "<connections>" + connections + "</connections>");
}

std::size_t count_in(const std::string& path, std::string_view text) {
  const KernelMemory kernel;
  const auto file = disk_here().find(path.c_str());
  if (!file) return 0;
  const std::string_view log{reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()};
  std::size_t count = 0;
  for (auto at = log.find(text); at != log.npos; at = log.find(text, at + text.size())) ++count;
  return count;
}

}  // namespace

std::string root_of_node(std::uint32_t node) { return fmt::format("/sdr/dev{}", node); }
std::string dcd_of_node(std::uint32_t node) { return root_of_node(node) + "/node.dcd.xml"; }
std::string log_of_node(std::uint32_t node) { return fmt::format("/var/node{}.log", node); }
std::string sad_with(std::uint32_t components) {
  return fmt::format("/radio{}.sad.xml", components);
}

void install_radio(std::uint32_t nodes) {
  const KernelMemory kernel;
  register_radio_programs();
  write_program(std::string{"/bin/"} + kGuardProgram, kGuardProgram);
  const std::string domain = kDomainRoot;
  write_text(domain + "/part/part.spd.xml", kComponentPackage);
  write_text(domain + "/part/part.scd.xml", kComponent);
  write_program(domain + "/part/part", kPartProgram);
  for (std::uint32_t i = 1; i <= kMostComponents; ++i)
    write_text(domain + sad_with(i), assembly_of(i));
  for (std::uint32_t i = 1; i <= nodes; ++i) write_node(i);
  (void)disk_here().make_folders("/var", kProgram);
}

void want(const std::string& name, const std::string& sad) {
  const KernelMemory kernel;
  disk_here().write(kWantedFile,
                    fmt::format("[application.{}]\nsad = \"{}\"\nmost_restarts = 0\n", name, sad),
                    kText);
}

void want_nothing() { disk_here().write(kWantedFile, "", kText); }
bool is_anything_wanted() { return disk_here().find(kWantedFile) != nullptr; }

std::size_t count_in_domain_log(std::string_view text) { return count_in(kDomainLog, text); }

std::size_t losses_in_node_log(std::uint32_t node) {
  return count_in(log_of_node(node), "the domain is lost");
}

}  // namespace orbweaver::sim
