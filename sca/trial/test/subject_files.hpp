// SPDX-License-Identifier: Apache-2.0
// The test component with its profiles in a folder of its own, and files of samples. Gone at the
// end.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "scratch_folder.hpp"

extern const char* const kTrialData;  // by the build

namespace orbweaver::trial::test {

class SubjectFiles {
 public:
  SubjectFiles() {
    for (const char* text : {"subject.spd.xml", "subject.prf.xml"})
      std::filesystem::copy_file(std::filesystem::path{kTrialData} / text, path(text));
    std::filesystem::copy_file(program("orbweaver-trial-test-component"), path("subject"));
    write_ports(provides("in", "realShort") + uses("out", "realShort"));
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return scratch_.path() / name;
  }
  [[nodiscard]] std::filesystem::path spd() const { return path("subject.spd.xml"); }

  /// The SCD, with these ports.
  void write_ports(const std::string& ports) const {
    write("subject.scd.xml",
          "<?xml version=\"1.0\"?><softwarecomponent><corbaversion>2.2</corbaversion>"
          "<componentrepid repid=\"IDL:CF/Resource:1.0\"/><componenttype>resource</componenttype>"
          "<componentfeatures><supportsinterface repid=\"IDL:CF/Resource:1.0\" "
          "supportsname=\"Resource\"/><ports>" +
              ports +
              "</ports></componentfeatures><interfaces><interface repid=\"IDL:CF/Resource:1.0\" "
              "name=\"Resource\"/></interfaces></softwarecomponent>");
  }
  static std::string provides(const std::string& name, const std::string& interface) {
    return "<provides repid=\"IDL:standardInterfaces/" + interface + ":1.0\" providesname=\"" +
           name + "\"><porttype type=\"data\"/></provides>";
  }
  static std::string uses(const std::string& name, const std::string& interface) {
    return "<uses repid=\"IDL:standardInterfaces/" + interface + ":1.0\" usesname=\"" + name +
           "\"><porttype type=\"data\"/></uses>";
  }

  void write(const std::string& file, const std::string& text) const { scratch_.write(file, text); }
  [[nodiscard]] std::string read(const std::string& file) const { return scratch_.read(file); }
  /// As they stand in a file.
  static std::string bytes_of(const std::vector<std::int16_t>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
  }

  /// A program of the build, beside this one.
  [[nodiscard]] static std::filesystem::path program(const std::string& name) {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
  }

 private:
  ScratchFolder scratch_;
};

}  // namespace orbweaver::trial::test
