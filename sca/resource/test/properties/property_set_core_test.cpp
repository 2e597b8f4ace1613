// SPDX-License-Identifier: Apache-2.0
#include "definitions.hpp"

#include <orbweaver/resource/property_set_core.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace orbweaver::resource {
namespace {

template <class T>
CF::DataType property(const std::string& id, T value) {
  CORBA::Any any;
  any <<= std::move(value);
  return CF::DataType{id, any};
}
CF::DataType asked(const std::string& id) { return CF::DataType{id, {}}; }

std::vector<std::string> ids_of(const CF::Properties& properties) {
  std::vector<std::string> ids;
  for (const auto& property : properties) ids.push_back(property.id());
  return ids;
}
using Ids = std::vector<std::string>;

class APropertySet : public testing::Test {
 protected:
  template <class T>
  [[nodiscard]] T value_of(const std::string& id) const {
    CF::Properties properties{asked(id)};
    set.query(properties);
    T value{};
    EXPECT_TRUE(properties[0].value() >>= value) << id;
    return value;
  }

  std::shared_ptr<PropertyStore> store = std::make_shared<PropertyStore>(test::definitions());
  PropertySetCore set{store, AnyBridge{nullptr}};
};

TEST_F(APropertySet, is_filled_with_all_that_may_be_read_if_nothing_is_asked) {
  CF::Properties all;
  set.query(all);
  EXPECT_EQ(ids_of(all), (Ids{"gain", "band", "taps", "filter", "channels", "serial", "rate",
                              "debug", "memory", "later"}));
  EXPECT_FALSE(all.back().value().has_value()) << "a property that was never set";
}

TEST_F(APropertySet, gives_the_values_that_were_configured) {
  set.configure({property("gain", 2.5F), property("taps", std::vector<std::int32_t>{7}),
                 property("filter", CF::Properties{property("filter::order", std::uint16_t{2})})});
  EXPECT_EQ(value_of<float>("gain"), 2.5F);
  EXPECT_EQ(value_of<std::vector<std::int32_t>>("taps"), std::vector<std::int32_t>{7});
  const auto filter = value_of<CF::Properties>("filter");
  EXPECT_EQ(ids_of(filter), (Ids{"filter::order", "filter::name"}));
}

TEST_F(APropertySet, does_nothing_for_an_empty_list) { EXPECT_NO_THROW(set.configure({})); }

TEST_F(APropertySet, names_what_it_does_not_know_or_may_not_show) {
  CF::Properties some{asked("gain"), asked("volume"), asked("secret")};
  try {
    set.query(some);
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::UnknownProperties& unknown) {
    EXPECT_EQ(ids_of(unknown.invalidProperties()), (Ids{"volume", "secret"}));
  }
  EXPECT_FALSE(some[0].value().has_value()) << "nothing is filled in";
}

TEST_F(APropertySet, raises_partial_configuration_with_those_that_were_not_set) {
  try {
    set.configure({property("volume", 1.0F), property("gain", 2.0F), property("gain", 1.0L),
                   property("serial", std::string{"B2"}), property("band", std::string{"thin"})});
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::PartialConfiguration& partial) {
    EXPECT_EQ(ids_of(partial.invalidProperties()), (Ids{"volume", "gain", "serial", "band"}));
    long double kept = 0;
    EXPECT_TRUE(partial.invalidProperties()[1].value() >>= kept) << "with the value that was given";
  }
  EXPECT_EQ(value_of<float>("gain"), 2.0F);
}

TEST_F(APropertySet, raises_invalid_configuration_with_the_causes_if_all_are_wrong) {
  try {
    set.configure({property("gain", 61.0F), property("debug", std::int32_t{1}), asked("rate"),
                   property("volume", 1.0F)});
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::InvalidConfiguration& invalid) {
    EXPECT_EQ(ids_of(invalid.invalidProperties()), (Ids{"gain", "debug", "rate", "volume"}));
    EXPECT_EQ(invalid.msg(),
              "gain: 61 is outside the range 0 to 60; debug: its kind is execparam; configure sets "
              "configure and property; rate: the value is empty; volume: the component has no such "
              "property; choose from gain, band, taps, filter, channels, secret, rate, later");
  }
  EXPECT_EQ(value_of<float>("gain"), 1.5F);
}

TEST_F(APropertySet, keeps_its_message_short_whatever_a_peer_sends) {
  CF::Properties many;
  for (int i = 0; i < 1000; ++i)
    many.push_back(property("band", std::string(100'000, i % 2 == 0 ? 'x' : 'y')));
  try {
    set.configure(many);
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::InvalidConfiguration& invalid) {
    EXPECT_EQ(invalid.invalidProperties().size(), many.size());
    EXPECT_LT(invalid.msg().size(), 3000U);
    EXPECT_NE(invalid.msg().find("; and 990 more"), std::string::npos);
  }
}

TEST_F(APropertySet, raises_invalid_configuration_with_what_a_listener_says) {
  ASSERT_TRUE(store->on_change(
      "gain", [](const property::Value&) { throw std::runtime_error("the tuner is busy"); }));
  try {
    set.configure({property("gain", 2.0F)});
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::InvalidConfiguration& invalid) {
    EXPECT_EQ(invalid.msg(), "gain: the tuner is busy");
    EXPECT_EQ(ids_of(invalid.invalidProperties()), Ids{"gain"});
  }
  EXPECT_EQ(value_of<float>("gain"), 1.5F);
}

TEST_F(APropertySet, raises_partial_configuration_if_a_listener_refuses_one_of_many) {
  ASSERT_TRUE(store->on_change("band", [](const property::Value&) { throw 7; }));
  try {
    set.configure({property("gain", 2.0F), property("band", std::string{"narrow"}),
                   property("rate", 8000.0)});
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::PartialConfiguration& partial) {
    EXPECT_EQ(ids_of(partial.invalidProperties()), Ids{"band"});
  }
  EXPECT_EQ(value_of<std::string>("band"), "wide");
  EXPECT_EQ(value_of<double>("rate"), 8000.0);
}

TEST_F(APropertySet, calls_listeners_even_if_some_were_wrong) {
  int calls = 0;
  ASSERT_TRUE(store->on_change("gain", [&](const property::Value&) { ++calls; }));
  EXPECT_THROW(set.configure({property("gain", 2.0F), property("volume", 1.0F)}),
               CF::PropertySet::PartialConfiguration);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace orbweaver::resource
