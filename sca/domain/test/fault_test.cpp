// SPDX-License-Identifier: Apache-2.0
// Each step of an application's life with each way in which a component can fail it, on the
// domain's own machine, on a node of another ORB, and on one that does not report how programs end:
// one line says what failed, and afterwards everything is as before.
#include <algorithm>
#include <csignal>
#include <string_view>
#include <thread>
#include <tuple>

#include "domain_under_test.hpp"
#include "fakes.hpp"

namespace orbweaver::domain::test {
namespace {

constexpr auto kSoon = std::chrono::milliseconds{200};

enum class Place { own_machine, another_node, silent_node };

struct Row {
  const char* behave;                    // of rx
  deploy::Step step;                     // in which it is noticed
  const char* cause;                     // part of the line
  const char* cause_in_silence = cause;  // the same on a node that does not report how programs end
};

using Case = std::tuple<Place, Row>;

std::string name_of(const testing::TestParamInfo<Case>& one) {
  const auto& [place, row] = one.param;
  std::string name = row.behave;
  std::ranges::replace(name, ' ', '_');
  if (place == Place::own_machine) return name;
  return name + (place == Place::another_node ? "_on_another_node" : "_on_a_silent_node");
}

int process_of(CF::Application& application, const std::string& component) {
  for (const auto& component_process_id : application.componentProcessIds())
    if (component_process_id.componentId() == component)
      return static_cast<int>(component_process_id.processId());
  return 0;
}

class AFaultyComponent : public ADomain, public testing::WithParamInterface<Case> {
 protected:
  static constexpr auto npos = std::string::npos;

  AFaultyComponent() {
    auto with = options();
    with.grace = std::chrono::milliseconds{10};
    if (must_wait()) with.deployment.timeouts.set(row.step, kSoon);
    if (place != Place::own_machine) {
      with.this_machine = DomainOptions::ThisMachine::is_no_device;
      with.nodes =
          NodeOptions{.lease = NodeOptions::kLongestLease, .timeout = std::chrono::seconds{60}};
    }
    begin(std::move(with));
    if (place != Place::own_machine) join();
  }
  ~AFaultyComponent() override { domain.reset(); }

  void expect_line(const std::string& line) const {
    // A component that ends before it registers may end before execute() has returned.
    const bool is_early = row.step == deploy::Step::bind && line.find("execute: ") != npos;
    EXPECT_TRUE(is_early || line.find(deploy::name_of(row.step)) != npos) << line;
    const auto* cause = place == Place::silent_node ? row.cause_in_silence : row.cause;
    EXPECT_NE(line.find(cause), npos) << line;
    EXPECT_EQ(line.find('\n'), npos);
  }
  [[nodiscard]] std::string faulty_sad() const { return sad(given("behave", row.behave)); }

  const Place place = std::get<Place>(GetParam());
  const Row row = std::get<Row>(GetParam());

 private:
  /// The domain notices it by the step's time limit alone.
  [[nodiscard]] bool must_wait() const {
    const bool never_registers = row.step == deploy::Step::bind && place == Place::silent_node;
    const std::string_view behave{row.behave};
    return never_registers || behave.starts_with("hang") || behave.starts_with("halt");
  }
  void join() {
    node.emplace(files.folder());
    using Ends = FakeNode::Ends;
    node->manager->devices = {node->start_gpp(
        "gpp1", place == Place::silent_node ? Ends::are_not_reported : Ends::are_reported)};
    manager->registerDeviceManager(node->seen_by(*client, node->reference));
  }
  std::optional<FakeNode> node;
};

class InItsCreation : public AFaultyComponent {};

TEST_P(InItsCreation, is_named_and_undone) {
  const auto factory = install(faulty_sad());
  const auto before = what_is_left();
  const auto line = error_of_create(factory);
  expect_line(line);
  if (row.step != deploy::Step::initialise) {
    EXPECT_NE(line.find("rx:radio"), std::string::npos) << line;
  }
  EXPECT_EQ(what_is_left(), before);
  EXPECT_EQ(before, "");
  domain.reset();
  for (const auto& end : ends.all())
    EXPECT_TRUE(end.starts_with("rx: ")) << end << ": that of tx was expected";
}

const auto kPlaces = testing::Values(Place::own_machine, Place::another_node, Place::silent_node);

using deploy::Step;
INSTANTIATE_TEST_SUITE_P(
    Steps, InItsCreation,
    testing::Combine(
        kPlaces,
        testing::Values(
            Row{"die at construct", Step::bind, "killed by SIGKILL", "no answer within 200 ms"},
            Row{"end at construct", Step::bind, "exit status 3", "no answer within 200 ms"},
            Row{"fail at construct", Step::bind, "exit status 1", "no answer within 200 ms"},
            Row{"hang at construct", Step::bind, "no answer within 200 ms"},
            Row{"halt at construct", Step::bind, "no answer within 200 ms"},
            Row{"die at initialize", Step::initialise, "killed by SIGKILL", "COMM_FAILURE"},
            Row{"end at initialize", Step::initialise, "exit status 3", "COMM_FAILURE"},
            Row{"halt at initialize", Step::initialise, "no answer within 200 ms"},
            Row{"fail at initialize", Step::initialise, "asked to fail at initialize"},
            Row{"hang at initialize", Step::initialise, "no answer within 200 ms"},
            Row{"die at getPort", Step::get_port, "killed by SIGKILL", "COMM_FAILURE"},
            Row{"end at getPort", Step::get_port, "exit status 3", "COMM_FAILURE"},
            Row{"halt at getPort", Step::get_port, "no answer within 200 ms"},
            Row{"fail at getPort", Step::get_port, "failed"},
            Row{"lie at getPort", Step::get_port, "UnknownPort"},
            Row{"hang at getPort", Step::get_port, "no answer within 200 ms"},
            Row{"die at connect", Step::connect, "killed by SIGKILL", "COMM_FAILURE"},
            Row{"end at connect", Step::connect, "exit status 3", "COMM_FAILURE"},
            Row{"halt at connect", Step::connect, "no answer within 200 ms"},
            Row{"fail at connect", Step::connect, "failed"},
            Row{"hang at connect", Step::connect, "no answer within 200 ms"})),
    name_of);

class AtItsConfiguration : public AFaultyComponent {};

TEST_P(AtItsConfiguration, is_named_and_undone) {
  const auto factory = install(sad(given("behave", row.behave) + given("gain", "2")));
  expect_line(error_of_create(factory));
  EXPECT_EQ(what_is_left(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Steps, AtItsConfiguration,
    testing::Combine(
        kPlaces,
        testing::Values(Row{"die at configure", Step::configure, "killed by SIGKILL",
                            "COMM_FAILURE"},
                        Row{"end at configure", Step::configure, "exit status 3", "COMM_FAILURE"},
                        Row{"halt at configure", Step::configure, "no answer within 200 ms"},
                        Row{"fail at configure", Step::configure, "failed"},
                        Row{"hang at configure", Step::configure, "no answer within 200 ms"})),
    name_of);

class AtItsStart : public AFaultyComponent {};

TEST_P(AtItsStart, is_named_and_can_be_released) {
  const auto radio = install(faulty_sad())->create("radio", {}, {});
  try {
    radio->start();
    ADD_FAILURE() << "it cannot start";
  } catch (const CF::Resource::StartError& error) {
    expect_line(error.msg());
  }
  try {
    radio->releaseObject();
  } catch (const CF::LifeCycle::ReleaseError&) {  // a component that hangs is reported
  } catch (const CORBA::OBJECT_NOT_EXIST&) {      // one that died took the application with it
    torn_down.await("radio 0");
  }
  EXPECT_EQ(what_is_left(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Steps, AtItsStart,
    testing::Combine(
        kPlaces,
        testing::Values(Row{"die at start", Step::start, "killed by SIGKILL", "COMM_FAILURE"},
                        Row{"end at start", Step::start, "exit status 3", "COMM_FAILURE"},
                        Row{"halt at start", Step::start, "no answer within 200 ms"},
                        Row{"fail at start", Step::start, "asked to fail at start"},
                        Row{"hang at start", Step::start, "no answer within 200 ms"})),
    name_of);

class AtItsRelease : public AFaultyComponent {};

TEST_P(AtItsRelease, is_named_and_nothing_is_left) {
  const auto radio = install(faulty_sad())->create("radio", {}, {});
  radio->start();
  try {
    radio->releaseObject();
  } catch (const CF::LifeCycle::ReleaseError& error) {
    ASSERT_FALSE(error.errorMessages().empty());
    expect_line(error.errorMessages().front());
  }
  EXPECT_EQ(what_is_left(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Steps, AtItsRelease,
    testing::Combine(
        kPlaces,
        testing::Values(Row{"die at stop", Step::stop, ""}, Row{"end at stop", Step::stop, ""},
                        Row{"halt at stop", Step::stop, "timed out"},
                        Row{"fail at stop", Step::stop, "asked to fail at stop"},
                        Row{"hang at stop", Step::stop, "timed out"},
                        Row{"fail at disconnect", Step::disconnect, "failed"},
                        Row{"hang at disconnect", Step::disconnect, "timed out"},
                        Row{"halt at disconnect", Step::disconnect, "timed out"},
                        Row{"die at release", Step::release, ""},
                        Row{"end at release", Step::release, ""},
                        Row{"halt at release", Step::release, "timed out"},
                        Row{"fail at release", Step::release, "asked to fail at release"},
                        Row{"hang at release", Step::release, "timed out"})),
    name_of);

class ItAnswersLater : public AFaultyComponent {
 protected:
  /// On a slow machine the first answer may be late, too.
  static void stop_at_last(CF::Application& radio) {
    for (;;) {
      try {
        return radio.stop();
      } catch (const CF::Resource::StopError&) {
      }
    }
  }
  static std::string error_of_life(CF::Application& radio) {
    try {
      radio.start();
      radio.stop();
    } catch (const CF::Resource::StartError& error) {
      return error.msg();
    } catch (const CF::Resource::StopError& error) {
      return error.msg();
    }
    return {};
  }
};

TEST_P(ItAnswersLater, and_is_stopped_and_released) {
  const auto radio = install(faulty_sad())->create("radio", {}, {});
  const int process = process_of(*radio, "rx:radio");
  expect_line(error_of_life(*radio));
  ASSERT_EQ(::kill(process, SIGCONT), 0);
  stop_at_last(*radio);
  if (place == Place::own_machine) lines.await(R"(rx: {"event":"stop"})");
  EXPECT_NO_THROW(radio->releaseObject());
  EXPECT_EQ(what_is_left(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Steps, ItAnswersLater,
    testing::Combine(kPlaces,
                     testing::Values(Row{"halt at start", Step::start, "no answer within 200 ms"},
                                     Row{"halt at stop", Step::stop, "timed out"})),
    name_of);

// ---- ends ----

TEST_F(ADomain, takes_an_application_down_when_a_component_ends) {
  begin();
  const auto radio = install(sad())->create("radio", {}, {});
  radio->start();
  ASSERT_EQ(::kill(process_of(*radio, "tx:radio"), SIGKILL), 0);
  torn_down.await("radio 0");
  EXPECT_EQ(ends.all(), std::vector<std::string>{"tx: killed by SIGKILL"});
  EXPECT_THROW(radio->stop(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_EQ(what_is_left(), "");
}

TEST_F(ADomain, keeps_the_rest_of_an_application_if_that_is_wished) {
  auto with = options();
  with.deployment.on_end = deploy::DeploymentOptions::OnEnd::keep;
  begin(std::move(with));
  const auto radio = install(sad())->create("radio", {}, {});
  ASSERT_EQ(::kill(process_of(*radio, "tx:radio"), SIGKILL), 0);
  ends.await("tx: killed by SIGKILL");
  radio->start();
  lines.await(R"(rx: {"event":"start"})");
  EXPECT_TRUE(torn_down.all().empty());
  radio->releaseObject();
  EXPECT_EQ(what_is_left(), "");
}

TEST_F(ADomain, ends_a_creation_when_it_ends_itself) {
  begin();
  const auto factory = install(sad(given("behave", "hang at construct")));
  std::string error;
  {
    const std::jthread creator{[&] { error = error_of_create(factory); }};
    const auto device = manager->deviceManagers().front()->registeredDevices().front();
    while (device->usageState() == CF::Device::UsageType::IDLE) std::this_thread::yield();
    (void)domain->release_all();
  }
  EXPECT_NE(error.find("cancelled"), std::string::npos) << error;
  EXPECT_EQ(what_is_left(), "");
}

}  // namespace
}  // namespace orbweaver::domain::test
