// SPDX-License-Identifier: Apache-2.0
// A device whose properties can be set, beside its capacities.
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/node/settable_device.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace orbweaver::node {
namespace {

using ::testing::ElementsAre;

property::Property frequency() {
  property::Simple simple;
  simple.id = "frequency";
  simple.kinds.add(property::Kind::configure);
  simple.shape.type = property::Type::double_;
  simple.shape.range = property::Range{"1", "10", {}};
  simple.value = property::Text{"2", {}};
  return simple;
}

class Radio final : public SettableDevice {
 public:
  Radio(files::Adapter adapter, const DeviceContext& context)
      : SettableDevice(std::move(adapter), context, {{.id = "channels", .total = 4}},
                       {frequency()}) {
    (void)settings().on_change("frequency", [this](const property::Value& value) {
      const auto wanted = std::get<double>(std::get<property::Scalar>(value));
      if (wanted == 5) throw std::runtime_error("5 is taken");
      tuned = wanted;
    });
  }
  double tuned = 0;
};

class ASettableDevice : public ::testing::Test {
 protected:
  ASettableDevice() {
    arguments.identifier = "DCE:radio";
    arguments.label = "radio";
    const auto adapter = files::adapter_of(*orb, "radio");
    radio = CORBA::make_reference<Radio>(
        adapter, DeviceContext{arguments, orb, nullptr, [this] { is_released = true; }});
    device = IDL::traits<CF::Device>::narrow(adapter->servant_to_reference(radio));
  }
  ~ASettableDevice() override { orb->destroy(); }

  static CF::Properties frequency_of(double value) {
    CORBA::Any any;
    any <<= value;
    return {CF::DataType{"frequency", any}};
  }
  static std::vector<std::string> ids_of(const CF::Properties& properties) {
    std::vector<std::string> ids;
    for (const auto& property : properties) ids.push_back(property.id());
    return ids;
  }

  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  DeviceArguments arguments;
  bool is_released = false;
  CORBA::servant_reference<Radio> radio;
  IDL::traits<CF::Device>::ref_type device;
};

TEST_F(ASettableDevice, is_configured_and_says_what_it_has) {
  device->configure(frequency_of(7));
  EXPECT_EQ(radio->tuned, 7);
  CF::Properties all;
  device->query(all);
  EXPECT_THAT(ids_of(all), ElementsAre("channels", "frequency"));
  CF::Properties asked{CF::DataType{"frequency", {}}, CF::DataType{"channels", {}}};
  device->query(asked);
  EXPECT_THAT(ids_of(asked), ElementsAre("frequency", "channels"));
  double value = 0;
  ASSERT_TRUE(asked[0].value() >>= value);
  EXPECT_EQ(value, 7);
}

TEST_F(ASettableDevice, keeps_the_old_value_if_a_new_one_is_refused) {
  device->configure(frequency_of(3));
  EXPECT_THROW(device->configure(frequency_of(5)), CF::PropertySet::InvalidConfiguration);
  EXPECT_EQ(radio->tuned, 3);
  EXPECT_THROW(device->configure(frequency_of(11)), CF::PropertySet::InvalidConfiguration);
  EXPECT_THROW(device->configure({CF::DataType{"channels", {}}}),
               CF::PropertySet::InvalidConfiguration);
}

TEST_F(ASettableDevice, does_not_know_what_neither_part_knows) {
  CF::Properties asked{CF::DataType{"frequency", {}}, CF::DataType{"colour", {}}};
  EXPECT_THROW(device->query(asked), CF::UnknownProperties);
}

TEST_F(ASettableDevice, says_when_it_is_released) {
  device->releaseObject();
  EXPECT_TRUE(is_released);
}

}  // namespace
}  // namespace orbweaver::node
