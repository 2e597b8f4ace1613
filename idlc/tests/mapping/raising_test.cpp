// SPDX-License-Identifier: Apache-2.0
// Attributes that raise, over a connection and collocated.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/mapping/torture.hpp>
#include <orbweaver/generated/mapping/torture_poa.hpp>

#include <gtest/gtest.h>

namespace {

class KnobServant final : public CORBA::servant_traits<Raising::Knob>::base_type {
 public:
  std::int32_t level() override {
    if (level_ == 0) throw Raising::Unset{};
    return level_;
  }
  void level(std::int32_t value) override {
    if (value < 0) throw Raising::TooLow{1};
    level_ = value;
  }
  std::string label() override { throw Raising::TooLow{7}; }

 private:
  std::int32_t level_ = 0;
};

class RaisingAttributes : public testing::TestWithParam<const char*> {
 protected:
  RaisingAttributes() : orb_(CORBA::ORB_init({"-ORBcollocation", GetParam()})) {
    const auto root = orb_->resolve_initial_references("RootPOA");
    const auto poa = IDL::traits<PortableServer::POA>::narrow(root);
    const auto id = poa->activate_object(CORBA::make_reference<KnobServant>());
    poa->the_POAManager()->activate();
    knob_ = IDL::traits<Raising::Knob>::narrow(poa->id_to_reference(id));
  }
  ~RaisingAttributes() override { orb_->destroy(); }

  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<Raising::Knob> knob_;
};

TEST_P(RaisingAttributes, getters_and_setters_raise_what_they_list) {
  EXPECT_THROW(static_cast<void>(knob_->level()), Raising::Unset);
  try {
    knob_->level(-1);
    FAIL() << "was set";
  } catch (const Raising::TooLow& exception) {
    EXPECT_EQ(exception.least(), 1);
  }
  knob_->level(3);
  EXPECT_EQ(knob_->level(), 3);
  EXPECT_THROW(static_cast<void>(knob_->label()), Raising::TooLow);
}

INSTANTIATE_TEST_SUITE_P(, RaisingAttributes, testing::Values("off", "direct", "queued"));

}  // namespace
