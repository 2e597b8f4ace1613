// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/PropertySet_poa.hpp>
#include <orbweaver/program/configure.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace orbweaver::program {
namespace {

/// Refuses `gain`, as SCA 2.2.2, 3.1.3.1.3.5.1 has it, and keeps what it was given.
class Picky final : public CORBA::servant_traits<CF::PropertySet>::base_type {
 public:
  void configure(const CF::Properties& values) override {
    std::string ids;
    for (const auto& value : values) ids += value.id() + " ";
    calls.push_back(ids);
    CF::Properties refused;
    for (const auto& value : values)
      if (value.id() == "gain") refused.push_back(value);
    if (refused.empty()) return;
    if (refused.size() < values.size()) throw CF::PropertySet::PartialConfiguration(refused);
    throw CF::PropertySet::InvalidConfiguration("gain: 0 would be silence", refused);
  }
  void query(CF::Properties&) override {}

  std::vector<std::string> calls;
};

class Configure : public testing::Test {
 protected:
  ~Configure() override { orb->destroy(); }
  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  CORBA::object_reference<PortableServer::POA> root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  std::shared_ptr<Picky> picky = CORBA::make_reference<Picky>();
  CORBA::object_reference<CF::PropertySet> object = [this] {
    root->the_POAManager()->activate();
    return IDL::traits<CF::PropertySet>::narrow(
        root->id_to_reference(root->activate_object(picky)));
  }();
};

TEST_F(Configure, says_why_one_of_several_values_is_refused) {
  try {
    configure(*object, {CF::DataType{"gain", {}}, CF::DataType{"rate", {}}});
    FAIL() << "it was refused";
  } catch (const CF::PropertySet::InvalidConfiguration& refusal) {
    EXPECT_EQ(refusal.msg(), "gain: 0 would be silence");
  }
  EXPECT_EQ(picky->calls, (std::vector<std::string>{"gain rate ", "gain "}));
}

TEST_F(Configure, gives_values_once_that_are_taken) {
  configure(*object, {CF::DataType{"rate", {}}});
  EXPECT_EQ(picky->calls, std::vector<std::string>{"rate "});
}

}  // namespace
}  // namespace orbweaver::program
