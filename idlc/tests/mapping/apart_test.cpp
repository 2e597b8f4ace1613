// SPDX-License-Identifier: Apache-2.0
// IDL files that use what other files define: by declarations alone, until both are included.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/mapping/left_poa.hpp>

#include <sstream>

namespace {

// Without the other file: references are kept, passed on, compared and written as text.
struct LeftServant final : CORBA::servant_traits<Apart::Left>::base_type {
  explicit LeftServant(IDL::traits<Apart::Right>::ref_type right) : right_(std::move(right)) {}
  IDL::traits<Apart::Right>::ref_type partner() override { return right_; }
  Apart::Both swapped(const Apart::Both& pair, Apart::Either& choice) override {
    if (!pair.target()) throw Apart::Refused{right_};
    choice.text(pair.text());
    return Apart::Both{right_, nullptr, Apart::Rights{pair.target(), nullptr}};
  }
  IDL::traits<Apart::Shown>::ref_type passed(IDL::traits<Apart::Shown>::ref_type thing) override {
    return thing;
  }
  CORBA::valuetype_reference<Apart::Holder> turned(
      CORBA::valuetype_reference<Apart::Holder> given) override {
    return given;
  }
  CORBA::Any held(IDL::traits<Apart::Right>::ref_type object) override {
    CORBA::Any any;
    any <<= object;
    return any;
  }

  IDL::traits<Apart::Right>::ref_type right_;
};

std::string text_of(const Apart::Both& both) {
  std::ostringstream out;
  out << both << both.target();
  return out.str();
}

}  // namespace

#include <orbweaver/generated/mapping/right_poa.hpp>

#include <gmock/gmock.h>

namespace {

struct RightServant final : CORBA::servant_traits<Apart::Right>::base_type {
  CORBA::object_reference<Apart::Left> partner() override { return nullptr; }
  std::int32_t number() override { return 7; }
  std::string show() override { return "right"; }
};

class FilesApart : public testing::TestWithParam<const char*> {
 protected:
  FilesApart() : orb_(CORBA::ORB_init({"-ORBcollocation", GetParam()})) {
    const auto root = orb_->resolve_initial_references("RootPOA");
    const auto poa = IDL::traits<PortableServer::POA>::narrow(root);
    poa->the_POAManager()->activate();
    const auto of = [&poa](const auto& servant) {
      return poa->id_to_reference(poa->activate_object(servant));
    };
    right_ = IDL::traits<Apart::Right>::narrow(of(CORBA::make_reference<RightServant>()));
    left_ = IDL::traits<Apart::Left>::narrow(of(CORBA::make_reference<LeftServant>(right_)));
    orb_->register_value_factory(Apart::Note::_id, std::make_shared<Apart::Note_init>());
    orb_->register_value_factory(Apart::Holder::_id, std::make_shared<Apart::Holder_init>());
  }
  ~FilesApart() override {
    orb_->unregister_value_factory(Apart::Note::_id);
    orb_->unregister_value_factory(Apart::Holder::_id);
    orb_->destroy();
  }

  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<Apart::Right> right_;
  CORBA::object_reference<Apart::Left> left_;
};

TEST_P(FilesApart, references_lead_to_what_the_other_file_defines) {
  EXPECT_EQ(left_->partner()->number(), 7);
  EXPECT_EQ(left_->passed(right_)->show(), "right");
  CORBA::object_reference<Apart::Right> held;
  EXPECT_TRUE(left_->held(right_) >>= held);
  EXPECT_EQ(held->number(), 7);
}

TEST_P(FilesApart, types_hold_what_the_other_file_defines) {
  const auto note = std::make_shared<Apart::OBV::Note>("words", nullptr);
  Apart::Either choice;
  const auto back = left_->swapped(Apart::Both{right_, note, {}}, choice);
  EXPECT_EQ(choice.text()->words(), "words");
  EXPECT_EQ(back.more().at(0)->number(), 7);
  EXPECT_FALSE(back.text() || back.more().at(1));
  EXPECT_EQ(text_of(back),
            "Apart::Both{target=<Apart::Right>, text=nil, more=[<Apart::Right>, nil]}"
            "<Apart::Right>");
}

TEST_P(FilesApart, exceptions_and_values_hold_what_the_other_file_defines) {
  Apart::Either choice;
  try {
    static_cast<void>(left_->swapped(Apart::Both{}, choice));
    FAIL();
  } catch (const Apart::Refused& refused) {
    EXPECT_EQ(refused.culprit()->number(), 7);
  }
  const auto inner = std::make_shared<Apart::OBV::Holder>(nullptr, nullptr);
  const auto note = std::make_shared<Apart::OBV::Note>("words", inner);
  const auto holder = std::make_shared<Apart::OBV::Holder>(right_, note);
  const auto back = left_->turned(holder);
  EXPECT_EQ(back->target()->number(), 7);
  EXPECT_EQ(back->text()->words(), "words");
  EXPECT_TRUE(back->text()->around());
}

INSTANTIATE_TEST_SUITE_P(Idl, FilesApart, testing::Values("off", "direct"));

}  // namespace
