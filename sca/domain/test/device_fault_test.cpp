// SPDX-License-Identifier: Apache-2.0
// A node in another process, whose device manager or device misbehaves at one operation: one line
// says what failed, and afterwards everything is as before. The report names all that a device that
// hangs or lies keeps, but for the part that it lies about.
#include <algorithm>
#include <ostream>
#include <thread>

#include "child_program.hpp"
#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

using deploy::Step;

constexpr Nanoseconds kSoon = std::chrono::milliseconds{500};
constexpr Nanoseconds kLong = std::chrono::seconds{60};

std::string as_name(std::string behave) {
  std::ranges::replace(behave, ' ', '_');
  return behave;
}

template <class Row>
std::string name_of(const testing::TestParamInfo<Row>& row) {
  return as_name(row.param.behave);
}

class AFaultyNode : public ADomain {
 protected:
  ~AFaultyNode() override { domain.reset(); }

  /// The node does not register yet.
  void begin_with(const std::string& behave, DomainOptions with, Nanoseconds timeout) {
    behaviour = behave;
    with.grace = std::chrono::milliseconds{10};
    with.this_machine = DomainOptions::ThisMachine::is_no_device;
    with.nodes = NodeOptions{.lease = NodeOptions::kLongestLease, .timeout = timeout};
    begin(std::move(with));
    node.emplace("orbweaver-domain-test-node",
                 std::vector<std::string>{files.folder().string(), behave});
    node_manager = read<CF::DeviceManager>();
    device = read<CF::Device>();
    real_device = read<CF::Device>();
  }
  [[nodiscard]] bool hangs() const { return behaviour.starts_with("hang"); }
  [[nodiscard]] bool dies() const { return behaviour.starts_with("die"); }

  /// A node that died takes its device along, and a guard ends its programs. A device that hangs
  /// when it should end a program ends it first, perhaps after the domain's deadline.
  [[nodiscard]] std::string what_is_left_of_all() const {
    const auto cache = std::filesystem::weakly_canonical(files.cache());
    while ((dies() || hangs()) && processes_from(cache) > 0) std::this_thread::yield();
    const bool is_in_use = !dies() && real_device->usageState() != CF::Device::UsageType::IDLE;
    return (is_in_use ? "the device is in use; " : "") + what_is_left_in_domain();
  }

  std::string behaviour;
  std::optional<ChildProgram> node;
  CORBA::object_reference<CF::DeviceManager> node_manager;
  CORBA::object_reference<CF::Device> device, real_device;

 private:
  template <class Interface>
  CORBA::object_reference<Interface> read() {
    return IDL::traits<Interface>::narrow(client->string_to_object(node->line()));
  }
};

// ---- registration ----

struct Question {
  const char* behave;
  const char* refusal;  // part of the line; empty: it is taken all the same
};
void PrintTo(const Question& question, std::ostream* out) { *out << question.behave; }

class AtItsRegistration : public AFaultyNode, public testing::WithParamInterface<Question> {
 protected:
  AtItsRegistration() {
    const std::string behave = GetParam().behave;
    begin_with(behave, options(), behave.starts_with("hang") ? kSoon : kLong);
  }
  /// The answer of the domain, and its report.
  [[nodiscard]] std::string refusal() {
    try {
      manager->registerDeviceManager(node_manager);
      return {};
    } catch (const CF::InvalidObjectReference& refused) {
      return refused.msg();
    } catch (const CF::DomainManager::RegisterError& refused) {
      return refused.msg();
    } catch (const CF::InvalidProfile&) {
      return problems.await_begin("device 'gpp1': ");
    }
  }
};

TEST_P(AtItsRegistration, is_named_and_nothing_of_the_node_is_taken) {
  const auto line = refusal();
  const std::string wanted = GetParam().refusal;
  EXPECT_EQ(line.empty(), wanted.empty()) << line;
  EXPECT_NE(line.find(wanted), std::string::npos) << line;
  if (wanted.empty()) {
    install(sad())->create("radio", {}, {})->releaseObject();
    manager->unregisterDeviceManager(node_manager);
  }
  EXPECT_TRUE(manager->deviceManagers().empty());
  EXPECT_FALSE(manager->fileMgr()->exists("/Orbweaver/node1"));
  EXPECT_EQ(what_is_left_of_all(), "");
}

constexpr const char* kManager = "the device manager does not answer: ";
constexpr const char* kDevice = "the device does not answer: ";

INSTANTIATE_TEST_SUITE_P(
    Steps, AtItsRegistration,
    testing::Values(
        Question{"die at node identifier", kManager},
        Question{"break at node identifier", kManager},
        Question{"hang at node identifier", kManager},
        Question{"lie at node identifier", "the node has no identifier"},
        Question{"die at node label", kManager}, Question{"break at node label", kManager},
        Question{"hang at node label", kManager},
        Question{"lie at node label", "label '../up' is no name for a folder"},
        Question{"die at node fileSys", kManager}, Question{"break at node fileSys", kManager},
        Question{"hang at node fileSys", kManager},
        Question{"lie at node fileSys", "the node's fileSys is a nil reference"},
        Question{"die at node registeredDevices", kManager},
        Question{"break at node registeredDevices", kManager},
        Question{"hang at node registeredDevices", kManager},
        Question{"lie at node registeredDevices", ""},
        Question{"die at node registeredServices", kManager},
        Question{"break at node registeredServices", kManager},
        Question{"hang at node registeredServices", kManager},
        Question{"lie at node registeredServices", ""},
        Question{"die at node getComponentImplementationId", kDevice},
        Question{"break at node getComponentImplementationId", kDevice},
        Question{"hang at node getComponentImplementationId", kDevice},
        Question{"lie at node getComponentImplementationId", ""},
        Question{"die at identifier", kDevice}, Question{"break at identifier", kDevice},
        Question{"hang at identifier", kDevice},
        Question{"lie at identifier", "the device has no identifier"},
        Question{"die at label", kDevice}, Question{"break at label", kDevice},
        Question{"hang at label", kDevice}, Question{"die at softwareProfile", kDevice},
        Question{"break at softwareProfile", kDevice}, Question{"hang at softwareProfile", kDevice},
        Question{"lie at softwareProfile", "/none.spd.xml"}, Question{"die at query", kDevice},
        Question{"break at query", kDevice}, Question{"hang at query", kDevice}),
    name_of<Question>);

// ---- deployment ----

constexpr const char* kInUse = "the device is in use; ";
struct Row {
  const char* behave;
  Step step;              // in which it is noticed
  const char* cause;      // part of the line
  const char* left = "";  // what the device keeps, as it hangs or lied
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.behave; }

class AFaultyDevice : public AFaultyNode, public testing::WithParamInterface<Row> {
 protected:
  AFaultyDevice() {
    auto with = options();
    const std::string behave = GetParam().behave;
    with.deployment.timeouts.set(Step::bind, GetParam().step == Step::bind ? kSoon : kLong);
    // A connection on which one call hangs answers no later one: what is given back hangs, too.
    const auto hangs_at = GetParam().step == Step::plan ? Step::allocate : GetParam().step;
    if (behave.starts_with("hang"))
      for (const auto step : {hangs_at, Step::terminate, Step::unload, Step::deallocate})
        with.deployment.timeouts.set(step, kSoon);
    // If two calls run side by side, the one that finds the dead node gone may fail before the one
    // that killed it.
    if (behave.starts_with("die")) with.deployment.threads = 1;
    begin_with(behave, std::move(with), kLong);
    manager->registerDeviceManager(node_manager);
  }
  void expect_line(const std::string& line) const {
    EXPECT_NE(line.find(deploy::name_of(GetParam().step)), std::string::npos) << line;
    EXPECT_NE(line.find(GetParam().cause), std::string::npos) << line;
    EXPECT_NE(line.find("gpp1"), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
};

class InACreation : public AFaultyDevice {};

TEST_P(InACreation, is_named_and_undone) {
  expect_line(error_of_create(install(sad())));
  const auto left = what_is_left_of_all();
  // On a slow machine the call that should hang is cancelled before it begins: all is given back.
  if (hangs() && left.empty()) return;
  EXPECT_EQ(left, GetParam().left);
}

INSTANTIATE_TEST_SUITE_P(
    Steps, InACreation,
    testing::Values(Row{"die at adminState", Step::plan, "no answer"},
                    Row{"break at adminState", Step::plan, "no answer"},
                    Row{"hang at adminState", Step::plan, "no answer"},
                    Row{"lie at adminState", Step::plan, "locked"},
                    Row{"die at operationalState", Step::plan, "no answer"},
                    Row{"break at operationalState", Step::plan, "no answer"},
                    Row{"hang at operationalState", Step::plan, "no answer"},
                    Row{"lie at operationalState", Step::plan, "disabled"},
                    Row{"lie at query", Step::plan, "VxWorks"},
                    Row{"fail at query", Step::plan, "VxWorks"},
                    Row{"die at allocate", Step::plan, "COMM_FAILURE"},
                    Row{"break at allocate", Step::plan, "NO_RESOURCES"},
                    Row{"fail at allocate", Step::plan, "asked to fail"},
                    Row{"refuse at allocate", Step::plan, "has not that much left"},
                    Row{"hang at allocate", Step::plan, "timed out"},
                    Row{"die at load", Step::load, "COMM_FAILURE"},
                    Row{"break at load", Step::load, "NO_RESOURCES"},
                    Row{"fail at load", Step::load, "asked to fail"},
                    Row{"hang at load", Step::load, "no answer within 500 ms", kInUse},
                    Row{"lie at load", Step::execute, "it is not loaded"},
                    Row{"die at execute", Step::execute, "COMM_FAILURE"},
                    Row{"break at execute", Step::execute, "NO_RESOURCES"},
                    Row{"fail at execute", Step::execute, "asked to fail"},
                    Row{"refuse at execute", Step::execute, "wrong answer: process -1"},
                    Row{"hang at execute", Step::execute, "no answer within 500 ms", kInUse},
                    Row{"lie at execute", Step::bind, "no answer within 500 ms"}),
    name_of<Row>);

class AtARelease : public AFaultyDevice {};

TEST_P(AtARelease, is_named_and_nothing_is_left) {
  const auto radio = install(sad())->create("radio", {}, {});
  radio->start();
  const bool is_noticed = *GetParam().cause != '\0';
  try {
    radio->releaseObject();
    EXPECT_FALSE(is_noticed) << "it was not reported";
  } catch (const CF::LifeCycle::ReleaseError& error) {
    ASSERT_FALSE(error.errorMessages().empty());
    if (is_noticed)
      expect_line(error.errorMessages().front());
    else
      ADD_FAILURE() << error.errorMessages().front();
  }
  EXPECT_EQ(what_is_left_of_all(), GetParam().left);
}

INSTANTIATE_TEST_SUITE_P(
    Steps, AtARelease,
    testing::Values(Row{"die at terminate", Step::terminate, "COMM_FAILURE"},
                    Row{"break at terminate", Step::terminate, "NO_RESOURCES"},
                    Row{"fail at terminate", Step::terminate, "asked to fail"},
                    Row{"hang at terminate", Step::terminate, "timed out", kInUse},
                    Row{"die at unload", Step::unload, "COMM_FAILURE"},
                    Row{"break at unload", Step::unload, "NO_RESOURCES"},
                    Row{"fail at unload", Step::unload, "asked to fail"},
                    Row{"hang at unload", Step::unload, "timed out", kInUse},
                    Row{"lie at unload", Step::unload, "", kInUse},
                    Row{"lie at allocate", Step::deallocate, "more is given back than was taken"},
                    Row{"die at deallocate", Step::deallocate, "COMM_FAILURE"},
                    Row{"break at deallocate", Step::deallocate, "NO_RESOURCES"},
                    Row{"fail at deallocate", Step::deallocate, "asked to fail"},
                    Row{"hang at deallocate", Step::deallocate, "timed out", kInUse},
                    Row{"lie at deallocate", Step::deallocate, "", kInUse}),
    name_of<Row>);

}  // namespace
}  // namespace orbweaver::domain::test
