// SPDX-License-Identifier: Apache-2.0
#include "definitions.hpp"

#include <orbweaver/resource/resource_servant.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <stdexcept>

namespace orbweaver::resource {
namespace {

using Steps = std::vector<std::string>;
using property::Field, property::Scalar, property::Type, property::Value;

/// Notes its steps, and fails the one whose name is in `fails` or `throws`.
class Radio final : public Component {
 public:
  Radio(Steps& steps, std::string& fails, std::string& throws,
        const std::optional<packets::Snapshot>& snapshot)
      : Component(test::definitions()),
        steps_(steps),
        fails_(fails),
        throws_(throws),
        snapshot_(snapshot) {}

  Outcome initialize() override { return step("initialize"); }
  Outcome start() override { return step("start"); }
  Outcome stop() override { return step("stop"); }
  Outcome release() override { return step("release"); }
  [[nodiscard]] std::optional<packets::Snapshot> snapshot() const override { return snapshot_; }
  std::vector<Field> run_test(std::uint32_t number, const std::vector<Field>& inputs) override {
    std::vector<Field> results{{"number", Value{Scalar{number}}}};
    results.insert(results.end(), inputs.begin(), inputs.end());
    return results;
  }

 private:
  Outcome step(const std::string& name) {
    steps_.push_back(name);
    if (throws_ == name) throw std::runtime_error(name + " threw");
    if (fails_ == name) return unexpected(Failure{{name + " failed", "twice"}, EIO});
    return {};
  }

  Steps& steps_;
  std::string& fails_;
  std::string& throws_;
  const std::optional<packets::Snapshot>& snapshot_;
};

/// A resource, and a client that reaches it through a socket.
class AResource : public testing::Test {
 protected:
  AResource() {
    ports->add("in", server->string_to_object("corbaloc::localhost:1/in"));
    adapter->the_POAManager()->activate();
    resource = IDL::traits<CF::Resource>::narrow(
        client->string_to_object(server->object_to_string(servant->activate(adapter))));
  }
  ~AResource() override {
    client->destroy();
    server->destroy();
  }
  [[nodiscard]] ResourceParts parts() {
    return {.identifier = "radio_1:app",
            .component = std::make_unique<Radio>(steps, fails, throws, snapshot),
            .ports = ports,
            .tests = {{7, {test::simple("count", Type::long_, "3"), test::gain()}}},
            .on_released = [this] { ++releases; }};
  }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  CORBA::object_reference<PortableServer::POA> adapter =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  Steps steps;
  std::string fails, throws;
  std::optional<packets::Snapshot> snapshot;
  int releases = 0;
  std::shared_ptr<NamedPorts> ports = std::make_shared<NamedPorts>();
  std::shared_ptr<ResourceServant> servant =
      CORBA::make_reference<ResourceServant>(server, parts());
  CORBA::object_reference<CF::Resource> resource;
};

TEST_F(AResource, names_the_standard_s_interface_so_that_a_client_of_it_need_not_ask) {
  constexpr const char* kInHexadecimal =
      "49444c3a43462f5265736f757263653a312e30";  // IDL:CF/Resource:1.0
  EXPECT_TRUE(client->object_to_string(resource).contains(kInHexadecimal));
  EXPECT_TRUE(resource->_is_a("IDL:Orbweaver/MeasuredResource:1.0"));
}

TEST_F(AResource, gives_the_figures_of_a_component_that_measures) {
  const auto measured = IDL::traits<Orbweaver::MeasuredResource>::narrow(resource);
  ASSERT_TRUE(measured);
  EXPECT_THROW((void)measured->figures(), CORBA::NO_IMPLEMENT);
  packets::ConnectionStatistics connection{.connection = "c1", .number = 77};
  connection.flow = {.packets = 5, .bytes = 40, .latency_ns = {.count = 2, .mean = 3, .max = 4}};
  connection.lost.counts.at(static_cast<std::size_t>(packets::Loss::refused)) = 6;
  connection.depth = 2;
  connection.transport = "shm";
  snapshot = packets::Snapshot{.since_ns = 10, .at_ns = 100, .processing_ns = 30, .sending_ns = 20};
  snapshot->ports.push_back({.name = "out",
                             .interface = "IDL:x:1.0",
                             .sample_bytes = 8,
                             .connections = {std::move(connection)}});
  const auto figures = measured->figures();
  EXPECT_EQ(figures.since(), 10);
  EXPECT_EQ(figures.at(), 100);
  EXPECT_EQ(figures.processing(), 30);
  EXPECT_EQ(figures.sending(), 20);
  ASSERT_EQ(figures.ports().size(), 1U);
  const auto& port = figures.ports().front();
  EXPECT_EQ(port.name(), "out");
  EXPECT_EQ(port.type(), "IDL:x:1.0");
  EXPECT_EQ(port.sample_octets(), 8U);
  ASSERT_EQ(port.connections().size(), 1U);
  const auto& one = port.connections().front();
  EXPECT_EQ(one.id(), "c1");
  EXPECT_EQ(one.number(), 77U);
  EXPECT_EQ(one.packets(), 5U);
  EXPECT_EQ(one.octets(), 40U);
  EXPECT_EQ(one.waiting(), 2U);
  EXPECT_EQ(one.latency().count(), 2U);
  EXPECT_EQ(one.latency().longest(), 4);
  EXPECT_EQ(one.transport(), "shm");
  ASSERT_EQ(one.lost().size(), 1U);
  EXPECT_EQ(one.lost().front().cause(), "refused");
  EXPECT_EQ(one.lost().front().packets(), 6U);
}

TEST_F(AResource, goes_through_its_life) {
  EXPECT_EQ(resource->identifier(), "radio_1:app");
  resource->initialize();
  resource->start();
  resource->start();
  resource->stop();
  resource->stop();
  resource->start();
  resource->releaseObject();
  EXPECT_EQ(steps, (Steps{"initialize", "start", "stop", "start", "stop", "release"}));
  EXPECT_EQ(servant->state(), Life::State::released);
  EXPECT_EQ(releases, 1);
}

TEST_F(AResource, does_not_exist_after_its_release) {
  resource->releaseObject();
  EXPECT_THROW(resource->releaseObject(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW((void)resource->identifier(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(servant->releaseObject(), CORBA::OBJECT_NOT_EXIST) << "one that was accepted before";
  EXPECT_TRUE(servant->release().empty());
  EXPECT_EQ(steps, Steps{"release"});
  EXPECT_EQ(releases, 1);
}

TEST_F(AResource, is_initialised_once) {
  resource->initialize();
  try {
    resource->initialize();
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::LifeCycle::InitializeError& error) {
    EXPECT_EQ(error.errorMessages(),
              Steps{"initialize is not possible: the component is initialised"});
  }
}

TEST_F(AResource, is_initialised_before_it_is_started) {
  try {
    resource->start();
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::Resource::StartError& error) {
    EXPECT_EQ(error.errorNumber(), CF::ErrorNumberType::CF_EPERM);
    EXPECT_EQ(error.msg(), "start is not possible: the component is constructed");
  }
  EXPECT_NO_THROW(resource->stop());
  EXPECT_TRUE(steps.empty());
}

TEST_F(AResource, raises_initialize_error_and_may_be_initialised_again) {
  fails = "initialize";
  try {
    resource->initialize();
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::LifeCycle::InitializeError& error) {
    EXPECT_EQ(error.errorMessages(), (Steps{"initialize failed", "twice"}));
  }
  fails.clear();
  EXPECT_NO_THROW(resource->initialize());
}

TEST_F(AResource, raises_start_error_and_stop_error_with_the_number) {
  resource->initialize();
  fails = "start";
  try {
    resource->start();
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::Resource::StartError& error) {
    EXPECT_EQ(error.errorNumber(), CF::ErrorNumberType::CF_EIO);
    EXPECT_EQ(error.msg(), "start failed; twice");
  }
  EXPECT_EQ(servant->state(), Life::State::initialised);
  throws = "stop";
  fails.clear();
  resource->start();
  try {
    resource->stop();
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::Resource::StopError& error) {
    EXPECT_EQ(error.errorNumber(), CF::ErrorNumberType::CF_NOTSET);
    EXPECT_EQ(error.msg(), "stop threw");
  }
  EXPECT_EQ(servant->state(), Life::State::started);
}

TEST_F(AResource, is_gone_even_if_its_release_fails) {
  resource->initialize();
  resource->start();
  throws = "stop";
  fails = "release";
  try {
    resource->releaseObject();
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::LifeCycle::ReleaseError& error) {
    EXPECT_EQ(error.errorMessages(), (Steps{"stop threw", "release failed", "twice"}));
  }
  EXPECT_THROW(resource->releaseObject(), CORBA::OBJECT_NOT_EXIST);
  EXPECT_EQ(releases, 1);
}

TEST_F(AResource, hands_out_its_ports_until_it_is_released) {
  EXPECT_NE(resource->getPort("in"), nullptr);
  EXPECT_THROW((void)resource->getPort("out"), CF::PortSupplier::UnknownPort);
  EXPECT_THROW((void)resource->getPort(""), CF::PortSupplier::UnknownPort);
  resource->releaseObject();
  EXPECT_EQ(ports->find("in"), nullptr);
}

TEST_F(AResource, is_configured_and_queried) {
  CORBA::Any value;
  value <<= 2.5F;
  resource->configure({CF::DataType{"gain", value}});
  CF::Properties asked{CF::DataType{"gain", {}}};
  resource->query(asked);
  float gain = 0;
  ASSERT_TRUE(asked[0].value() >>= gain);
  EXPECT_EQ(gain, 2.5F);
  EXPECT_THROW(resource->configure({CF::DataType{"volume", value}}),
               CF::PropertySet::InvalidConfiguration);
  EXPECT_THROW(resource->configure({CF::DataType{"volume", value}, CF::DataType{"gain", value}}),
               CF::PropertySet::PartialConfiguration);
}

TEST_F(AResource, runs_the_tests_of_its_profile_and_no_other) {
  CORBA::Any value;
  value <<= 9.0F;
  CF::Properties values{CF::DataType{"gain", value}};
  resource->runTest(7, values);
  ASSERT_EQ(values.size(), 3U);
  std::uint32_t number = 0;
  std::int32_t count = 0;
  EXPECT_TRUE(values[0].value() >>= number);
  EXPECT_EQ(number, 7U);
  EXPECT_EQ(values[2].id(), "count");
  EXPECT_TRUE(values[2].value() >>= count);
  EXPECT_EQ(count, 3) << "the profile's default";
  EXPECT_THROW(resource->runTest(8, values), CF::TestableObject::UnknownTest);
}

TEST_F(AResource, names_the_inputs_that_a_test_does_not_take) {
  CORBA::Any right, wrong;
  right <<= std::int32_t{1};
  wrong <<= 61.0F;
  CF::Properties values{CF::DataType{"count", right}, CF::DataType{"gain", wrong},
                        CF::DataType{"volume", right}, CF::DataType{"count", {}}};
  try {
    resource->runTest(7, values);
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::UnknownProperties& unknown) {
    ASSERT_EQ(unknown.invalidProperties().size(), 3U);
    EXPECT_EQ(unknown.invalidProperties()[0].id(), "gain");
    EXPECT_EQ(unknown.invalidProperties()[1].id(), "volume");
    EXPECT_EQ(unknown.invalidProperties()[2].id(), "count");
  }
}

}  // namespace
}  // namespace orbweaver::resource
