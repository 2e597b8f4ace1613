// SPDX-License-Identifier: Apache-2.0
#include "cases.hpp"

namespace resource_client {

namespace {

std::string initialized_once(CF::Resource_ptr resource) {
  try {
    resource->start();
    return "it started before it was initialized";
  } catch (const CF::Resource::StartError& refused) {
    if (refused.errorNumber != CF::CF_EPERM) return "the error of start is another";
  }
  try {
    resource->stop();
    return "it stopped before it was initialized";
  } catch (const CF::Resource::StopError& refused) {
    if (refused.errorNumber != CF::CF_EXDEV) return "the error of stop is another";
  }
  resource->initialize();
  try {
    resource->initialize();
  } catch (const CF::LifeCycle::InitializeError& refused) {
    if (refused.errorMessages.length() != 2) return "there are other messages";
    return unless(std::string(refused.errorMessages[1]) == "call it once",
                  "the message is another");
  }
  return "it was initialized twice";
}

std::string released_when_stopped(CF::Resource_ptr resource) {
  resource->start();
  try {
    resource->releaseObject();
    return "it was released while it ran";
  } catch (const CF::LifeCycle::ReleaseError& refused) {
    if (refused.errorMessages.length() != 1) return "there are other messages";
  }
  resource->stop();
  resource->releaseObject();
  return "";
}

std::string identified(CF::Resource_ptr resource) {
  const CORBA::String_var identifier = resource->identifier();
  const std::string text(identifier.in());
  return unless(text == "DCE:1b1b9a4e-7c3c-4f33-9d0f-0b8f5b1a9c11", "it is " + text);
}

std::string is_a_resource(CF::Resource_ptr resource) {
  for (const char* id : {"IDL:CF/Resource:1.0", "IDL:CF/LifeCycle:1.0", "IDL:CF/TestableObject:1.0",
                         "IDL:CF/PropertySet:1.0", "IDL:CF/PortSupplier:1.0"})
    if (!resource->_is_a(id)) return std::string("it is no ") + id;
  return unless(!resource->_is_a("IDL:CF/Device:1.0"), "it is a device");
}

std::string port_connected(CF::Resource_ptr resource) {
  const CORBA::Object_var object = resource->getPort("out");
  const CF::Port_var port = CF::Port::_narrow(object);
  if (CORBA::is_nil(port)) return "it is no CF::Port";
  port->connectPort(resource, "one");
  try {
    port->connectPort(resource, "two");
    return "it has two connections";
  } catch (const CF::Port::OccupiedPort&) {
  }
  port->disconnectPort("one");
  return "";
}

std::string port_refused(CF::Resource_ptr resource) {
  const CORBA::Object_var object = resource->getPort("out");
  const CF::Port_var port = CF::Port::_narrow(object);
  try {
    port->connectPort(CORBA::Object::_nil(), "none");
    return "nil was connected";
  } catch (const CF::Port::InvalidPort& refused) {
    if (refused.errorCode != 7) return "the error is another";
  }
  try {
    port->disconnectPort("three");
  } catch (const CF::Port::InvalidPort& refused) {
    return unless(std::string(refused.msg) == "no connection three", "the message is another");
  }
  return "what was not connected was disconnected";
}

std::string port_unknown(CF::Resource_ptr resource) {
  try {
    const CORBA::Object_var object = resource->getPort("in");
  } catch (const CF::PortSupplier::UnknownPort&) {
    return "";
  }
  return "nothing was raised";
}

}  // namespace

Cases port_cases() {
  // In the order of their names: the life cycle begins and ends the list.
  return {{"1 initialize comes first, and once", initialized_once},
          {"2 identifier", identified},
          {"2 interfaces that it has", is_a_resource},
          {"3 getPort gives a port that connects", port_connected},
          {"3 getPort of an unknown name is UnknownPort", port_unknown},
          {"3 wrong connections are InvalidPort", port_refused},
          {"4 releaseObject comes last, when it is stopped", released_when_stopped}};
}

}  // namespace resource_client
