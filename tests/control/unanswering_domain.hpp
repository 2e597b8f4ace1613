// SPDX-License-Identifier: Apache-2.0
// A domain manager before that of a domain: it does what it is asked, or not, and gives no answer.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/DomainManager_poa.hpp>

#include <set>
#include <string>
#include <utility>

#include "manager_of_nothing.hpp"

namespace orbweaver::control::test {

/// What goes wrong. One thread at a time.
struct Faults {
  bool create_is_lost = false;  // and not carried out
  bool create_has_no_answer = false;
  bool release_fails = false;  // and is not carried out
  bool uninstall_has_no_answer = false;
  std::set<std::string> not_installed;  // SADs that are refused
};

[[noreturn]] inline void give_no_answer() {
  throw CORBA::TIMEOUT(0, CORBA::COMPLETED_MAYBE, "asked to give no answer");
}

class UnreleasedApplication : public CORBA::servant_traits<CF::Application>::base_type {
 public:
  UnreleasedApplication(CORBA::object_reference<CF::Application> inner, const Faults& faults)
      : inner_(std::move(inner)), faults_(&faults) {}
  void initialize() override { inner_->initialize(); }
  void releaseObject() override {
    if (faults_->release_fails)
      throw CF::LifeCycle::ReleaseError(CF::StringSequence{"asked to fail"});
    inner_->releaseObject();
  }
  void runTest(std::uint32_t testid, CF::Properties& values) override {
    inner_->runTest(testid, values);
  }
  void configure(const CF::Properties& properties) override { inner_->configure(properties); }
  void query(CF::Properties& properties) override { inner_->query(properties); }
  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override {
    return inner_->getPort(name);
  }
  std::string identifier() override { return inner_->identifier(); }
  void start() override { inner_->start(); }
  void stop() override { inner_->stop(); }
  CF::Application::ComponentElementSequence componentNamingContexts() override {
    return inner_->componentNamingContexts();
  }
  CF::Application::ComponentProcessIdSequence componentProcessIds() override {
    return inner_->componentProcessIds();
  }
  CF::DeviceAssignmentSequence componentDevices() override { return inner_->componentDevices(); }
  CF::Application::ComponentElementSequence componentImplementations() override {
    return inner_->componentImplementations();
  }
  std::string profile() override { return inner_->profile(); }
  std::string name() override { return inner_->name(); }

 private:
  const CORBA::object_reference<CF::Application> inner_;
  const Faults* faults_;
};

class UnansweringFactory : public CORBA::servant_traits<CF::ApplicationFactory>::base_type {
 public:
  UnansweringFactory(CORBA::object_reference<CF::ApplicationFactory> inner, const Faults& faults)
      : inner_(std::move(inner)), faults_(&faults) {}
  std::string name() override { return inner_->name(); }
  std::string identifier() override { return inner_->identifier(); }
  std::string softwareProfile() override { return inner_->softwareProfile(); }
  CORBA::object_reference<CF::Application> create(
      const std::string& name, const CF::Properties& configuration,
      const CF::DeviceAssignmentSequence& assignments) override {
    if (faults_->create_is_lost) give_no_answer();
    auto result = inner_->create(name, configuration, assignments);
    if (faults_->create_has_no_answer) give_no_answer();
    return result;
  }

 private:
  const CORBA::object_reference<CF::ApplicationFactory> inner_;
  const Faults* faults_;
};

class UnansweringManager : public domain::test::ManagerOfNothing {
 public:
  /// `adapter`: where what it gives is active.
  UnansweringManager(CORBA::object_reference<CF::DomainManager> inner,
                     CORBA::object_reference<PortableServer::POA> adapter)
      : inner_(std::move(inner)), adapter_(std::move(adapter)) {}

  Faults faults;

  void query(CF::Properties& asked) override { inner_->query(asked); }
  CF::DomainManager::DeviceManagerSequence deviceManagers() override {
    return inner_->deviceManagers();
  }
  CORBA::object_reference<CF::FileManager> fileMgr() override { return inner_->fileMgr(); }
  CF::DomainManager::ApplicationSequence applications() override {
    auto all = inner_->applications();
    if (faults.release_fails)
      for (auto& entry : all) entry = before<CF::Application, UnreleasedApplication>(entry);
    return all;
  }
  CF::DomainManager::ApplicationFactorySequence applicationFactories() override {
    auto all = inner_->applicationFactories();
    for (auto& entry : all) entry = before<CF::ApplicationFactory, UnansweringFactory>(entry);
    return all;
  }
  void installApplication(const std::string& sad) override {
    if (faults.not_installed.contains(sad))
      throw CF::DomainManager::ApplicationInstallationError(CF::ErrorNumberType::CF_EIO,
                                                            "asked to refuse");
    inner_->installApplication(sad);
  }
  void uninstallApplication(const std::string& id) override {
    inner_->uninstallApplication(id);
    if (faults.uninstall_has_no_answer) give_no_answer();
  }

 private:
  template <class Interface, class Servant>
  CORBA::object_reference<Interface> before(const CORBA::object_reference<Interface>& inner) {
    const auto servant = CORBA::make_reference<Servant>(inner, faults);
    return IDL::traits<Interface>::narrow(
        adapter_->id_to_reference(adapter_->activate_object(servant)));
  }

  const CORBA::object_reference<CF::DomainManager> inner_;
  const CORBA::object_reference<PortableServer::POA> adapter_;
};

}  // namespace orbweaver::control::test
