// SPDX-License-Identifier: Apache-2.0
// A root of the SCA file system for tests: the test component with its profiles, and applications
// that are written for a test. Gone at its end.
#pragma once
#include <filesystem>
#include <string>

#include "program_of_build.hpp"
#include "scratch_folder.hpp"

extern const char* const kDomainData;  // by the build

namespace orbweaver::domain::test {

using registry::test::program_of_build;

class RadioFiles {
 public:
  RadioFiles() {
    std::filesystem::create_directories(root());
    std::filesystem::copy(std::filesystem::path{kDomainData} / "subject", root() / "subject");
    std::filesystem::copy_file(program("orbweaver-domain-test-component"),
                               root() / "subject/subject");
  }

  void write(const std::string& file, const std::string& text) const { scratch_.write(file, text); }
  [[nodiscard]] std::filesystem::path root() const { return folder() / "dom"; }
  [[nodiscard]] std::filesystem::path cache() const { return folder() / "cache"; }
  /// With all of them.
  [[nodiscard]] const std::filesystem::path& folder() const { return scratch_.path(); }
  [[nodiscard]] static std::filesystem::path program(const std::string& name) {
    return program_of_build(name);
  }

 private:
  ScratchFolder scratch_;
};

/// A value for the SAD.
inline std::string given(const std::string& id, const std::string& value) {
  return "<simpleref refid=\"" + id + "\" value=\"" + value + "\"/>";
}

/// Two components, rx and tx; rx sends to tx and is the assembly controller. `more` stands at the
/// end of the assembly.
inline std::string sad(const std::string& of_rx = {}, const std::string& of_tx = {},
                       const std::string& more = {}) {
  const auto placement = [](const std::string& id, const std::string& values) {
    return "<componentplacement><componentfileref refid=\"subject\"/>"
           "<componentinstantiation id=\"" +
           id + "\"><usagename>" + id + "</usagename>" +
           (values.empty() ? "" : "<componentproperties>" + values + "</componentproperties>") +
           "<findcomponent><namingservice name=\"" + id +
           "\"/></findcomponent></componentinstantiation></componentplacement>";
  };
  return R"(<?xml version="1.0"?>
<softwareassembly id="radio-id" name="radio">
  <componentfiles><componentfile id="subject" type="SPD"><localfile name="/subject/subject.spd.xml"/></componentfile></componentfiles>
  <partitioning>)" +
         placement("rx", of_rx) + placement("tx", of_tx) + R"(</partitioning>
  <assemblycontroller><componentinstantiationref refid="rx"/></assemblycontroller>
  <connections>
    <connectinterface id="data">
      <usesport><usesidentifier>out</usesidentifier><componentinstantiationref refid="rx"/></usesport>
      <providesport><providesidentifier>in</providesidentifier><componentinstantiationref refid="tx"/></providesport>
    </connectinterface>
  </connections>
  <externalports>
    <port><providesidentifier>in</providesidentifier><componentinstantiationref refid="tx"/></port>
  </externalports>)" +
         more + "\n</softwareassembly>\n";
}

/// The SAD, with another end of its connection in the place of the provides port.
inline std::string sad_with_end(const std::string& end) {
  auto text = sad();
  const std::string from = "<providesport>", to = "</providesport>";
  const auto begin = text.find(from);
  return text.replace(begin, text.find(to) + to.size() - begin, end);
}

}  // namespace orbweaver::domain::test
