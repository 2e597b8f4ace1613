// SPDX-License-Identifier: Apache-2.0
// Calls through generated stubs and skeletons, over a connection and collocated in both ways.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/mapping/torture.hpp>
#include <orbweaver/generated/mapping/torture_poa.hpp>

#include <gmock/gmock.h>

#include <future>

namespace {

using _cxx_class::_cxx_namespace::_cxx_friend;
using _cxx_class::_cxx_namespace::_cxx_template;
using _cxx_class::_cxx_namespace::_cxx_throw;
using _cxx_class::_cxx_namespace::_cxx_virtual;
using ObjectReference = CORBA::object_reference<CORBA::Object>;
using LaterReference = CORBA::object_reference<Types::Later>;
using ::testing::ElementsAre;

class DiamondServant : public virtual CORBA::servant_traits<Types::Diamond>::base_type {
 public:
  Types::Later::Level now() override { return level_; }
  void now(Types::Later::Level value) override { level_ = value; }
  Types::LaterPair neighbours() override { return neighbours_; }
  void neighbours(const Types::LaterPair& value) override { neighbours_ = value; }
  ObjectReference self() override { return neighbours_[0]; }
  ObjectReference other() override { return nullptr; }

  Types::Later::Mixeds all(const Types::Later::Place& l, Types::Later::Mixeds& ms,
                           Types::Laters& ls, ObjectReference& o) override {
    if (l.by().name() == "failed") throw Types::Later::Failed{l, {Types::Later::Level::high}};
    if (l.by().name() == "missing") throw Base::Missing{l.by()};
    ms.push_back(l.contents());
    ls = {neighbours_[0], nullptr};
    o = neighbours_[1];
    return {ms.rbegin(), ms.rend()};
  }
  LaterReference following(LaterReference& other_one, LaterReference& last) override {
    last = other_one;
    other_one = nullptr;
    return last;
  }
  Types::Matrix transpose(const Types::Matrix& m, Types::Names& n, Types::Number& count) override {
    std::swap(n[0], n[1]);
    count = static_cast<Types::Number>(m[0].size());
    return {m[1], m[0]};
  }
  Types::TagAlias swap(Types::TagAlias, Types::Number n) override {
    return n == 0 ? Types::TagAlias::first : Types::TagAlias::second;
  }
  void tell(const Types::Mixed& m, LaterReference, const Types::LaterPair&,
            Types::Later::Level) override {
    received_.set_value(m);
  }
  void nudge() override {}
  void turn_left() override { angle_ -= 90; }
  std::int32_t angle() override { return angle_; }
  void angle(std::int32_t value) override { angle_ = value; }
  double area() override { return 2.5; }
  void scale(double factor) override {
    if (factor < 0) throw Base::Missing{};
  }
  Types::Later::Level bottom() override { return Types::Later::Level::high; }

  [[nodiscard]] std::future<Types::Mixed> received() { return received_.get_future(); }

 private:
  Types::Later::Level level_ = Types::Later::Level::low;
  Types::LaterPair neighbours_;
  std::int32_t angle_ = 0;
  std::promise<Types::Mixed> received_;
};

class FriendServant : public virtual CORBA::servant_traits<_cxx_friend>::base_type {
 public:
  std::int32_t _cxx_this() override { return 5; }
  void _cxx_this(std::int32_t) override {}
  std::string _cxx_using() override { return "using"; }
  _cxx_virtual _cxx_static(std::int32_t call, std::string& results,
                           _cxx_template& arguments) override {
    if (call < 0) throw _cxx_throw{results, "id", call, {}};
    results += "!";
    arguments = _cxx_template::_cxx_xor;
    _cxx_virtual value;
    value._cxx_new(call);
    return value;
  }
  void _cxx_goto(const _cxx_virtual&, const std::string&) override {}
  void std(std::int32_t) override {}
};

using SkeletalBase = CORBA::servant_traits<Skeletal>::base_type;

class SkeletalServant : public virtual SkeletalBase {
 public:
  using SkeletalBase::handle;  // our flags warn of whatever hides
  using SkeletalBase::has_operation;
  using SkeletalBase::missed;
  std::int32_t handle(std::int32_t request) override { return request + 1; }
  bool missed(std::int32_t gap) override { return gap > 1; }
  std::string has_operation(const std::string& name) override { return "no " + name; }
};

/// One ORB that calls itself, in the way that the parameter names.
class Calls : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    orb_ = CORBA::ORB_init({"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBcollocation", GetParam()});
    poa_ = IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    poa_->the_POAManager()->activate();
  }
  void TearDown() override { orb_->destroy(); }

  template <class Interface>
  CORBA::object_reference<Interface> activated(const PortableServer::Servant& servant) {
    const auto object = poa_->id_to_reference(poa_->activate_object(servant));
    // Through its text, so that the client knows nothing of the object but its reference.
    const auto known = orb_->string_to_object(orb_->object_to_string(object));
    auto reference = IDL::traits<Interface>::narrow(known);
    EXPECT_NE(reference, nullptr);
    return reference;
  }
  CORBA::object_reference<Types::Diamond> a_diamond() {
    return activated<Types::Diamond>(CORBA::make_reference<DiamondServant>());
  }

  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<PortableServer::POA> poa_;
};

INSTANTIATE_TEST_SUITE_P(Collocation, Calls, ::testing::Values("off", "queued", "direct"),
                         [](const auto& test) { return test.param; });

TEST_P(Calls, reach_operations_of_every_base) {
  const auto diamond = a_diamond();
  EXPECT_EQ(diamond->bottom(), Types::Later::Level::high);
  EXPECT_EQ(diamond->area(), 2.5);
  diamond->angle(100);
  diamond->turn_left();
  EXPECT_EQ(diamond->angle(), 10);
  diamond->now(Types::Later::Level::high);
  EXPECT_EQ(diamond->now(), Types::Later::Level::high);
}

TEST_P(Calls, reach_an_object_through_a_reference_to_a_base) {
  const CORBA::object_reference<Base::Shape> shape = a_diamond();
  EXPECT_EQ(shape->area(), 2.5);
  const auto later = IDL::traits<Types::Later>::narrow(shape);
  ASSERT_NE(later, nullptr);
  EXPECT_EQ(later->swap(Types::TagAlias::first, 1), Types::TagAlias::second);
  EXPECT_EQ(IDL::traits<_cxx_friend>::narrow(shape), nullptr);
}

TEST_P(Calls, carry_arrays_and_strings_in_every_direction) {
  Types::Names names{"left", "right"};
  Types::Number count = 0;
  const auto transposed = a_diamond()->transpose({{{1, 2, 3}, {}}}, names, count);
  EXPECT_THAT(transposed[1], ElementsAre(1, 2, 3));
  EXPECT_THAT(names, ElementsAre("right", "left"));
  EXPECT_EQ(count, 3);
}

TEST_P(Calls, carry_references_also_nil_ones) {
  const auto diamond = a_diamond();
  diamond->neighbours({diamond, nullptr});
  ASSERT_NE(diamond->self(), nullptr);
  EXPECT_TRUE(diamond->self()->_is_equivalent(diamond));
  EXPECT_EQ(diamond->other(), nullptr);

  LaterReference one = diamond, last;
  const auto result = diamond->following(one, last);
  EXPECT_EQ(one, nullptr);
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->now(), Types::Later::Level::low);
  EXPECT_TRUE(result->_is_equivalent(diamond));
}

TEST_P(Calls, carry_structs_with_everything_inside) {
  const auto diamond = a_diamond();
  diamond->neighbours({diamond, diamond});
  Types::Mixed mixed;
  mixed.words({"a", "b"});
  mixed.many({diamond, nullptr});
  mixed.block()[1][1][1] = {42};
  Types::Later::Mixeds list{Types::Mixed{}};
  Types::Laters laters;
  ObjectReference object;

  const auto reversed =
      diamond->all(Types::Later::Place{mixed, Base::Key{1, "fine"}}, list, laters, object);

  ASSERT_EQ(list.size(), 2U);
  EXPECT_THAT(list[1].words(), ElementsAre("a", "b"));
  EXPECT_THAT(reversed.at(0).block()[1][1][1], ElementsAre(42));
  ASSERT_EQ(reversed[0].many().size(), 2U);
  EXPECT_EQ(reversed[0].many()[0]->now(), Types::Later::Level::low);
  EXPECT_EQ(laters.size(), 2U);
  EXPECT_NE(object, nullptr);
}

TEST_P(Calls, raise_each_listed_exception_with_its_members) {
  const auto diamond = a_diamond();
  Types::Later::Mixeds list;
  Types::Laters laters{nullptr};
  ObjectReference object;
  const auto call = [&](const std::string& name) {
    diamond->all(Types::Later::Place{{}, Base::Key{4, name}}, list, laters, object);
  };

  try {
    call("failed");
    ADD_FAILURE() << "nothing was raised";
  } catch (const Types::Later::Failed& failed) {
    EXPECT_EQ(failed.where().by().number(), 4U);
    EXPECT_THAT(failed.levels(), ElementsAre(Types::Later::Level::high));
  }
  EXPECT_THROW(call("missing"), Base::Missing);
  EXPECT_THROW(diamond->scale(-1), Base::Missing);
  EXPECT_EQ(laters.size(), 1U) << "a failed call must leave its variables alone";
}

TEST_P(Calls, of_a_one_way_arrive_with_their_arguments) {
  const auto servant = CORBA::make_reference<DiamondServant>();
  auto received = servant->received();
  const auto diamond = activated<Types::Diamond>(servant);
  {
    Types::Mixed mixed;
    mixed.words({"gone", "when it arrives"});
    diamond->tell(mixed, diamond, {}, Types::Later::Level::low);
  }
  EXPECT_THAT(received.get().words(), ElementsAre("gone", "when it arrives"));
}

TEST_P(Calls, work_under_names_that_mean_something_in_cpp) {
  const auto reference = activated<_cxx_friend>(CORBA::make_reference<FriendServant>());
  std::string results = "results";
  auto arguments = _cxx_template::_cxx_public;
  EXPECT_EQ(reference->_cxx_static(3, results, arguments)._cxx_new(), 3);
  EXPECT_EQ(results, "results!");
  EXPECT_EQ(arguments, _cxx_template::_cxx_xor);
  EXPECT_EQ(reference->_cxx_this(), 5);
  EXPECT_EQ(reference->_cxx_using(), "using");
  try {
    static_cast<void>(reference->_cxx_static(-1, results, arguments));
    ADD_FAILURE() << "nothing was raised";
  } catch (const _cxx_throw& thrown) {
    EXPECT_EQ(thrown._cxx_what(), "results!");
    EXPECT_EQ(thrown.name(), -1);
  }
}

TEST(Skeleton, implements_its_interface_its_bases_and_object) {
  const auto servant = CORBA::make_reference<DiamondServant>();
  EXPECT_STREQ(servant->_interface_id(), Types::Diamond::_id);
  for (const char* id :
       {Types::Diamond::_id, Types::Left::_id, Types::Right::_id, Types::Later::_id,
        Types::Empty::_id, Base::Shape::_id, CORBA::Object::_id})
    EXPECT_TRUE(servant->_implements(id)) << id;
  EXPECT_FALSE(servant->_implements(_cxx_friend::_id));
  EXPECT_FALSE(servant->_implements(""));
}

TEST_P(Calls, reach_operations_that_are_called_as_what_a_skeleton_inherits) {
  const auto skeletal = activated<Skeletal>(CORBA::make_reference<SkeletalServant>());
  EXPECT_EQ(skeletal->handle(4), 5);
  EXPECT_TRUE(skeletal->missed(2));
  EXPECT_EQ(skeletal->has_operation("wings"), "no wings");
}

TEST(Skeleton, knows_its_operations_by_their_names_on_the_wire) {
  const auto servant = CORBA::make_reference<DiamondServant>();
  for (const char* name : {"bottom", "turn_left", "_get_angle", "_set_angle", "_get_area", "tell"})
    EXPECT_TRUE(servant->_has_operation(name)) << name;
  for (const char* name : {"angle", "_set_area", "Bottom", "", "bottom ", "zzz"})
    EXPECT_FALSE(servant->_has_operation(name)) << name;
}

}  // namespace
