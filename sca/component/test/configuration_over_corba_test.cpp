// SPDX-License-Identifier: Apache-2.0
// A component with settings that a client configures through a socket: what stays, and which
// properties the exception names, if it does not take all that was given.
#include <orbweaver/component/make_parts.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/resource/resource_servant.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "numbers.hpp"

namespace orbweaver::component::test {
namespace {

using ::testing::ElementsAre;
using Ids = std::vector<std::string>;

struct FilterSettings {
  float gain = 1;
  std::int32_t order = 4;
  std::string window = "hann";

  void describe(Describer& property) {
    property("gain", gain);
    property("order", order);
    property("window", window, {.enumeration = {"hann", "flat"}});
  }
};

class Filter final : public StreamComponent<NumbersIn, Settings<FilterSettings>> {
 public:
  std::vector<float> gains;  // that on_settings() was shown

 private:
  Outcome on_settings(const Changed&) override {
    gains.push_back(settings().gain);
    if (settings().order % 2 != 0) return refuse("order: it must be even");
    return {};
  }
  void process(const Input&, Output&) override {}
};

template <class T>
CF::DataType value(const char* id, T value) {
  CORBA::Any any;
  any <<= value;
  return CF::DataType{id, any};
}

Ids ids_of(const CF::Properties& properties) {
  Ids ids;
  for (const auto& property : properties) ids.push_back(property.id());
  return ids;
}

class AFilter : public ::testing::Test {
 protected:
  AFilter() {
    adapter->the_POAManager()->activate();
    const resource::Arguments arguments{{}, {}, "filter", {}, {}};
    auto parts = make_parts<Filter>({arguments, server, adapter});
    component = static_cast<Filter*>(parts.component.get());
    const auto servant = CORBA::make_reference<resource::ResourceServant>(server, std::move(parts));
    filter = IDL::traits<CF::Resource>::narrow(
        client->string_to_object(server->object_to_string(servant->activate(adapter))));
  }
  ~AFilter() override {
    filter->releaseObject();
    client->destroy();
    server->destroy();
  }
  /// As query() gives them.
  [[nodiscard]] std::tuple<float, std::int32_t, std::string> values() {
    CF::Properties all;
    for (const auto* id : {"gain", "order", "window"}) all.emplace_back(id, CORBA::Any{});
    filter->query(all);
    std::tuple<float, std::int32_t, std::string> values;
    EXPECT_TRUE(all[0].value() >>= std::get<0>(values));
    EXPECT_TRUE(all[1].value() >>= std::get<1>(values));
    EXPECT_TRUE(all[2].value() >>= std::get<2>(values));
    return values;
  }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  CORBA::object_reference<PortableServer::POA> adapter =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  Filter* component = nullptr;
  CORBA::object_reference<CF::Resource> filter;
};

TEST_F(AFilter, takes_all_that_fit_together) {
  filter->configure(
      {value("gain", 2.0F), value("order", std::int32_t{8}), value("window", std::string{"flat"})});
  EXPECT_EQ(values(), std::tuple(2.0F, 8, "flat"));
  EXPECT_EQ(component->settings().window, "flat");
  EXPECT_THAT(component->gains, ElementsAre(1, 2)) << "once for all three";
}

TEST_F(AFilter, keeps_all_old_values_if_its_class_refuses_the_second_of_three) {
  try {
    filter->configure({value("gain", 2.0F), value("order", std::int32_t{7}),
                       value("window", std::string{"flat"})});
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::InvalidConfiguration& invalid) {
    EXPECT_EQ(invalid.msg(), "order: it must be even");
    EXPECT_THAT(ids_of(invalid.invalidProperties()), ElementsAre("gain", "order", "window"));
  }
  EXPECT_EQ(values(), std::tuple(1.0F, 4, "hann"));
  EXPECT_EQ(component->settings().gain, 1);
  filter->configure({value("gain", 3.0F)});
  EXPECT_EQ(component->settings().gain, 3) << "it goes on";
}

TEST_F(AFilter, names_the_one_of_three_that_is_of_another_type_and_takes_the_others) {
  try {
    filter->configure({value("gain", 2.0F), value("order", std::string{"eight"}),
                       value("window", std::string{"flat"})});
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::PartialConfiguration& partial) {
    EXPECT_THAT(ids_of(partial.invalidProperties()), ElementsAre("order"));
  }
  EXPECT_EQ(values(), std::tuple(2.0F, 4, "flat"));
  EXPECT_EQ(component->settings().window, "flat");
  EXPECT_THAT(component->gains, ElementsAre(1, 2));
}

TEST_F(AFilter, keeps_all_old_values_if_one_is_of_another_type_and_the_class_refuses_the_rest) {
  try {
    filter->configure({value("gain", 2.0F), value("window", std::string{"round"}),
                       value("order", std::int32_t{7})});
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::InvalidConfiguration& invalid) {
    EXPECT_THAT(ids_of(invalid.invalidProperties()), ElementsAre("gain", "window", "order"));
  }
  EXPECT_EQ(values(), std::tuple(1.0F, 4, "hann"));
}

TEST_F(AFilter, says_of_a_property_that_it_does_not_have_what_there_is) {
  try {
    filter->configure({value("gin", 2.0F)});
    ADD_FAILURE() << "nothing was raised";
  } catch (const CF::PropertySet::InvalidConfiguration& invalid) {
    EXPECT_EQ(
        invalid.msg(),
        "gin: the component has no such property; choose from gain, order, window, log_level");
  }
}

}  // namespace
}  // namespace orbweaver::component::test
