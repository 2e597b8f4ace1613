// SPDX-License-Identifier: Apache-2.0
// A domain that is started again, with what the one before it left. The one before is still in this
// process: it is never asked again, as if it had been killed.
#include "domain_under_test.hpp"
#include "fakes.hpp"

#include <orbweaver/device/end_reports.hpp>

#include <algorithm>
#include <map>

namespace orbweaver::domain::test {
namespace {

using Application = CORBA::object_reference<CF::Application>;

/// The records that the state file would keep.
class KeptRecords {
 public:
  void note(const std::string& name, const ApplicationRecord* record) {
    const std::scoped_lock lock{mutex_};
    if (record == nullptr) {
      records_.erase(name);
      return;
    }
    records_.insert_or_assign(name, *record);
    last_state_ = record->deployment.state;
  }
  /// The state in the record that came last.
  [[nodiscard]] deploy::DeploymentState last_state() {
    const std::scoped_lock lock{mutex_};
    return last_state_;
  }
  [[nodiscard]] std::vector<ApplicationRecord> all() {
    const std::scoped_lock lock{mutex_};
    std::vector<ApplicationRecord> application_records;
    for (const auto& [name, record] : records_) application_records.push_back(record);
    return application_records;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, ApplicationRecord> records_;
  deploy::DeploymentState last_state_ = deploy::DeploymentState::creating;
};

class ARestartedDomain : public ADomain {
 protected:
  ~ARestartedDomain() override {
    second.reset();
    domain.reset();
    second_orb->destroy();
  }

  DomainOptions options_of_nodes(KeptRecords& kept) {
    auto new_options = options();
    new_options.this_machine = DomainOptions::ThisMachine::is_no_device;
    new_options.nodes =
        NodeOptions{.lease = std::chrono::seconds{10}, .timeout = std::chrono::seconds{60}};
    new_options.events.on_record = [&kept](const std::string& name,
                                           const ApplicationRecord* record) {
      kept.note(name, record);
    };
    new_options.events.on_restored = [this](const Restored& it) {
      restored.add(it.application + (it.is_adopted ? " adopted" : " released: " + it.why));
      for (const auto& failure : it.failures) restored.add(deploy::line(failure));
    };
    new_options.restart_timeout = std::chrono::minutes{5};
    return new_options;
  }
  void join(const CORBA::object_reference<CF::DomainManager>& at, CORBA::ORB& its_orb) {
    IDL::traits<CF::DomainManager>::narrow(node.orb->string_to_object(its_orb.object_to_string(at)))
        ->registerDeviceManager(node.reference);
  }
  /// A radio that runs on a node.
  Application begin_radio() {
    begin(options_of_nodes(first_kept));
    node.manager->devices = {node.start_gpp()};
    join(domain->manager(), *server);
    auto radio = install(sad())->create("radio", {}, {});
    radio->start();
    return radio;
  }
  void begin_again(OnRestart policy = OnRestart::adopt,
                   Nanoseconds timeout = std::chrono::minutes{5}) {
    auto with = options_of_nodes(second_kept);
    with.records = first_kept.all();
    for (const auto& record : with.records) second_kept.note(record.name, &record);
    with.on_restart = policy;
    with.restart_timeout = timeout;
    second.emplace(second_orb, std::move(with));
    again = IDL::traits<CF::DomainManager>::narrow(
        client->string_to_object(second_orb->object_to_string(second->manager())));
  }
  void join_again() { join(second->manager(), *second_orb); }
  /// The first domain lives on in this process, and is to be as one that was killed.
  void report_ends_to_nobody() const {
    CORBA::Any nobody;
    nobody <<= CORBA::object_reference<CORBA::Object>{node.reference};
    node.gpp->configure({CF::DataType{device::kReportsEnds, std::move(nobody)}});
  }
  /// A program, a load and capacity, of which the first domain does not know.
  void use_as_a_domain_whose_call_was_cut_short() {
    CORBA::Any cores;
    cores <<= 0.01;
    EXPECT_TRUE(node.gpp->allocateCapacity({CF::DataType{"cores", cores}}));
    const auto files_of_domain = IDL::traits<CF::FileSystem>::narrow(
        node.orb->string_to_object(client->object_to_string(manager->fileMgr())));
    node.gpp->load(files_of_domain, "/subject/subject", CF::LoadableDevice::LoadType::EXECUTABLE);
    (void)node.gpp->execute("/subject/subject", {}, {});
  }
  [[nodiscard]] ApplicationRecord record_of(const std::string& name) {
    const auto records = first_kept.all();
    return *std::ranges::find(records, name, &ApplicationRecord::name);
  }
  [[nodiscard]] double cores_left() const {
    CF::Properties asked{CF::DataType{"cores", CORBA::Any{}}};
    node.gpp->query(asked);
    double cores = 0;
    EXPECT_TRUE(asked.front().value() >>= cores);
    return cores;
  }
  [[nodiscard]] bool is_idle() const {
    return node.gpp->usageState() == CF::Device::UsageType::IDLE;
  }

  Reports restored;
  KeptRecords first_kept, second_kept;
  FakeNode node{files.folder()};
  std::shared_ptr<CORBA::ORB> second_orb = CORBA::ORB_init();
  std::optional<EmbeddedDomain> second;
  CORBA::object_reference<CF::DomainManager> again;
};

std::vector<std::uint32_t> processes_of(const Application& application) {
  std::vector<std::uint32_t> processes;
  for (const auto& component_process_id : application->componentProcessIds())
    processes.push_back(component_process_id.processId());
  return processes;
}

TEST_F(ARestartedDomain, adopts_what_is_still_there) {
  const auto radio = begin_radio();
  begin_again();
  EXPECT_TRUE(again->applications().empty()) << "its device has not registered yet";
  join_again();
  ASSERT_EQ(restored.await_begin("radio "), "radio adopted");
  ASSERT_EQ(again->applications().size(), 1U);
  const auto adopted = again->applications().front();
  EXPECT_EQ(adopted->identifier(), radio->identifier());
  EXPECT_EQ(adopted->name(), "radio");
  EXPECT_EQ(adopted->profile(), "/radio.sad.xml");
  EXPECT_EQ(processes_of(adopted), processes_of(radio));
  EXPECT_EQ(adopted->componentDevices().front().assignedDeviceId(), "gpp1");
  EXPECT_EQ(adopted->componentImplementations().size(), 2U);
  EXPECT_TRUE(adopted->getPort("in"));
  adopted->stop();
  adopted->releaseObject();
  EXPECT_TRUE(is_idle());
  EXPECT_TRUE(again->applications().empty());
  EXPECT_TRUE(second_kept.all().empty());
}

TEST_F(ARestartedDomain, has_the_names_of_what_it_adopted_and_gives_no_name_twice) {
  const auto radio = begin_radio();
  begin_again();
  join_again();
  ASSERT_EQ(restored.await_begin("radio "), "radio adopted");
  const auto name = again->applications().front()->componentNamingContexts().front().elementId();
  EXPECT_EQ(name, radio->componentNamingContexts().front().elementId());
  const auto root = IDL::traits<CosNaming::NamingContextExt>::narrow(
      client->string_to_object(second_orb->object_to_string(second->names())));
  EXPECT_TRUE(root->resolve_str(name.substr(1)));
  again->installApplication("/radio.sad.xml");
  const auto other = again->applicationFactories().front()->create("radio", {}, {});
  EXPECT_NE(other->identifier(), radio->identifier()) << "the name is taken";
  const auto bindings = second_kept.all();
  ASSERT_EQ(bindings.size(), 2U);
  EXPECT_NE(bindings[0].bindings.begin()->second, bindings[1].bindings.begin()->second);
  other->releaseObject();
  again->applications().front()->releaseObject();
  EXPECT_TRUE(is_idle());
}

TEST_F(ARestartedDomain, releases_all_if_it_is_to) {
  (void)begin_radio();
  begin_again(OnRestart::release);
  join_again();
  restored.await("radio released: as --on-restart release says");
  EXPECT_TRUE(is_idle());
  EXPECT_TRUE(again->applications().empty());
  EXPECT_TRUE(second_kept.all().empty());
  EXPECT_EQ(restored.all().size(), 1U) << "all could be given back: " << restored.all().back();
}

TEST_F(ARestartedDomain, releases_what_was_being_created) {
  (void)begin_radio();
  auto record = first_kept.all().front();
  record.deployment.state = deploy::DeploymentState::creating;
  record.components.clear();
  first_kept.note("radio", &record);
  begin_again();
  join_again();
  restored.await("radio released: it was being created");
  EXPECT_TRUE(is_idle()) << "its programs were ended by the device";
}

TEST_F(ARestartedDomain, lets_a_device_give_back_what_stands_in_no_record) {
  const auto radio = begin_radio();
  const auto processes = processes_of(radio);
  use_as_a_domain_whose_call_was_cut_short();
  begin_again();
  join_again();
  ASSERT_EQ(restored.await_begin("radio "), "radio adopted");
  EXPECT_EQ(processes_of(again->applications().front()), processes);
  again->applications().front()->start();
  again->applications().front()->releaseObject();
  EXPECT_TRUE(is_idle());
}

TEST_F(ARestartedDomain, gives_nothing_back_twice_of_a_release_that_was_cut_short) {
  const auto radio = begin_radio();
  const auto other = manager->applicationFactories().front()->create("other", {}, {});
  auto record = record_of("radio");
  radio->releaseObject();
  record.deployment.state = deploy::DeploymentState::releasing;
  first_kept.note("radio", &record);
  const auto left = cores_left();
  begin_again();
  join_again();
  restored.await("radio released: it was being released");
  restored.await("other adopted");
  EXPECT_EQ(cores_left(), left) << "the other application has its part";
  again->applications().front()->releaseObject();
  EXPECT_TRUE(is_idle());
}

TEST_F(ARestartedDomain, says_in_the_record_that_a_release_began) {
  const auto radio = begin_radio();
  EXPECT_EQ(first_kept.last_state(), deploy::DeploymentState::running);
  radio->releaseObject();
  EXPECT_EQ(first_kept.last_state(), deploy::DeploymentState::releasing);
  EXPECT_TRUE(first_kept.all().empty());
}

TEST_F(ARestartedDomain, asks_a_device_of_another_vendor_for_nothing_more) {
  begin_again();
  const auto foreign = CORBA::make_reference<FakeDevice>();
  node.manager->devices = {node.serve_device(foreign)};
  join_again();
  EXPECT_EQ(foreign->configured, 0);
}

TEST_F(ARestartedDomain, releases_an_application_whose_component_has_ended) {
  const auto radio = begin_radio();
  report_ends_to_nobody();
  node.gpp->terminate(static_cast<std::int32_t>(processes_of(radio).back()));
  begin_again();
  join_again();
  const auto report = restored.await_begin("radio released: ");
  EXPECT_TRUE(report.starts_with("radio released: component 'tx:radio' on device 'gpp1': failed"))
      << report;
  EXPECT_EQ(restored.all().size(), 1U) << restored.all().back();
  EXPECT_TRUE(is_idle());
}

TEST_F(ARestartedDomain, gives_nothing_back_to_a_device_that_was_started_again) {
  (void)begin_radio();
  report_ends_to_nobody();
  node.gpp->releaseObject();
  begin_again();
  node.manager->devices = {node.start_gpp()};
  join_again();
  restored.await("radio released: device 'gpp1' was started again, and what ran on it has ended");
  EXPECT_EQ(restored.all().size(), 1U) << restored.all().back();
  EXPECT_TRUE(again->applications().empty());
}

TEST_F(ARestartedDomain, does_not_wait_for_a_device_for_ever) {
  (void)begin_radio();
  begin_again(OnRestart::adopt, std::chrono::milliseconds{1});
  restored.await(
      "radio released: device 'gpp1' did not register again; if it lives, what runs on it goes on: "
      "restart its node");
  EXPECT_TRUE(second_kept.all().empty());
}

TEST_F(ARestartedDomain, leaves_what_still_waits_to_the_next_one) {
  (void)begin_radio();
  begin_again();
  second.reset();
  EXPECT_EQ(second_kept.all().size(), 1U);
  EXPECT_FALSE(is_idle());
  EXPECT_TRUE(restored.all().empty());
}

}  // namespace
}  // namespace orbweaver::domain::test
