// SPDX-License-Identifier: Apache-2.0
// Many applications over two nodes in processes of their own, with random faults of components,
// devices and nodes: afterwards everything is as before. ORBWEAVER_CYCLES says how many,
// ORBWEAVER_SEED which.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <thread>

#include "child_program.hpp"
#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

constexpr int kCyclesInShort = 20;
constexpr unsigned kSeed = 20'260'102;

int number_of(const char* variable, int otherwise) {
  const char* given = std::getenv(variable);
  return given == nullptr ? otherwise : std::atoi(given);
}

// Faults that hang are left out: they cost a timeout. The fault table has them.
constexpr std::array kOfComponents{"",
                                   "fail at construct",
                                   "die at construct",
                                   "fail at initialize",
                                   "die at initialize",
                                   "end at initialize",
                                   "fail at getPort",
                                   "lie at getPort",
                                   "fail at connect",
                                   "fail at start",
                                   "die at start",
                                   "end at start",
                                   "fail at stop",
                                   "end at stop",
                                   "fail at disconnect",
                                   "fail at release",
                                   "die at release"};
constexpr std::array kOfDevices{"fail at allocate",   "refuse at allocate",  "die at allocate",
                                "fail at load",       "break at load",       "lie at load",
                                "die at load",        "fail at execute",     "break at execute",
                                "refuse at execute",  "die at execute",      "fail at terminate",
                                "break at terminate", "die at terminate",    "break at unload",
                                "fail at unload",     "fail at deallocate",  "break at deallocate",
                                "die at deallocate",  "break at adminState", "lie at query"};

/// A node whose process is started, killed and started again.
class NodeProcess {
 public:
  NodeProcess(std::filesystem::path folder, std::string number, CORBA::ORB& orb,
              CORBA::object_reference<CF::DomainManager> domain)
      : folder_(std::move(folder)),
        number_(std::move(number)),
        orb_(&orb),
        domain_(std::move(domain)) {
    begin();
  }
  /// One that ran before is gone, and what ran on it.
  void begin(const std::string& behave = "none") {
    process_.emplace("orbweaver-domain-test-node",
                     std::vector<std::string>{folder_.string(), behave, number_});
    const auto manager = read<CF::DeviceManager>();
    (void)process_->line();
    device_ = read<CF::Device>();
    try {
      domain_->registerDeviceManager(manager);
    } catch (const CF::DomainManager::RegisterError& refusal) {
      throw std::runtime_error("registerDeviceManager: " + refusal.msg());
    }
  }
  void kill() { process_.reset(); }
  [[nodiscard]] bool is_idle() const {
    return device_->usageState() == CF::Device::UsageType::IDLE;
  }

 private:
  template <class Interface>
  CORBA::object_reference<Interface> read() {
    return IDL::traits<Interface>::narrow(orb_->string_to_object(process_->line()));
  }

  const std::filesystem::path folder_;
  const std::string number_;
  CORBA::ORB* orb_;
  const CORBA::object_reference<CF::DomainManager> domain_;
  std::optional<ChildProgram> process_;
  CORBA::object_reference<CF::Device> device_;  // the real one
};

class TwoNodes : public ADomain {
 protected:
  TwoNodes() {
    auto with = options();
    with.grace = std::chrono::milliseconds{10};
    with.this_machine = DomainOptions::ThisMachine::is_no_device;
    with.nodes =
        NodeOptions{.lease = NodeOptions::kLongestLease, .timeout = std::chrono::seconds{60}};
    with.deployment.timeouts.set(deploy::Step::bind, std::chrono::milliseconds{300});
    with.events.on_line = {};
    begin(std::move(with));
    first.emplace(files.folder() / "first", "1", *client, manager);
    second.emplace(files.folder() / "second", "2", *client, manager);
  }
  ~TwoNodes() override { domain.reset(); }

  /// "rx" runs on one of them, "tx" on the other.
  [[nodiscard]] CORBA::object_reference<CF::Application> create(const std::string& fault) {
    const auto factory = install(sad(fault.empty() ? "" : given("behave", fault)));
    const bool is_first = any(2) == 0;
    return factory->create("radio", {},
                           {CF::DeviceAssignmentType{"rx", is_first ? "gpp1" : "gpp2"},
                            CF::DeviceAssignmentType{"tx", is_first ? "gpp2" : "gpp1"}});
  }
  /// How far it comes does not matter.
  void live(const std::string& fault, const std::function<void()>& while_it_runs = {}) {
    try {
      const auto radio = create(fault);
      radio->start();
      if (while_it_runs) while_it_runs();
      radio->stop();
    } catch (const CORBA::Exception&) {
    }
    for (const auto& application : manager->applications()) release(application);
  }
  static void release(const CORBA::object_reference<CF::Application>& radio) {
    try {
      radio->releaseObject();
    } catch (const CORBA::Exception&) {
    }
  }
  /// On a busy machine a component may take longer than this test waits for it.
  void live_in_peace() {
    constexpr int kTries = 20;
    for (int i = 1; i <= kTries; ++i) try {
        return create({})->releaseObject();
      } catch (const CF::ApplicationFactory::CreateApplicationError& error) {
        manager->uninstallApplication("radio-id");  // else the next try could not install it
        if (i == kTries) FAIL() << error.msg();
      }
  }
  void live_with_a_faulty_device(const std::string& fault) {
    second->begin(fault);
    live({});
    second->begin();
  }
  void live_while_a_node_is_killed() {
    live({}, [&] { second->kill(); });
    second->begin();
  }
  void create_while_a_node_is_killed() {
    {
      const std::jthread killer{[&] { second->kill(); }};
      live({});
    }
    second->begin();
  }
  std::string cycle() {
    const auto kind = any(8);
    std::string what = "a node is killed in a life";
    if (kind < 4) live(what = kOfComponents.at(any(kOfComponents.size())));
    if (kind == 4 || kind == 5)
      live_with_a_faulty_device(what = kOfDevices.at(any(kOfDevices.size())));
    if (kind == 6) live_while_a_node_is_killed();
    if (kind == 7) create_while_a_node_is_killed();
    while (!manager->applications().empty()) std::this_thread::yield();
    manager->uninstallApplication("radio-id");
    return what;
  }
  [[nodiscard]] std::size_t any(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>{0, count - 1}(random);
  }
  /// The programs of a node that was killed are ended by its guard.
  [[nodiscard]] std::string what_is_left_of_all() const {
    const auto folder = std::filesystem::canonical(files.folder());
    while (processes_from(folder) > 0) std::this_thread::yield();
    return std::string{first->is_idle() ? "" : "the first device is in use; "} +
           (second->is_idle() ? "" : "the second device is in use; ") + what_is_left_in_domain();
  }

  const int cycles = number_of("ORBWEAVER_CYCLES", kCyclesInShort);
  const int seed = number_of("ORBWEAVER_SEED", kSeed);
  std::mt19937 random{static_cast<unsigned>(seed)};
  std::optional<NodeProcess> first, second;
};

TEST_F(TwoNodes, with_random_faults_leave_everything_as_it_was) {
  for (int i = 0; i < cycles; ++i) {
    const auto what = cycle();
    ASSERT_EQ(what_is_left_of_all(), "") << "cycle " << i << " of seed " << seed << ": " << what;
  }
  EXPECT_EQ(manager->deviceManagers().size(), 2U);
  live_in_peace();
  EXPECT_EQ(what_is_left_of_all(), "");
  std::printf("%d cycles on two nodes, seed %d: everything is as before\n", cycles, seed);
}

}  // namespace
}  // namespace orbweaver::domain::test
