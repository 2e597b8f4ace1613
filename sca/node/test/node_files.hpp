// SPDX-License-Identifier: Apache-2.0
// A root of a node's file system for tests: the test device with its profiles, and DCDs that are
// written for a test. Gone at its end.
#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>

#include "scratch_folder.hpp"

extern const char* const kNodeData;  // by the build

namespace orbweaver::node::test {

class NodeFiles {
 public:
  NodeFiles() {
    std::filesystem::copy(kNodeData, root(), std::filesystem::copy_options::recursive);
    for (const std::string folder : {"device", "service"}) write_program(folder + "/run");
  }

  void write(const std::string& file, const std::string& text) const { scratch_.write(file, text); }
  /// Writes it as the DCD, and returns its path.
  [[nodiscard]] std::filesystem::path dcd(const std::string& text) const {
    write("node.dcd.xml", text);
    return root() / "node.dcd.xml";
  }
  [[nodiscard]] const std::filesystem::path& root() const { return scratch_.path(); }
  /// A program of the build, beside this one.
  [[nodiscard]] static std::filesystem::path program(const std::string& name) {
    auto path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
    if (!std::filesystem::exists(path)) throw std::runtime_error(path.string() + " is not built");
    return path;
  }

 private:
  void write_program(const std::string& file) const {
    const auto path = program("orbweaver-node-test-device").string();
    scratch_.write_program(file, "exec " + path + " \"$@\"");
  }

  ScratchFolder scratch_;
};

/// One service of the DCD; its id is its name.
inline std::string service(const std::string& id) {
  return "<componentplacement><componentfileref refid=\"service\"/><componentinstantiation id=\"" +
         id + "\"/></componentplacement>";
}

/// One device of the DCD. `placement`: more of its componentplacement, before the instantiation;
/// `values`: its component properties.
inline std::string device(const std::string& id, const std::string& values = {},
                          const std::string& placement = {}) {
  return "<componentplacement><componentfileref refid=\"device\"/>" + placement +
         "<componentinstantiation id=\"" + id + "\"><usagename>the " + id + "</usagename>" +
         (values.empty() ? "" : "<componentproperties>" + values + "</componentproperties>") +
         "</componentinstantiation></componentplacement>";
}
inline std::string value(const std::string& id, const std::string& text) {
  return "<simpleref refid=\"" + id + "\" value=\"" + text + "\"/>";
}
inline std::string behave(const std::string& how) { return value("behave", how); }

/// A DCD with these placements; `more` stands after the domain manager.
inline std::string dcd(const std::string& placements, const std::string& more = {}) {
  return R"(<?xml version="1.0"?>
<deviceconfiguration id="DCE:node" name="Node">
  <devicemanagersoftpkg><localfile name="/manager/manager.spd.xml"/></devicemanagersoftpkg>
  <componentfiles>
    <componentfile id="device" type="SPD"><localfile name="/device/device.spd.xml"/></componentfile>
    <componentfile id="service" type="SPD"><localfile name="/service/service.spd.xml"/></componentfile>
  </componentfiles>
  <partitioning>)" +
         placements + R"(</partitioning>
  <domainmanager><namingservice name="Domain/Domain"/></domainmanager>)" +
         more + "\n</deviceconfiguration>\n";
}

}  // namespace orbweaver::node::test
