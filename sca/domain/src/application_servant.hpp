// SPDX-License-Identifier: Apache-2.0
// CF::Application. SCA 2.2.2, 3.1.3.2.1.
#pragma once
#include <orbweaver/generated/sca/CF/Application_poa.hpp>

#include <memory>

namespace orbweaver::domain {

class DeployedApplication;

/// Threads: any. start, stop and releaseObject wait for each other.
class ApplicationServant final : public CORBA::servant_traits<CF::Application>::base_type {
 public:
  explicit ApplicationServant(std::shared_ptr<DeployedApplication> application)
      : application_(std::move(application)) {}

  /// Does nothing: the application was initialised when it was created.
  void initialize() override {}
  /// Releases the application and deactivates this object, in any case. Throws ReleaseError if
  /// something could not be given back.
  void releaseObject() override;
  void runTest(std::uint32_t testid, CF::Properties& testValues) override;
  /// Sets properties of the assembly controller and external properties (REDHAWK).
  void configure(const CF::Properties& configProperties) override;
  void query(CF::Properties& configProperties) override;
  /// Returns an external port.
  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override;
  /// "<id of the SAD>:<name>".
  std::string identifier() override;
  void start() override;
  void stop() override;

  CF::Application::ComponentElementSequence componentNamingContexts() override;
  CF::Application::ComponentProcessIdSequence componentProcessIds() override;
  CF::DeviceAssignmentSequence componentDevices() override;
  CF::Application::ComponentElementSequence componentImplementations() override;
  std::string profile() override;
  std::string name() override;

 private:
  const std::shared_ptr<DeployedApplication> application_;
};

}  // namespace orbweaver::domain
