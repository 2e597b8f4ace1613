// SPDX-License-Identifier: Apache-2.0
// A domain whose file system is empty at first, and applications on this machine to be installed in
// it.
#pragma once
#include <orbweaver/control/verbs.hpp>

#include <set>

#include "domain_under_test.hpp"

namespace orbweaver::control::test {

class AnOperatedDomain : public domain::test::ADomain {
 protected:
  AnOperatedDomain() {
    auto options = this->options();
    options.root = files.root().parent_path() / "served";
    std::filesystem::create_directories(options.root);
    begin(std::move(options));
    write_sad("radio", domain::test::sad());
  }

  void write_sad(const std::string& name, const std::string& text) const {
    files.write("dom/waveforms/" + name + "/" + name + ".sad.xml", text);
  }
  /// The SAD of another application, of the same component.
  void write_other(const std::string& name) const {
    auto text = domain::test::sad();
    const std::string was = "id=\"radio-id\" name=\"radio\"";
    text.replace(text.find(was), was.size(), "id=\"" + name + "-id\" name=\"" + name + "\"");
    write_sad(name, text);
  }
  [[nodiscard]] std::filesystem::path sad(const std::string& name) const {
    return files.root() / "waveforms" / name / (name + ".sad.xml");
  }
  [[nodiscard]] std::filesystem::path served() const {
    return files.root().parent_path() / "served";
  }
  /// Every file and folder of the domain's file system.
  [[nodiscard]] std::set<std::string> domain_files() const {
    std::set<std::string> domain_files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(served()))
      domain_files.insert("/" + entry.path().lexically_relative(served()).generic_string());
    return domain_files;
  }
  [[nodiscard]] Domain here() const {
    return {client, manager, {.naming = server->object_to_string(domain->names())}};
  }
  [[nodiscard]] Json property_of(const std::string& target, const std::string& id) const {
    return properties(here(), target, {id}).document["properties"][0]["value"];
  }
  /// The line of what the call throws.
  template <class Call>
  static std::string failure(Call call) {
    try {
      call();
    } catch (const Failed& failed) {
      return failed.what();
    }
    return "it did not fail";
  }
};

}  // namespace orbweaver::control::test
