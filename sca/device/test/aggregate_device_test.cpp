// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/aggregate_device.hpp>
#include <orbweaver/device/device.hpp>

#include <gtest/gtest.h>

namespace orbweaver::device {
namespace {

/// Devices and their composite in a server, called through sockets.
class ACompositeDevice : public testing::Test {
 protected:
  ~ACompositeDevice() override {
    client->destroy();
    server->destroy();
  }
  template <class Interface, class Servant>
  typename IDL::traits<Interface>::ref_type serve(const std::shared_ptr<Servant>& one) {
    const auto object = adapter->servant_to_reference(one);
    return IDL::traits<Interface>::narrow(
        client->string_to_object(server->object_to_string(object)));
  }
  IDL::traits<CF::Device>::ref_type make_device(const std::string& id) {
    DeviceDescription description;
    description.identifier = id;
    description.composite = composite;
    return serve<CF::Device>(CORBA::make_reference<Device>(adapter, description, nullptr));
  }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  files::Adapter adapter = files::adapter_of(*server, "composites");
  CORBA::servant_reference<AggregateDevice> servant = CORBA::make_reference<AggregateDevice>();
  IDL::traits<CF::AggregateDevice>::ref_type composite = serve<CF::AggregateDevice>(servant);
};

TEST_F(ACompositeDevice, has_each_part_once_in_the_order_in_which_they_came) {
  const auto first = make_device("first"), second = make_device("second");
  composite->addDevice(first);
  composite->addDevice(second);
  composite->addDevice(first);
  const auto parts = composite->devices();
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0]->identifier(), "first");
  EXPECT_EQ(parts[1]->identifier(), "second");
  composite->removeDevice(first);
  EXPECT_EQ(composite->devices().size(), 1U);
}

TEST_F(ACompositeDevice, is_what_its_parts_say_they_belong_to) {
  EXPECT_TRUE(make_device("part")->compositeDevice()->_is_equivalent(composite));
}

TEST_F(ACompositeDevice, refuses_nil_and_what_is_no_part) {
  EXPECT_THROW(composite->addDevice(nullptr), CF::InvalidObjectReference);
  EXPECT_THROW(composite->removeDevice(nullptr), CF::InvalidObjectReference);
  EXPECT_THROW(composite->removeDevice(make_device("other")), CF::InvalidObjectReference);
}

TEST_F(ACompositeDevice, releases_its_parts_and_says_which_it_could_not) {
  const auto here = make_device("here"), gone = make_device("gone");
  composite->addDevice(here);
  composite->addDevice(gone);
  gone->releaseObject();
  EXPECT_EQ(servant->parts().release_all().size(), 1U);
  EXPECT_TRUE(here->_non_existent());
  EXPECT_TRUE(composite->devices().empty());
}

}  // namespace
}  // namespace orbweaver::device
