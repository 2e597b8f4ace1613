// SPDX-License-Identifier: Apache-2.0
// A component whose process lives and whose descriptors are all closed has ended. One that only
// does not answer, or that prints no more, has not.
#include <csignal>

#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

constexpr auto kLease = std::chrono::milliseconds{40};

class ASilentComponent : public ADomain {
 protected:
  ASilentComponent() {
    auto with = options();
    with.component_lease = kLease;
    with.grace = std::chrono::milliseconds{10};
    begin(std::move(with));
  }
  /// Two components, of which rx behaves so.
  CORBA::object_reference<CF::Application> create(const std::string& behave) {
    const auto factory = install(sad(given("behave", behave)));
    auto result = factory->create("radio", {}, {});
    manager->uninstallApplication(factory->identifier());
    return result;
  }
  /// The end of one that has closed its descriptors was noticed: others were asked meanwhile.
  void await_a_closed_one() {
    try {
      create("close at start")->start();
    } catch (const CORBA::Exception&) {  // its reply may come, or not
    }
    // "its object does not exist" if another program has its port by then.
    const auto end = ends.await_begin("rx: ");
    EXPECT_NE(end.find("though its process runs"), std::string::npos) << end;
  }
};

TEST_F(ASilentComponent, has_ended_if_its_descriptors_are_closed) {
  await_a_closed_one();
  torn_down.await("radio 0");
  EXPECT_EQ(ends.all().size(), 1U);
  EXPECT_EQ(what_is_left(), "");
}

TEST_F(ASilentComponent, has_not_ended_if_it_prints_no_more) {
  const auto radio = create("mute at start");
  radio->start();
  await_a_closed_one();
  radio->stop();
  radio->releaseObject();
  EXPECT_EQ(ends.all().size(), 1U);
}

TEST_F(ASilentComponent, has_not_ended_if_it_is_stopped_for_a_while) {
  const auto radio = create("");
  const auto process = static_cast<int>(radio->componentProcessIds().front().processId());
  ASSERT_EQ(::kill(process, SIGSTOP), 0);
  await_a_closed_one();
  ASSERT_EQ(::kill(process, SIGCONT), 0);
  radio->start();
  radio->releaseObject();
  EXPECT_EQ(ends.all().size(), 1U);
}

}  // namespace
}  // namespace orbweaver::domain::test
