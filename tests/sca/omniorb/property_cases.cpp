// SPDX-License-Identifier: Apache-2.0
#include "PortTypes.hh"
#include "cases.hpp"

namespace resource_client {

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

PortTypes::LongSequence taps() {
  PortTypes::LongSequence long_sequence;
  long_sequence.length(2);
  long_sequence[0] = 1 << 30;
  long_sequence[1] = -1;
  return long_sequence;
}

std::string gain_is(CF::Resource_ptr resource, CORBA::Float expected) {
  CF::Properties asked = list(unset("gain"));
  resource->query(asked);
  CORBA::Float gain = 0;
  if (!(asked[0].value >>= gain)) return "gain is no float";
  return unless(gain == expected, "gain is " + std::to_string(gain));
}

std::string configured(CF::Resource_ptr resource) {
  resource->configure(list(property("gain", CORBA::Float{0.25F}), property("mode", "narrow"),
                           property("taps", taps()),
                           property("limits", list(property("low", CORBA::Double{-3})))));
  CF::Properties asked = list(unset("mode"), unset("taps"), unset("limits"));
  resource->query(asked);
  const char* mode = nullptr;
  if (!(asked[0].value >>= mode) || std::string(mode) != "narrow") return "mode is another";
  const PortTypes::LongSequence* now = nullptr;
  if (!(asked[1].value >>= now) || now->length() != 2 || (*now)[0] != 1 << 30 || (*now)[1] != -1)
    return "taps are others";
  const CF::Properties* limits = nullptr;
  if (!(asked[2].value >>= limits) || limits->length() != 1) return "limits are others";
  CORBA::Double low = 0;
  if (!((*limits)[0].value >>= low) || low != -3) return "the low limit is another";
  return gain_is(resource, 0.25F);
}

std::string all_queried(CF::Resource_ptr resource) {
  CF::Properties asked;
  resource->query(asked);
  std::string names;
  for (CORBA::ULong i = 0; i < asked.length(); ++i) names += std::string(asked[i].id) + " ";
  return unless(names == "gain limits mode taps ", "there are: " + names);
}

std::string partly_configured(CF::Resource_ptr resource) {
  try {
    resource->configure(
        list(property("gain", CORBA::Float{8}), property("volume", CORBA::Long{1})));
  } catch (const CF::PropertySet::PartialConfiguration& refused) {
    if (refused.invalidProperties.length() != 1) return "several were refused";
    const std::string id(refused.invalidProperties[0].id);
    return id != "volume" ? "refused: " + id : gain_is(resource, 8);
  }
  return "nothing was raised";
}

std::string wrongly_configured(CF::Resource_ptr resource) {
  try {
    resource->configure(list(property("mode", CORBA::Long{1})));
  } catch (const CF::PropertySet::InvalidConfiguration& refused) {
    return unless(
        std::string(refused.msg) == "nothing was set" && refused.invalidProperties.length() == 1,
        "its members are others");
  }
  return "nothing was raised";
}

std::string unknown_queried(CF::Resource_ptr resource) {
  CF::Properties asked = list(unset("gain"), unset("colour"));
  try {
    resource->query(asked);
  } catch (const CF::UnknownProperties& unknown) {
    return unless(unknown.invalidProperties.length() == 1 &&
                      std::string(unknown.invalidProperties[0].id) == "colour",
                  "it names others");
  }
  return "nothing was raised";
}

std::string tested(CF::Resource_ptr resource) {
  CF::Properties values = list(property("a", CORBA::Long{21}));
  resource->runTest(1, values);
  CORBA::Long answer = 0;
  if (!(values[0].value >>= answer)) return "the result is no long";
  return unless(answer == 42, "the result is " + std::to_string(answer));
}

std::string wrongly_tested(CF::Resource_ptr resource) {
  CF::Properties values;
  try {
    resource->runTest(2, values);
    return "an unknown test ran";
  } catch (const CF::TestableObject::UnknownTest&) {
  }
  try {
    values = list(property("a", "text"));
    resource->runTest(1, values);
  } catch (const CF::UnknownProperties& unknown) {
    return unless(unknown.invalidProperties.length() == 1, "it names others");
  }
  return "a wrong input was taken";
}

}  // namespace

Cases property_cases() {
  return {{"2 configure sets values of several types", configured},
          {"2 configure with some wrong is PartialConfiguration", partly_configured},
          {"2 configure with all wrong is InvalidConfiguration", wrongly_configured},
          {"2 query of an empty list gives all properties", all_queried},
          {"2 query of an unknown property is UnknownProperties", unknown_queried},
          {"2 runTest gives results", tested},
          {"2 runTest of a wrong number or input is refused", wrongly_tested}};
}

}  // namespace resource_client
