// SPDX-License-Identifier: Apache-2.0
#include "relay_resource.hpp"

#include <utility>

namespace relay {

Resource::Resource(std::string identifier, const Ports& ports, std::function<void()> on_release)
    : identifier_(std::move(identifier)), ports_(ports), on_release_(std::move(on_release)) {
  properties_["messaging"] <<= "twoway";
  properties_["sync"] <<= "target";
  properties_["queue_depth"] <<= CORBA::ULong{64};
  properties_["call_timeout_ms"] <<= CORBA::ULong{5000};
  properties_["explain"] <<= CORBA::Any::from_boolean(false);
}

char* Resource::identifier() { return CORBA::string_dup(identifier_.c_str()); }

void Resource::runTest(CORBA::ULong, CF::Properties&) { throw CF::TestableObject::UnknownTest(); }

void Resource::configure(const CF::Properties& configProperties) {
  for (CORBA::ULong i = 0; i < configProperties.length(); ++i) {
    const auto property = properties_.find(static_cast<const char*>(configProperties[i].id));
    if (property == properties_.end())
      throw CF::PropertySet::InvalidConfiguration("there is no such property", configProperties);
    property->second = configProperties[i].value;
  }
}

void Resource::query(CF::Properties& configProperties) {
  if (configProperties.length() == 0) {
    configProperties.length(static_cast<CORBA::ULong>(properties_.size()));
    CORBA::ULong next = 0;
    for (const auto& [id, value] : properties_) configProperties[next++].id = id.c_str();
  }
  for (CORBA::ULong i = 0; i < configProperties.length(); ++i) {
    const auto property = properties_.find(static_cast<const char*>(configProperties[i].id));
    if (property == properties_.end()) throw CF::UnknownProperties(configProperties);
    configProperties[i].value = property->second;
  }
}

CORBA::Object_ptr Resource::getPort(const char* name) {
  const std::string wanted{name};
  if (wanted == "samples_in") return CORBA::Object::_duplicate(ports_.samples_in);
  if (wanted == "samples_out") return CORBA::Object::_duplicate(ports_.samples_out);
  throw CF::PortSupplier::UnknownPort();
}

}  // namespace relay
