// A root of the SCA file system for tests: the test component with its profiles, and applications
// that are written for a test. Gone at its end.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>

namespace orbweaver::domain::test {

inline const std::string kSpd = R"(<?xml version="1.0"?>
<softpkg id="subject" name="subject" version="1">
  <author><name>test</name></author>
  <propertyfile type="PRF"><localfile name="subject.prf.xml"/></propertyfile>
  <descriptor><localfile name="subject.scd.xml"/></descriptor>
  <implementation id="here">
    <code type="Executable"><localfile name="subject"/></code>
    <os name="Linux"/>
    <dependency type="allocation"><propertyref refid="cores" value="0.01"/></dependency>
  </implementation>
</softpkg>
)";

inline const std::string kScd = R"(<?xml version="1.0"?>
<softwarecomponent>
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

inline const std::string kPrf = R"(<?xml version="1.0"?>
<properties>
  <simple id="behave" type="string" mode="readwrite"><value></value><kind kindtype="execparam"/></simple>
  <simple id="follow" type="boolean" mode="readwrite"><value>false</value><kind kindtype="execparam"/></simple>
  <simple id="child" type="boolean" mode="readwrite"><value>false</value><kind kindtype="execparam"/></simple>
  <simple id="gain" type="float" mode="readwrite"><value>1</value><kind kindtype="configure"/></simple>
  <simple id="level" type="long" mode="readwrite"><value>1</value><kind kindtype="configure"/></simple>
</properties>
)";

class RadioFiles {
 public:
  RadioFiles() {
    static std::atomic<int> count{0};
    path_ = std::filesystem::path{testing::TempDir()} /
            ("orbweaver-domain-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    write("dom/subject/subject.spd.xml", kSpd);
    write("dom/subject/subject.scd.xml", kScd);
    write("dom/subject/subject.prf.xml", kPrf);
    std::filesystem::copy_file(program("orbweaver-domain-test-component"),
                               path_ / "dom/subject/subject");
  }
  RadioFiles(const RadioFiles&) = delete;
  RadioFiles& operator=(const RadioFiles&) = delete;
  ~RadioFiles() { std::filesystem::remove_all(path_); }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream{path_ / file} << text;
  }
  [[nodiscard]] std::filesystem::path root() const { return path_ / "dom"; }
  [[nodiscard]] std::filesystem::path cache() const { return path_ / "cache"; }
  /// A program of the build, beside this one.
  [[nodiscard]] static std::filesystem::path program(const std::string& name) {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
  }

 private:
  std::filesystem::path path_;
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

}  // namespace orbweaver::domain::test
