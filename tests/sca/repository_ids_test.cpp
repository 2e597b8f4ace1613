// SPDX-License-Identifier: Apache-2.0
// Repository ids: profiles name interfaces by them, and other ORBs exceptions and types.
#include <orbweaver/generated/corba/CosEventChannelAdmin.hpp>
#include <orbweaver/generated/sca/CF.hpp>
#include <orbweaver/generated/sca/DeviceMessageControl.hpp>
#include <orbweaver/generated/sca/DevicePacket.hpp>
#include <orbweaver/generated/sca/DevicePacketSignals.hpp>
#include <orbweaver/generated/sca/PacketEmptySignals.hpp>
#include <orbweaver/generated/sca/PacketFlowControl.hpp>
#include <orbweaver/generated/sca/StandardEvent.hpp>
#include <orbweaver/generated/sca/customInterfaces.hpp>
#include <orbweaver/generated/sca/standardControls.hpp>
#include <orbweaver/generated/sca/standardInterfaces.hpp>

#include <gtest/gtest.h>

namespace {

TEST(RepositoryIds, of_the_core_framework_have_no_prefix) {
  EXPECT_STREQ(CF::Port::_id, "IDL:CF/Port:1.0");
  EXPECT_STREQ(CF::LifeCycle::_id, "IDL:CF/LifeCycle:1.0");
  EXPECT_STREQ(CF::TestableObject::_id, "IDL:CF/TestableObject:1.0");
  EXPECT_STREQ(CF::PortSupplier::_id, "IDL:CF/PortSupplier:1.0");
  EXPECT_STREQ(CF::PropertySet::_id, "IDL:CF/PropertySet:1.0");
  EXPECT_STREQ(CF::Resource::_id, "IDL:CF/Resource:1.0");
  EXPECT_STREQ(CF::ResourceFactory::_id, "IDL:CF/ResourceFactory:1.0");
  EXPECT_STREQ(CF::Application::_id, "IDL:CF/Application:1.0");
  EXPECT_STREQ(CF::ApplicationFactory::_id, "IDL:CF/ApplicationFactory:1.0");
  EXPECT_STREQ(CF::DomainManager::_id, "IDL:CF/DomainManager:1.0");
}

TEST(RepositoryIds, of_devices_and_files_have_no_prefix) {
  EXPECT_STREQ(CF::Device::_id, "IDL:CF/Device:1.0");
  EXPECT_STREQ(CF::AggregateDevice::_id, "IDL:CF/AggregateDevice:1.0");
  EXPECT_STREQ(CF::LoadableDevice::_id, "IDL:CF/LoadableDevice:1.0");
  EXPECT_STREQ(CF::ExecutableDevice::_id, "IDL:CF/ExecutableDevice:1.0");
  EXPECT_STREQ(CF::DeviceManager::_id, "IDL:CF/DeviceManager:1.0");
  EXPECT_STREQ(CF::File::_id, "IDL:CF/File:1.0");
  EXPECT_STREQ(CF::FileSystem::_id, "IDL:CF/FileSystem:1.0");
  EXPECT_STREQ(CF::FileManager::_id, "IDL:CF/FileManager:1.0");
}

TEST(RepositoryIds, of_exceptions_name_the_interface_that_they_belong_to) {
  EXPECT_STREQ(CF::UnknownProperties::_id, "IDL:CF/UnknownProperties:1.0");
  EXPECT_STREQ(CF::Port::InvalidPort::_id, "IDL:CF/Port/InvalidPort:1.0");
  EXPECT_STREQ(CF::PropertySet::PartialConfiguration::_id,
               "IDL:CF/PropertySet/PartialConfiguration:1.0");
  EXPECT_STREQ(CF::Resource::StartError::_id, "IDL:CF/Resource/StartError:1.0");
  EXPECT_STREQ(CF::Device::InvalidState::_id, "IDL:CF/Device/InvalidState:1.0");
  EXPECT_STREQ(CF::LoadableDevice::LoadFail::_id, "IDL:CF/LoadableDevice/LoadFail:1.0");
  EXPECT_STREQ(CF::DomainManager::ApplicationAlreadyInstalled::_id,
               "IDL:CF/DomainManager/ApplicationAlreadyInstalled:1.0");
  EXPECT_STREQ(Packet::UnableToComplete::_id, "IDL:Packet/UnableToComplete:1.0");
  EXPECT_STREQ(JTRS::InvalidParameter::_id, "IDL:JTRS/InvalidParameter:1.0");
}

TEST(RepositoryIds, of_what_any_values_hold_are_those_of_the_standard) {
  EXPECT_EQ(CF::_tc_DataType->id(), "IDL:CF/DataType:1.0");
  EXPECT_EQ(CF::_tc_Properties->id(), "IDL:CF/Properties:1.0");
  EXPECT_EQ(CF::_tc_OctetSequence->id(), "IDL:CF/OctetSequence:1.0");
  EXPECT_EQ(PortTypes::_tc_LongSequence->id(), "IDL:PortTypes/LongSequence:1.0");
  EXPECT_EQ(JTRS::_tc_OctetSequence->id(), "IDL:JTRS/OctetSequence:1.0");
  EXPECT_EQ(StandardEvent::_tc_StateChangeEventType->id(),
            "IDL:StandardEvent/StateChangeEventType:1.0");
  EXPECT_EQ(StandardEvent::_tc_DomainManagementObjectAddedEventType->id(),
            "IDL:StandardEvent/DomainManagementObjectAddedEventType:1.0");
}

TEST(RepositoryIds, of_ports_for_data_and_control_are_those_of_ossie) {
  EXPECT_STREQ(standardInterfaces::realChar::_id, "IDL:standardInterfaces/realChar:1.0");
  EXPECT_STREQ(standardInterfaces::complexShort::_id, "IDL:standardInterfaces/complexShort:1.0");
  EXPECT_STREQ(standardInterfaces::complexDouble::_id, "IDL:standardInterfaces/complexDouble:1.0");
  EXPECT_STREQ(standardInterfaces::stereoSound::_id, "IDL:standardInterfaces/stereoSound:1.0");
  EXPECT_STREQ(standardInterfaces::RX_Control::_id, "IDL:standardInterfaces/RX_Control:1.0");
  EXPECT_STREQ(standardInterfaces::resamplerControl::_id,
               "IDL:standardInterfaces/resamplerControl:1.0");
  EXPECT_STREQ(customInterfaces::timingStatus::_id, "IDL:customInterfaces/timingStatus:1.0");
}

TEST(RepositoryIds, of_packets_and_devices_are_those_of_the_jtrs) {
  EXPECT_STREQ(Packet::PayloadControl::_id, "IDL:Packet/PayloadControl:1.0");
  EXPECT_STREQ(Packet::UshortStream::_id, "IDL:Packet/UshortStream:1.0");
  EXPECT_STREQ(Packet::FlowOctetStream::_id, "IDL:Packet/FlowOctetStream:1.0");
  EXPECT_STREQ(Packet::FlowSignals::_id, "IDL:Packet/FlowSignals:1.0");
  EXPECT_STREQ(Packet::EmptySignals::_id, "IDL:Packet/EmptySignals:1.0");
  EXPECT_STREQ(DevPK::DevicePacket::_id, "IDL:DevPK/DevicePacket:1.0");
  EXPECT_STREQ(DevPktSig::DevicePacketSignals::_id, "IDL:DevPktSig/DevicePacketSignals:1.0");
  EXPECT_STREQ(DevMsgCtl::DeviceMessageControl::_id, "IDL:DevMsgCtl/DeviceMessageControl:1.0");
}

TEST(RepositoryIds, of_event_channels_have_the_omgs_prefix) {
  EXPECT_STREQ(CosEventComm::PushConsumer::_id, "IDL:omg.org/CosEventComm/PushConsumer:1.0");
  EXPECT_STREQ(CosEventComm::Disconnected::_id, "IDL:omg.org/CosEventComm/Disconnected:1.0");
  EXPECT_STREQ(CosEventChannelAdmin::EventChannel::_id,
               "IDL:omg.org/CosEventChannelAdmin/EventChannel:1.0");
  EXPECT_STREQ(CosEventChannelAdmin::ProxyPushSupplier::_id,
               "IDL:omg.org/CosEventChannelAdmin/ProxyPushSupplier:1.0");
}

}  // namespace
