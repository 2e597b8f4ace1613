// SPDX-License-Identifier: Apache-2.0
// A reader for each kind, on the samples.
#include <gtest/gtest.h>

#include "sample.hpp"

namespace orbweaver::profile {
namespace {

Profile read(const std::string& sample, const std::string& file) {
  return read_profile(Sample(sample).read(file), file);
}

template <class T>
const T& model(const Profile& profile) {
  return std::get<T>(profile.model);
}

TEST(Sad, every_part_is_read_with_its_line) {
  const auto profile = read("good", "waveforms/radio/radio.sad.xml");
  const auto& sad = model<SoftwareAssembly>(profile);
  EXPECT_EQ(sad.id, "DCE:radio");
  EXPECT_EQ(sad.description, "Two filters behind a source");
  ASSERT_EQ(sad.files.size(), 3U);
  EXPECT_EQ(sad.files[1].file.name, "../../components/filter/filter.spd.xml");
  EXPECT_EQ(sad.files[1].at.text(), "waveforms/radio/radio.sad.xml:10");
  ASSERT_EQ(sad.placements.size(), 2U);
  const auto& source = sad.placements[0].instantiations.at(0);
  EXPECT_EQ(source.usagename, "source");
  EXPECT_EQ(source.find->naming_name, "source");
  ASSERT_EQ(source.properties.size(), 4U);
  EXPECT_EQ(std::get<std::string>(source.properties[0].value), "-3");
  EXPECT_EQ(std::get<std::vector<property::Text>>(source.properties[1].value)[1].text, "-0.25");
  ASSERT_EQ(sad.collocations.size(), 1U);
  const auto& second = sad.collocations[0].placements.at(0).instantiations.at(1);
  EXPECT_EQ(second.find->factory_refid, "Factory1");
  EXPECT_EQ(second.find->factory_properties.at(0).refid, "copies");
  EXPECT_EQ(sad.controller->refid, "Source1");
  EXPECT_EQ(sad.controller->at.line, 76);
}

TEST(Sad, every_way_to_connect_is_read) {
  const auto profile = read("good", "waveforms/radio/radio.sad.xml");
  const auto& connections = model<SoftwareAssembly>(profile).connections;
  ASSERT_EQ(connections.size(), 5U);
  EXPECT_EQ(std::get<InstantiationRef>(*connections[0].uses->target).refid, "Source1");
  EXPECT_EQ(std::get<PortEnd>(connections[0].other).identifier, "in");
  EXPECT_EQ(std::get<FindBy>(*connections[1].uses->target).name, "source");
  const auto& device = std::get<PortEnd>(connections[2].other);
  EXPECT_EQ(std::get<DeviceUsedByComponent>(*device.target).usesrefid, "Tuner");
  EXPECT_EQ(std::get<PortEnd>(connections[3].other).kind, PortEnd::Kind::supported);
  EXPECT_EQ(std::get<FindBy>(connections[4].other).finder_type, "log");
  EXPECT_EQ(connections[4].id, "");
  const auto& external = model<SoftwareAssembly>(profile).external_ports.at(0);
  EXPECT_EQ(external.name(), "out");
  EXPECT_EQ(external.kind, PortEnd::Kind::uses);
}

TEST(Sad, what_redhawk_adds_is_read) {
  const auto profile = read("redhawk", "waveforms/radio/radio.sad.xml");
  const auto& sad = model<SoftwareAssembly>(profile);
  const auto& tool = sad.collocations.at(0).placements.at(0).instantiations.at(0);
  EXPECT_EQ(tool.startorder, 0);
  EXPECT_EQ(tool.logging->level, "DEBUG");
  EXPECT_EQ(tool.requirements.at(0).value, "red");
  EXPECT_EQ(tool.affinity.at(0).refid, "affinity::exec");
  EXPECT_EQ(sad.collocations[0].reservations.at(0).name, "cpucores");
  EXPECT_EQ(sad.collocations[0].uses_devices.at(0).refid, "frontend");
  EXPECT_EQ(sad.external_ports.at(0).name(), "result");
  EXPECT_EQ(sad.external_properties.at(0).id(), "radio rate");
  EXPECT_EQ(sad.options.at(0).value, "3");
  EXPECT_EQ(sad.uses_devices.at(0).values.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<DeviceUsedByApplication>(*sad.connections.at(1).uses->target));
}

TEST(Spd, every_part_is_read) {
  const auto profile = read("good", "components/source/source.spd.xml");
  const auto& spd = model<SoftwarePackage>(profile);
  EXPECT_EQ(spd.name, "source");
  EXPECT_TRUE(spd.sca_compliant);
  EXPECT_EQ(spd.authors.at(0).names.at(0), "Orbweaver");
  EXPECT_EQ(spd.property_file->name, "source.prf.xml");
  const auto& linux = spd.implementations.at(0);
  EXPECT_EQ(linux.code->type, CodeType::executable);
  EXPECT_EQ(linux.code->stacksize, "65536");
  EXPECT_EQ(linux.operating_systems.at(0).name, "Linux");
  EXPECT_EQ(linux.compiler->version, "12");
  ASSERT_EQ(linux.dependencies.size(), 2U);
  EXPECT_EQ(std::get<PropertyRef>(linux.dependencies[0].on).value, "64");
  EXPECT_EQ(std::get<SoftpkgRef>(linux.dependencies[1].on).implementation->refid, "DCE:taps-linux");
  EXPECT_EQ(spd.uses_devices.at(0).properties.at(0).refid, "tuners");
  EXPECT_FALSE(model<SoftwarePackage>(read("good", "packages/taps/taps.spd.xml")).sca_compliant);
}

TEST(Scd, ports_and_interfaces_are_read) {
  const auto profile = read("good", "components/factory/factory.scd.xml");
  const auto& scd = model<SoftwareComponent>(profile);
  EXPECT_EQ(scd.type, "resource");
  EXPECT_EQ(scd.ports.at(0).name, "in");
  EXPECT_EQ(scd.ports.at(0).direction, ComponentPort::Direction::provides);
  EXPECT_EQ(scd.supports.at(0).repid, "IDL:CF/Resource:1.0");
  EXPECT_TRUE(inherits(scd, "IDL:Packet/UshortStream:1.0", "IDL:Packet/PayloadStatus:1.0"));
  EXPECT_TRUE(inherits(scd, "IDL:none:1.0", "IDL:none:1.0"));
  EXPECT_FALSE(inherits(scd, "IDL:Packet/PayloadStatus:1.0", "IDL:Packet/UshortStream:1.0"));
}

TEST(Scd, interfaces_that_inherit_each_other_end) {
  SoftwareComponent scd;
  scd.interfaces = {{"a", "a", {{"b", {}}}, {}}, {"b", "b", {{"a", {}}}, {}}};
  EXPECT_FALSE(inherits(scd, "a", "c"));
}

TEST(Prf, every_form_is_read) {
  const auto profile = read("good", "components/source/source.prf.xml");
  const auto& prf = model<Properties>(profile);
  ASSERT_EQ(prf.properties.size(), 16U);
  const auto& gain = std::get<property::Simple>(prf.properties[0]);
  EXPECT_TRUE(gain.kinds.has(property::Kind::execparam));
  EXPECT_FALSE(gain.kinds.has(property::Kind::allocation));
  EXPECT_EQ(gain.units, "dB");
  EXPECT_EQ(gain.shape.range->max, "10");
  EXPECT_EQ(gain.at.line, 5);
  const auto& mode = std::get<property::Simple>(prf.properties[1]);
  EXPECT_EQ(mode.shape.enumerations.at(1).value, "1");
  const auto* memory = property::find(prf.properties, "memory");
  EXPECT_EQ(std::get<property::Simple>(*memory).action, property::Action::ge);
  EXPECT_EQ(std::get<property::StructProperty>(prf.properties[13]).members.size(), 2U);
  EXPECT_EQ(prf.tests.at(0).results.at(0).id, "sum");
}

TEST(Prf, what_redhawk_adds_is_read) {
  const auto profile = read("redhawk", "components/tool/tool.prf.xml");
  const auto& prf = model<Properties>(profile);
  const auto& rate = std::get<property::Simple>(prf.properties.at(0));
  EXPECT_EQ(rate.shape.type, property::Type::longlong);
  EXPECT_TRUE(rate.commandline);
  EXPECT_TRUE(rate.kinds.has(property::Kind::property));
  EXPECT_TRUE(std::get<property::Simple>(prf.properties.at(1)).shape.complex);
  EXPECT_FALSE(std::get<property::Simple>(prf.properties.at(3)).value);
  const auto& tuners = std::get<property::StructSequenceProperty>(prf.properties.at(4));
  EXPECT_EQ(tuners.inner->members.size(), 2U);
  EXPECT_TRUE(tuners.kinds.has(property::Kind::message));
}

TEST(Dcd, every_part_is_read) {
  const auto profile = read("good", "nodes/node/node.dcd.xml");
  const auto& dcd = model<DeviceConfiguration>(profile);
  EXPECT_EQ(dcd.device_manager->name, "/managers/manager.spd.xml");
  EXPECT_EQ(dcd.domain_manager->name, "Domain/Domain");
  const auto& second = dcd.placements.at(1);
  EXPECT_EQ(second.deploy_on->refid, "Device1");
  EXPECT_EQ(second.composite_part_of->refid, "Device1");
  EXPECT_EQ(second.device_package->name, "/hardware/board.dpd.xml");
  EXPECT_EQ(dcd.file_systems.at(0).mount_name, "/data");
}

TEST(Dmd, services_are_read) {
  const auto profile = read("good", "managers/domain.dmd.xml");
  const auto& dmd = model<DomainManagerConfiguration>(profile);
  EXPECT_EQ(dmd.domain_manager->name, "manager.spd.xml");
  EXPECT_EQ(dmd.services.at(0).find->name, "domain log");
}

TEST(Dpd, hardware_and_its_children_are_read) {
  const auto profile = read("good", "hardware/board.dpd.xml");
  const auto& board = *model<DevicePackage>(profile).hardware;
  EXPECT_EQ(board.classes.at(0), "PROCESSOR");
  EXPECT_EQ(board.children.at(0).name, "chip");
  EXPECT_EQ(board.packages.at(0).name, "antenna.dpd.xml");
}

TEST(Das, assignments_are_read) {
  const auto profile = read("good", "waveforms/radio/radio_DAS.xml");
  const auto& das = model<DeploymentEnforcement>(profile);
  EXPECT_EQ(das.application_id, "DCE:radio");
  ASSERT_EQ(das.assignments.size(), 2U);
  EXPECT_EQ(das.assignments[1].component, "Filter1");
  EXPECT_EQ(das.assignments[1].device, "Device1");
}

TEST(Profile, every_file_that_it_names_is_noted) {
  EXPECT_EQ(read("good", "components/source/source.spd.xml").files.size(), 4U);
  EXPECT_EQ(kind_of(read("good", "hardware/board.dpd.xml").model), "DPD");
  EXPECT_EQ(kind_of(read_profile("<a/>", "a.xml").model), "");
}

}  // namespace
}  // namespace orbweaver::profile
