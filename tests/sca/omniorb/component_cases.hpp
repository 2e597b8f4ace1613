// SPDX-License-Identifier: Apache-2.0
// What the foreign program tries with a component: each case has a name, and says why it failed;
// empty if it did not. Cases run in the order of their names.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "sinks.hpp"

namespace component_client {

/// The component, and what this program serves for it.
struct Trial {
  CORBA::ORB_ptr orb;
  CF::Resource_ptr component;
  /// Whether the component keeps order, and sends two-way calls.
  bool in_order = true;
  /// Whether it answers when a packet is queued: then there may be no room for another.
  bool has_queue = false;
  SampleSink* samples;
  WordSink* words;
  OctetSink* octets;

  CORBA::Object_var provides(const char* name) const { return component->getPort(name); }
  CF::Port_var uses(const char* name) const {
    const CORBA::Object_var port = component->getPort(name);
    return CF::Port::_narrow(port);
  }
};

using Cases = std::map<std::string, std::function<std::string(const Trial&)>>;

/// getPort, connectPort, disconnectPort, and what they refuse.
Cases port_cases();
/// configure and query of properties of every form, and what they refuse.
Cases form_cases();
/// Packets through the component and back, and the ends of streams.
Cases stream_cases();

/// "" if it holds, else `why`.
inline std::string unless(bool holds, const std::string& why) { return holds ? "" : why; }

}  // namespace component_client
