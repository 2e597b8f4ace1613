// SPDX-License-Identifier: Apache-2.0
// A component without signal processing: what a client can see of a CF::Resource, all of it.
#pragma once
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port_poa.hpp>
#include <orbweaver/generated/sca/CF/Resource_poa.hpp>

#include <map>
#include <string>

namespace orbweaver::sca_test {

/// A uses port with room for one connection.
class OnePort final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  void connectPort(CORBA::object_reference<CORBA::Object> connection,
                   const std::string& connectionId) override;
  void disconnectPort(const std::string& connectionId) override;

 private:
  std::string connection_;
};

/// Properties of several types: `gain`, `mode`, `taps` and `limits`. A test doubles numbers; the
/// port is called `out`. Called by one client at a time.
class ResourceServant final : public CORBA::servant_traits<CF::Resource>::base_type {
 public:
  explicit ResourceServant(CORBA::object_reference<CORBA::Object> port);

  void initialize() override;
  void releaseObject() override;
  void runTest(std::uint32_t testid, CF::Properties& testValues) override;
  void configure(const CF::Properties& configProperties) override;
  void query(CF::Properties& configProperties) override;
  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override;
  std::string identifier() override { return "DCE:1b1b9a4e-7c3c-4f33-9d0f-0b8f5b1a9c11"; }
  void start() override;
  void stop() override;

 private:
  std::map<std::string, CORBA::Any> properties_;
  CORBA::object_reference<CORBA::Object> port_;
  bool initialized_ = false, running_ = false;
};

}  // namespace orbweaver::sca_test
