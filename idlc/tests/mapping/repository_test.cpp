// SPDX-License-Identifier: Apache-2.0
// Interfaces of the interface repository in operations of a program's own, and a servant of one.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/ir.hpp>
#include <orbweaver/generated/ir_poa.hpp>
#include <orbweaver/generated/mapping/repository.hpp>
#include <orbweaver/generated/mapping/repository_poa.hpp>

#include <gtest/gtest.h>

namespace {

using InterfaceDef = CORBA::object_reference<CORBA::InterfaceDef>;
using IDLType = CORBA::object_reference<CORBA::IDLType>;

class PrimitiveServant : public virtual CORBA::servant_traits<CORBA::PrimitiveDef>::base_type {
 public:
  CORBA::DefinitionKind def_kind() override { return CORBA::DefinitionKind::dk_Primitive; }
  void destroy() override {}
  CORBA::typecode_reference type() override { return CORBA::_tc_long; }
  CORBA::PrimitiveKind kind() override { return CORBA::PrimitiveKind::pk_long; }
};

class EvaluatorServant : public virtual CORBA::servant_traits<Catalogue::Evaluator>::base_type {
 public:
  Catalogue::LanguageTypes languages() override { return {nullptr, nullptr}; }
  InterfaceDef default_language() override { return nullptr; }
  CORBA::Any evaluate(const std::string& query, InterfaceDef language) override {
    if (query == "ask the language") language->describe_interface();
    if (language) throw Catalogue::UnknownLanguage{};
    CORBA::Any result;
    result <<= query + " by default";
    return result;
  }
  CORBA::StructMemberSeq renamed(const CORBA::StructMemberSeq& members, CORBA::UnionMember& branch,
                                 CORBA::ValueMember& state, const CORBA::Any& boxed) override {
    auto result = members;
    CORBA::StructMember last;
    if (boxed >>= last) result.push_back(last);
    for (auto& each : result) each.name(each.name() + "_");
    branch.name(branch.name() + "_");
    state.version("2.0");
    return result;
  }
};

/// One ORB that calls itself, in the way that the parameter names.
class Repository : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    orb_ = CORBA::ORB_init({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBcollocation", GetParam()});
    poa_ = IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    poa_->the_POAManager()->activate();
  }
  void TearDown() override { orb_->destroy(); }

  template <class Interface, class Servant>
  CORBA::object_reference<Interface> activated() {
    const auto object =
        poa_->id_to_reference(poa_->activate_object(CORBA::make_reference<Servant>()));
    return IDL::traits<Interface>::narrow(orb_->string_to_object(orb_->object_to_string(object)));
  }
  CORBA::object_reference<Catalogue::Evaluator> an_evaluator() {
    return activated<Catalogue::Evaluator, EvaluatorServant>();
  }
  IDLType a_long() { return activated<CORBA::PrimitiveDef, PrimitiveServant>(); }

  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<PortableServer::POA> poa_;
};

INSTANTIATE_TEST_SUITE_P(Collocation, Repository, ::testing::Values("off", "queued", "direct"),
                         [](const auto& test) { return test.param; });

TEST_P(Repository, nil_references_to_its_interfaces_travel) {
  const auto evaluator = an_evaluator();

  std::string said;
  ASSERT_TRUE(evaluator->evaluate("select", nullptr) >>= said);
  EXPECT_EQ(said, "select by default");
  EXPECT_EQ(evaluator->default_language(), nullptr);
  ASSERT_EQ(evaluator->languages().size(), 2U);
  EXPECT_EQ(evaluator->languages()[1], nullptr);
}

TEST_P(Repository, a_servant_that_uses_a_nil_one_tells_its_client) {
  EXPECT_THROW(an_evaluator()->evaluate("ask the language", nullptr), CORBA::INV_OBJREF);
}

TEST_P(Repository, its_interfaces_can_be_served) {
  const auto type = a_long();

  EXPECT_EQ(type->def_kind(), CORBA::DefinitionKind::dk_Primitive);
  EXPECT_TRUE(type->type()->equal(CORBA::_tc_long));
  const auto primitive = IDL::traits<CORBA::PrimitiveDef>::narrow(type);
  ASSERT_NE(primitive, nullptr);
  EXPECT_EQ(primitive->kind(), CORBA::PrimitiveKind::pk_long);
  EXPECT_EQ(IDL::traits<CORBA::InterfaceDef>::narrow(type), nullptr);
}

TEST_P(Repository, members_of_types_travel_with_their_definitions) {
  CORBA::Any label;
  label <<= std::int32_t{7};
  CORBA::UnionMember branch{"branch", label, CORBA::_tc_long, a_long()};
  CORBA::ValueMember state{"state",         "IDL:S:1.0", "IDL:V:1.0",         "1.0",
                           CORBA::_tc_long, a_long(),    CORBA::PUBLIC_MEMBER};
  CORBA::Any boxed;
  boxed <<= CORBA::StructMember{"boxed", CORBA::_tc_double, a_long()};

  const auto members = an_evaluator()->renamed(
      {{"one", CORBA::_tc_long}, {"two", CORBA::_tc_string, a_long()}}, branch, state, boxed);

  ASSERT_EQ(members.size(), 3U);
  EXPECT_EQ(members[0].name(), "one_");
  EXPECT_EQ(members[0].type_def(), nullptr);
  EXPECT_TRUE(members[1].type()->equal(CORBA::_tc_string));
  ASSERT_NE(members[1].type_def(), nullptr);
  EXPECT_TRUE(members[1].type_def()->type()->equal(CORBA::_tc_long));
  EXPECT_EQ(members[2].name(), "boxed_");
  EXPECT_EQ(branch.name(), "branch_");
  std::int32_t number = 0;
  ASSERT_TRUE(branch.label() >>= number);
  EXPECT_EQ(number, 7);
  EXPECT_NE(branch.type_def(), nullptr);
  EXPECT_EQ(state.id(), "IDL:S:1.0");
  EXPECT_EQ(state.defined_in(), "IDL:V:1.0");
  EXPECT_EQ(state.version(), "2.0");
  EXPECT_EQ(state.access(), CORBA::PUBLIC_MEMBER);
  EXPECT_TRUE(state.type_def()->_is_a(CORBA::PrimitiveDef::_id));
}

TEST(RepositoryText, members_are_written_as_structs) {
  const CORBA::StructMember member{"gain", CORBA::_tc_double};
  EXPECT_EQ(orbweaver::corba::text_of(member),
            R"(CORBA::StructMember{name="gain", type=double, type_def=nil})");
}

}  // namespace
