// SPDX-License-Identifier: Apache-2.0
// The program of a component lies on a file system of a client that stands still while a device
// loads it: `create` ends with the limit of the mount, one line says what failed, and afterwards
// everything is as before.
#include <orbweaver/generated/sca/CF/FileSystem_poa.hpp>

#include <fstream>
#include <iterator>

#include "domain_under_test.hpp"
#include "fakes.hpp"

namespace orbweaver::domain::test {
namespace {

/// Files are there. Whoever opens one waits until go_on().
class FilesThatStandStill final : public CORBA::servant_traits<CF::FileSystem>::base_type {
 public:
  void remove(const std::string&) override {}
  void copy(const std::string&, const std::string&) override {}
  bool exists(const std::string&) override { return true; }
  CF::FileSystem::FileInformationSequence list(const std::string&) override {
    CF::FileSystem::FileInformationType program;
    program.name("subject");
    program.kind(CF::FileSystem::FileType::PLAIN);
    return {program};
  }
  IDL::traits<CF::File>::ref_type create(const std::string&) override { return nullptr; }
  IDL::traits<CF::File>::ref_type open(const std::string&, bool) override {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return goes_on_; });
    return nullptr;
  }
  void mkdir(const std::string&) override {}
  void rmdir(const std::string&) override {}
  void query(CF::Properties&) override {}

  void go_on() {
    const std::scoped_lock lock{mutex_};
    goes_on_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool goes_on_ = false;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

enum class Place { own_machine, another_node };

class AMountThatHangs : public ADomain, public testing::WithParamInterface<Place> {
 protected:
  AMountThatHangs() {
    auto with = options();
    with.this_machine = GetParam() == Place::own_machine ? DomainOptions::ThisMachine::is_a_device
                                                         : DomainOptions::ThisMachine::is_no_device;
    with.nodes = NodeOptions{.lease = NodeOptions::kLongestLease};  // a mount has 5 s for each call
    begin(std::move(with));
    if (GetParam() == Place::another_node) {
      node.manager->devices = {node.start_gpp()};
      manager->registerDeviceManager(node.seen_by(*client, node.reference));
    }
    manager->fileMgr()->mount(
        "/hung", node.seen_by(*client, IDL::traits<CF::FileSystem>::narrow(node.serve(hung))));
  }
  ~AMountThatHangs() override {
    hung->go_on();
    domain.reset();
  }

  /// As the one of the subject, but for the file of its program, which a mount covers.
  void write_component() const {
    std::ifstream in{files.root() / "subject/subject.spd.xml"};
    std::string text{std::istreambuf_iterator<char>{in}, {}};
    text = replaced(std::move(text), "name=\"subject.", "name=\"/subject/subject.");
    files.write("dom/hung/subject", "what lies below the mount");
    files.write("dom/far.spd.xml", replaced(std::move(text), "<localfile name=\"subject\"/>",
                                            "<localfile name=\"/hung/subject\"/>"));
  }

  FakeNode node{files.folder()};
  CORBA::servant_reference<FilesThatStandStill> hung = CORBA::make_reference<FilesThatStandStill>();
};

TEST_P(AMountThatHangs, while_a_program_is_loaded_ends_the_creation) {
  write_component();
  const auto line =
      error_of_create(install(replaced(sad(), "/subject/subject.spd.xml", "/far.spd.xml")));
  EXPECT_NE(line.find(deploy::name_of(deploy::Step::load)), std::string::npos) << line;
  EXPECT_NE(line.find("/hung/subject"), std::string::npos) << line;
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  EXPECT_EQ(what_is_left(), "");
  manager->uninstallApplication("radio-id");
  EXPECT_NO_THROW(install(sad())->create("radio", {}, {})->releaseObject());
  EXPECT_EQ(what_is_left(), "");
}

INSTANTIATE_TEST_SUITE_P(Steps, AMountThatHangs,
                         testing::Values(Place::own_machine, Place::another_node),
                         [](const auto& place) {
                           return place.param == Place::own_machine ? "on_the_own_machine"
                                                                    : "on_another_node";
                         });

}  // namespace
}  // namespace orbweaver::domain::test
