// SPDX-License-Identifier: Apache-2.0
// Properties of every form.
#include "component_cases.hpp"

namespace component_client {

namespace {

template <class T>
CF::DataType property(const char* id, const T& value) {
  CF::DataType property;
  property.id = id;
  property.value <<= value;
  return property;
}

CF::DataType unset(const char* id) {
  CF::DataType property;
  property.id = id;
  return property;
}

template <class... Each>
CF::Properties list(const Each&... entry) {
  CF::Properties properties;
  properties.length(sizeof...(entry));
  CORBA::ULong at = 0;
  ((properties[at++] = entry), ...);
  return properties;
}

CF::DataType flag(const char* id, bool value) {
  CF::DataType property;
  property.id = id;
  property.value <<= CORBA::Any::from_boolean(value);
  return property;
}

CF::Properties channel(CORBA::Double frequency, bool is_wide) {
  return list(property("frequency", frequency), flag("is_wide", is_wide));
}

std::string channel_is(const CORBA::Any& value, CORBA::Double frequency, bool is_wide) {
  const CF::Properties* fields = nullptr;
  if (!(value >>= fields)) return "it is no CF::Properties";
  if (fields->length() != 2) return "it has other fields";
  CORBA::Double at = 0;
  CORBA::Boolean wide = false;
  if (!((*fields)[0].value >>= at) || at != frequency) return "its frequency is another";
  if (!((*fields)[1].value >>= CORBA::Any::to_boolean(wide)) || wide != is_wide)
    return "its width is another";
  return "";
}

CF::Properties query(const Trial& trial, CF::Properties asked) {
  trial.component->query(asked);
  return asked;
}

std::string defaults(const Trial& trial) {
  const auto has = query(trial, list(unset("gain"), unset("mode"), unset("serial"), unset("offset"),
                                     unset("taps"), unset("channel"), unset("channels")));
  CORBA::Float gain = 0;
  if (!(has[0].value >>= gain) || gain != 1) return "gain is another";
  const char* text = nullptr;
  if (!(has[1].value >>= text) || std::string(text) != "wide") return "mode is another";
  if (!(has[2].value >>= text) || std::string(text) != "R-1") return "serial is another";
  CORBA::LongLong offset = 0;
  if (!(has[3].value >>= offset) || offset != -5'000'000'000) return "offset is another";
  const PortTypes::DoubleSequence* taps = nullptr;
  if (!(has[4].value >>= taps) || taps->length() != 2 || (*taps)[1] != -0.25)
    return "taps are others";
  if (const auto why = channel_is(has[5].value, 98.5e6, true); !why.empty()) return why;
  const Forms::Structs* channels = nullptr;
  if (!(has[6].value >>= channels) || channels->length() != 1) return "channels are others";
  return channel_is((*channels)[0], 88.0e6, false);
}

std::string configured(const Trial& trial) {
  PortTypes::DoubleSequence taps;
  taps.length(3);
  taps[2] = 1e300;
  Forms::Structs channels;
  channels.length(2);
  channels[0] <<= channel(1, true);
  channels[1] <<= channel(2, false);
  trial.component->configure(list(property("gain", CORBA::Float{2}), property("mode", "narrow"),
                                  property("offset", CORBA::LongLong{7}), property("taps", taps),
                                  property("channel", channel(3, false)),
                                  property("channels", channels)));
  const auto has = query(trial, list(unset("offset"), unset("taps"), unset("channel"),
                                     unset("channels"), unset("mode")));
  CORBA::LongLong offset = 0;
  if (!(has[0].value >>= offset) || offset != 7) return "offset is another";
  const PortTypes::DoubleSequence* now = nullptr;
  if (!(has[1].value >>= now) || now->length() != 3 || (*now)[2] != 1e300) return "taps are others";
  if (const auto why = channel_is(has[2].value, 3, false); !why.empty()) return why;
  const Forms::Structs* both = nullptr;
  if (!(has[3].value >>= both) || both->length() != 2) return "channels are others";
  const char* mode = nullptr;
  if (!(has[4].value >>= mode) || std::string(mode) != "narrow") return "mode is another";
  return channel_is((*both)[1], 2, false);
}

std::string all_queried(const Trial& trial) {
  const auto has = query(trial, CF::Properties());
  for (const char* id : {"gain", "mode", "serial", "taps", "channel", "channels"}) {
    bool found = false;
    for (CORBA::ULong i = 0; i < has.length(); ++i) found = found || std::string(has[i].id) == id;
    if (!found) return std::string("there is no ") + id;
  }
  return "";
}

std::string ids_of(const CF::Properties& properties) {
  std::string text;
  for (CORBA::ULong i = 0; i < properties.length(); ++i)
    text += std::string(properties[i].id) + " ";
  return text;
}

std::string partly(const Trial& trial) {
  try {
    trial.component->configure(list(property("gain", CORBA::Float{2}), property("mode", "square"),
                                    property("gain", CORBA::Float{9}), property("serial", "R-2"),
                                    unset("colour")));
  } catch (const CF::PropertySet::PartialConfiguration& refused) {
    const auto ids = ids_of(refused.invalidProperties);
    return unless(ids == "mode gain serial colour ", "refused: " + ids);
  }
  return "nothing was raised";
}

std::string wrongly(const Trial& trial) {
  try {
    trial.component->configure(
        list(property("gain", "loud"), property("channel", list(property("speed", "high")))));
  } catch (const CF::PropertySet::InvalidConfiguration& refused) {
    const auto ids = ids_of(refused.invalidProperties);
    if (std::string(refused.msg).empty()) return "it says not why";
    return unless(ids == "gain channel ", "refused: " + ids);
  }
  return "nothing was raised";
}

std::string unknown(const Trial& trial) {
  try {
    (void)query(trial, list(unset("gain"), unset("colour")));
  } catch (const CF::UnknownProperties& refused) {
    const auto ids = ids_of(refused.invalidProperties);
    return unless(ids == "colour ", "unknown: " + ids);
  }
  return "nothing was raised";
}

std::string without_tests(const Trial& trial) {
  try {
    CF::Properties values;
    trial.component->runTest(7, values);
  } catch (const CF::TestableObject::UnknownTest&) {
    return "";
  }
  return "an unknown test ran";
}

}  // namespace

Cases form_cases() {
  return {{"4 query gives the defaults of every form", defaults},
          {"5 configure sets properties of every form", configured},
          {"6 query of nothing gives all properties", all_queried},
          {"6 query of an unknown property is UnknownProperties", unknown},
          {"6 configure with some wrong is PartialConfiguration", partly},
          {"6 configure with all wrong is InvalidConfiguration", wrongly},
          {"6 runTest of an unknown test is UnknownTest", without_tests}};
}

}  // namespace component_client
