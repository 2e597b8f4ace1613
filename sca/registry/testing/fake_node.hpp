// SPDX-License-Identifier: Apache-2.0
// A node with an ORB of its own, as another process would have: its device manager and its files,
// and what devices a test gives it.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/orb_idl.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/generated/sca/CF/DeviceManager_poa.hpp>
#include <orbweaver/program/end_reports.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "fake_device.hpp"
#include "program_of_build.hpp"

namespace orbweaver::registry::test {

class FakeManager : public CORBA::servant_traits<CF::DeviceManager>::base_type {
 public:
  std::string id = "n1", name = "node1";
  CORBA::object_reference<CF::FileSystem> files;
  CF::DeviceSequence devices;
  CF::DeviceManager::ServiceSequence services;
  CORBA::StringSeq problems;  // that it says

  void configure(const CF::Properties&) override {}
  void query(CF::Properties& asked) override {
    for (auto& text : asked)
      if (text.id() == resource::kProblemsId) text.value() <<= problems;
  }
  CORBA::object_reference<CORBA::Object> getPort(const std::string&) override { return nullptr; }
  std::string deviceConfigurationProfile() override { return {}; }
  CORBA::object_reference<CF::FileSystem> fileSys() override { return files; }
  std::string identifier() override { return id; }
  std::string label() override { return name; }
  CF::DeviceSequence registeredDevices() override { return devices; }
  CF::DeviceManager::ServiceSequence registeredServices() override { return services; }
  void registerDevice(CORBA::object_reference<CF::Device>) override {}
  void unregisterDevice(CORBA::object_reference<CF::Device>) override {}
  void shutdown() override {}
  void registerService(CORBA::object_reference<CORBA::Object>, const std::string&) override {}
  void unregisterService(CORBA::object_reference<CORBA::Object>, const std::string&) override {}
  std::string getComponentImplementationId(const std::string&) override { return {}; }
};

/// The profile of a device: capacities, and what an SPD asks for in os and processor.
inline constexpr const char* kDevicePrf = R"(<?xml version="1.0"?>
<properties>
  <simple id="cores" type="double" mode="readonly"><value>1</value><kind kindtype="allocation"/><action type="external"/></simple>
  <simple id="os_name" type="string" mode="readonly"><value>VxWorks</value><kind kindtype="allocation"/><action type="eq"/></simple>
  <simple id="colour" type="string" mode="readonly"><value>red</value><kind kindtype="allocation"/><action type="eq"/></simple>
  <simple id="gain" type="float" mode="readwrite"><value>1</value><kind kindtype="configure"/></simple>
</properties>)";
inline constexpr const char* kDeviceSpd = R"(<?xml version="1.0"?>
<softpkg id="gpp" name="gpp" version="1">
  <author><name>test</name></author>
  <propertyfile type="PRF"><localfile name="gpp.prf.xml"/></propertyfile>
  <implementation id="here">
    <code type="Executable"><localfile name="gpp"/></code>
    <os name="Linux"/><processor name="x86_64"/>
  </implementation>
</softpkg>)";

class FakeNode {
 public:
  /// The node's files are in "dev" below the folder, and those of its device in "cache".
  explicit FakeNode(std::filesystem::path folder,
                    std::shared_ptr<FakeManager> its_manager = CORBA::make_reference<FakeManager>())
      : manager(std::move(its_manager)), folder_(std::move(folder)) {
    const auto profiles = folder_ / "dev/gpp";
    std::filesystem::create_directories(profiles);
    std::ofstream{profiles / "gpp.spd.xml"} << kDeviceSpd;
    std::ofstream{profiles / "gpp.prf.xml"} << kDevicePrf;
    root_->the_POAManager()->activate();
    manager->files =
        files::serve_file_system(orb, files::RootFolder::open(folder_ / "dev").value());
    reference = IDL::traits<CF::DeviceManager>::narrow(serve(manager));
  }
  ~FakeNode() { end(); }
  FakeNode(const FakeNode&) = delete;
  FakeNode& operator=(const FakeNode&) = delete;

  /// As if its process had ended.
  void end() {
    if (ended_) return;
    ended_ = true;
    if (gpp) gpp->releaseObject();
    orb->destroy();
  }
  /// The node answers no more, but is there.
  void hang() { root_->the_POAManager()->hold_requests(false); }
  void go_on() { root_->the_POAManager()->activate(); }

  enum class Ends { are_reported, are_not_reported };

  /// A device that runs programs on this machine. One of another vendor reports no ends of them.
  CORBA::object_reference<CF::Device> start_gpp(const std::string& id = "gpp1",
                                                Ends ends = Ends::are_reported) {
    auto description = device::describe_this_machine(id, "gpp");
    description.software_profile = "/gpp/gpp.spd.xml";
    device::ExecutableDeviceOptions executable_device_options{
        .description = std::move(description),
        .cache_folder = folder_ / "cache" / id,
        .runner = {.guard_program = program_of_build("orbweaver-guard")},
        .grace = std::chrono::seconds{2},
        .on_change = {},
        .on_ends = [reports = ends_](const auto& programs) { reports->report(programs); }};
    if (ends == Ends::are_reported)
      executable_device_options.on_listener = [reports = ends_](const auto& listener) {
        reports->set_listener(listener);
      };
    gpp = device::serve_executable_device(orb, std::move(executable_device_options));
    return gpp;
  }
  CORBA::object_reference<CF::Device> serve_device(const std::shared_ptr<FakeDevice>& device) {
    device->profile = "/gpp/gpp.spd.xml";
    return IDL::traits<CF::Device>::narrow(serve(device));
  }
  CORBA::object_reference<CORBA::Object> serve(const PortableServer::Servant& servant) {
    return root_->id_to_reference(root_->activate_object(servant));
  }
  /// The reference of the object as another ORB sees it.
  template <class Interface>
  CORBA::object_reference<Interface> seen_by(CORBA::ORB& other,
                                             const CORBA::object_reference<Interface>& object) {
    return IDL::traits<Interface>::narrow(other.string_to_object(orb->object_to_string(object)));
  }

  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  std::shared_ptr<FakeManager> manager;
  CORBA::object_reference<CF::DeviceManager> reference;
  CORBA::object_reference<CF::ExecutableDevice> gpp;

 private:
  const std::filesystem::path folder_;
  CORBA::object_reference<PortableServer::POA> root_ =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const std::shared_ptr<program::EndReports> ends_ = std::make_shared<program::EndReports>();
  bool ended_ = false;
};

}  // namespace orbweaver::registry::test
