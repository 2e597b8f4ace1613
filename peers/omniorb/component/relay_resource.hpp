// SPDX-License-Identifier: Apache-2.0
// A CF::Resource with the properties that the relay on Orbweaver has, and its two ports.
#pragma once
#include <component.hh>

#include <functional>
#include <map>
#include <string>

namespace relay {

struct Ports {
  CORBA::Object_var samples_in, samples_out;
};

/// Called by one client at a time.
class Resource : public POA_CF::Resource {
 public:
  /// `on_release`: is to end the program.
  Resource(std::string identifier, const Ports& ports, std::function<void()> on_release);

  char* identifier() override;
  void initialize() override {}
  void releaseObject() override { on_release_(); }
  void runTest(CORBA::ULong testid, CF::Properties& testValues) override;
  void configure(const CF::Properties& configProperties) override;
  void query(CF::Properties& configProperties) override;
  CORBA::Object_ptr getPort(const char* name) override;
  void start() override {}
  void stop() override {}

 private:
  std::string identifier_;
  Ports ports_;
  std::function<void()> on_release_;
  std::map<std::string, CORBA::Any> properties_;
};

}  // namespace relay
