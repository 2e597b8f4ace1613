// SPDX-License-Identifier: Apache-2.0
#include "component_cases.hpp"

namespace component_client {

namespace {

constexpr CORBA::UShort kWrongObject = 1, kUnknownConnection = 2;

template <class Call>
std::string is_invalid_port(Call call, CORBA::UShort code, const std::string& says) {
  try {
    call();
  } catch (const CF::Port::InvalidPort& refused) {
    const std::string message(refused.msg);
    if (refused.errorCode != code) return "the error code is " + std::to_string(refused.errorCode);
    return unless(message.find(says) != std::string::npos, "the message is: " + message);
  }
  return "nothing was raised";
}

std::string initialized(const Trial& trial) {
  trial.component->initialize();
  return "";
}

std::string typed(const Trial& trial) {
  const CORBA::Object_var samples = trial.provides("samples_in");
  if (!samples->_is_a("IDL:standardInterfaces/realFloat:1.0")) return "samples_in is another";
  const CORBA::Object_var words = trial.provides("words_in");
  if (!words->_is_a("IDL:Packet/UshortStream:1.0")) return "words_in is another";
  if (!words->_is_a("IDL:Packet/PayloadStatus:1.0")) return "words_in has no payload status";
  return unless(!words->_is_a("IDL:Packet/OctetStream:1.0"), "words_in takes octets");
}

bool is_unknown(const Trial& trial, const char* name) {
  try {
    const CORBA::Object_var port = trial.provides(name);
    return false;
  } catch (const CF::PortSupplier::UnknownPort&) {
    return true;
  }
}

std::string unknown(const Trial& trial) {
  for (const char* name : {"", "samples", "samples_in "})
    if (!is_unknown(trial, name)) return std::string("there is a port '") + name + "'";
  return "";
}

std::string wrong_interface(const Trial& trial) {
  const CORBA::Object_var words = trial.words->_this();
  return is_invalid_port([&] { trial.uses("samples_out")->connectPort(words, "one"); },
                         kWrongObject, "IDL:standardInterfaces/realFloat:1.0");
}

std::string nil(const Trial& trial) {
  return is_invalid_port(
      [&] { trial.uses("samples_out")->connectPort(CORBA::Object::_nil(), "one"); }, kWrongObject,
      "nil");
}

std::string without_answer(const Trial& trial) {
  // Of the port 1 nothing listens.
  const CORBA::Object_var gone = trial.orb->string_to_object("corbaloc::127.0.0.1:1/gone");
  return is_invalid_port([&] { trial.uses("samples_out")->connectPort(gone, "one"); }, kWrongObject,
                         "does not answer");
}

std::string not_connected(const Trial& trial) {
  return is_invalid_port([&] { trial.uses("samples_out")->disconnectPort("other"); },
                         kUnknownConnection, "'other'");
}

std::string connected(const Trial& trial) {
  trial.uses("samples_out")->connectPort(CORBA::Object_var(trial.samples->_this()), "one");
  trial.uses("words_out")->connectPort(CORBA::Object_var(trial.words->_this()), "one");
  trial.uses("octets_out")->connectPort(CORBA::Object_var(trial.octets->_this()), "one");
  return "";
}

std::string connected_twice(const Trial& trial) {
  try {
    trial.uses("samples_out")->connectPort(CORBA::Object_var(trial.samples->_this()), "one");
  } catch (const CF::Port::OccupiedPort&) {
    return "";
  }
  return "nothing was raised";
}

/// A call of pushPacket that is answered has been through: nothing is on its way then.
std::string disconnected(const Trial& trial) {
  trial.uses("samples_out")->disconnectPort("one");
  const auto before = trial.samples->arrivals.count();
  const standardInterfaces::realFloat_var port =
      standardInterfaces::realFloat::_narrow(trial.provides("samples_in"));
  PortTypes::FloatSequence packet;
  packet.length(3);
  port->pushPacket(packet);
  return unless(trial.samples->arrivals.count() == before, "a packet came all the same");
}

std::string released(const Trial& trial) {
  const standardInterfaces::realFloat_var samples =
      standardInterfaces::realFloat::_narrow(trial.provides("samples_in"));
  trial.component->stop();
  trial.component->releaseObject();
  try {
    samples->pushPacket(PortTypes::FloatSequence());
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    return "";
  } catch (const CORBA::COMM_FAILURE&) {  // its program has ended
    return "";
  } catch (const CORBA::TRANSIENT&) {
    return "";
  }
  return "its port takes packets";
}

}  // namespace

Cases port_cases() {
  return {{"1 initialize", initialized},
          {"2 getPort gives objects of the interfaces", typed},
          {"2 getPort of an unknown name is UnknownPort", unknown},
          {"3 connectPort of another interface is InvalidPort", wrong_interface},
          {"3 connectPort of nil is InvalidPort", nil},
          {"3 connectPort of what does not answer is InvalidPort", without_answer},
          {"3 disconnectPort of what is not connected is InvalidPort", not_connected},
          {"4 connectPort connects", connected},
          {"5 connectPort with the same id is OccupiedPort", connected_twice},
          {"8 disconnectPort ends the stream of packets", disconnected},
          {"9 releaseObject ends the ports", released}};
}

}  // namespace component_client
