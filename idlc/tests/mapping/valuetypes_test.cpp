// SPDX-License-Identifier: Apache-2.0
// Value types: over a connection and collocated, what they share, what they are received as.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/mapping/valuetypes.hpp>
#include <orbweaver/generated/mapping/valuetypes_poa.hpp>

#include <gmock/gmock.h>

#include <future>

namespace {

namespace cdr = orbweaver::cdr;
using namespace Values;
using testing::ElementsAre;

using NodeReference = CORBA::valuetype_reference<Node>;

class ShapeValue final : public CORBA::valuetype_traits<Shape>::base_type {
 public:
  using Values::OBV::Shape::Shape;
  std::int32_t count() override { return 4; }
  void grow(double factor) override { size(size() * factor); }
  std::string show() override { return "shape"; }
  std::int32_t width() override { return width_; }
  void width(std::int32_t value) override { width_ = value; }
  std::string title() override { return "title of " + std::to_string(size()); }

 private:
  std::int32_t width_ = 0;
};

struct ShapeFactory final : CORBA::valuetype_traits<Shape>::factory_type {
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return std::make_shared<ShapeValue>();
  }
};

struct NodeFactory final : CORBA::valuetype_traits<Node>::factory_type {
  NodeReference create(std::int32_t number) override {
    return std::make_shared<Values::OBV::Node>(number, nullptr, Nodes{});
  }
};

struct InPlaceFactory final : CORBA::valuetype_traits<InPlace>::factory_type {
  CORBA::valuetype_reference<InPlace> make(const InPlace::Part& given,
                                           InPlace::Mode chosen) override {
    return std::make_shared<Values::OBV::InPlace>(chosen, std::array<InPlace::Part, 2>{},
                                                  InPlace::Pick{}, given);
  }
};

template <class Value>
struct BoxFactory final : CORBA::ValueFactoryBase {
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return std::make_shared<Value>();
  }
};

NodeReference node(std::int32_t number, NodeReference next = nullptr) {
  return std::make_shared<Values::OBV::Node>(number, std::move(next), Nodes{});
}

// Takes a circle apart, which no shared_ptr does by itself.
struct Broken_up {
  NodeReference first;
  ~Broken_up() {
    if (first) first->next(nullptr);
  }
};

class KeeperServant final : public CORBA::servant_traits<Keeper>::base_type {
 public:
  NodeReference kept() override { return kept_; }
  void kept(NodeReference value) override { kept_ = value; }
  NodeReference turned(NodeReference list) override {
    NodeReference result;
    for (auto each = list; each; each = each->next()) result = node(each->number(), result);
    return result;
  }
  bool same(NodeReference left, NodeReference right, NodeReference& third,
            NodeReference& fourth) override {
    const bool all = left == right && right == third;
    third = fourth = node(7);
    return all;
  }
  Pair swap(const Pair& both) override {
    if (!both.left()) throw Broken{both.right(), both.right()};
    return Pair{both.right(), both.left(), both.label()};
  }
  CORBA::valuetype_reference<CORBA::ValueBase> any_value(
      CORBA::valuetype_reference<CORBA::ValueBase> value) override {
    return value;
  }
  CORBA::valuetype_reference<Base1> as_base(CORBA::valuetype_reference<Base1> value) override {
    return value;
  }
  CORBA::valuetype_reference<Text> label(CORBA::valuetype_reference<Text> one,
                                         CORBA::valuetype_reference<Numbers> list,
                                         CORBA::valuetype_reference<Boxed> key,
                                         CORBA::valuetype_reference<Text>& other) override {
    other = one;
    if (!one) return nullptr;
    return std::make_shared<Text>(one->_value() + key->_value().name() +
                                  std::to_string(list->_value().size()));
  }
  CORBA::valuetype_reference<Plain> turn_plain(CORBA::valuetype_reference<Plain> value) override {
    value->text(value->text() + "!");
    return value;
  }
  CORBA::object_reference<Named> turn_named(CORBA::object_reference<Named> value) override {
    return value;
  }
  CORBA::valuetype_reference<Counted> turn_counted(
      CORBA::valuetype_reference<Counted> value) override {
    return value;
  }
  Choice chosen(const Choice& value) override { return value; }
  CORBA::Any in_any(const CORBA::Any& value) override { return value; }
  CORBA::valuetype_reference<Empty> nothing(CORBA::valuetype_reference<Empty> value) override {
    return value;
  }
  CORBA::valuetype_reference<DerivedFromIt> turn_in_place(
      CORBA::valuetype_reference<InPlace> value, InPlace::Pick& picked,
      CORBA::valuetype_reference<BoxedInPlace> box) override {
    picked.digits_(InPlace::Pick::Number{box->_value().number()});
    auto turned = std::make_shared<Values::OBV::DerivedFromIt>();
    turned->how(value->how());
    turned->again_(value->again_());
    turned->picked(value->picked());
    turned->further(InPlace::Part{{3}, InPlace::Part::Deep{nullptr}});
    return turned;
  }
  void tell(NodeReference list) override { received_.set_value(list->number()); }

  std::future<std::int32_t> received() { return received_.get_future(); }

 private:
  NodeReference kept_;
  std::promise<std::int32_t> received_;
};

class ValueCalls : public testing::TestWithParam<const char*> {
 protected:
  ValueCalls() : orb_(CORBA::ORB_init({"-ORBcollocation", GetParam()})) {
    const auto root = orb_->resolve_initial_references("RootPOA");
    const auto poa = IDL::traits<PortableServer::POA>::narrow(root);
    const auto id = poa->activate_object(servant_);
    poa->the_POAManager()->activate();
    keeper_ = IDL::traits<Keeper>::narrow(poa->id_to_reference(id));
    add<Node>(std::make_shared<NodeFactory>());
    add<Shape>(std::make_shared<ShapeFactory>());
    add<Plain>(std::make_shared<Plain_init>());
    add<Base1>(std::make_shared<Base1_init>());
    add<Middle>(std::make_shared<Middle_init>());
    add<Leaf>(std::make_shared<Leaf_init>());
    add<Apart>(std::make_shared<Apart_init>());
    add<Empty>(std::make_shared<Empty_init>());
    add<InPlace>(std::make_shared<InPlaceFactory>());
    add<DerivedFromIt>(std::make_shared<DerivedFromIt_init>());
    add<Bag>(std::make_shared<Bag_init>());
  }
  ~ValueCalls() override {
    for (const auto& id : added_) orb_->unregister_value_factory(id);
    orb_->destroy();
  }
  template <class Value>
  void add(const CORBA::valuefactory_reference<CORBA::ValueFactoryBase>& factory) {
    orb_->register_value_factory(Value::_id, factory);
    added_.emplace(Value::_id);
  }
  template <class Value>
  void remove() {
    orb_->unregister_value_factory(Value::_id);
    added_.erase(Value::_id);
  }

  std::shared_ptr<KeeperServant> servant_ = CORBA::make_reference<KeeperServant>();
  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<Keeper> keeper_;
  std::set<std::string> added_;
};

TEST_P(ValueCalls, a_list_goes_there_and_comes_back_turned) {
  const auto turned = keeper_->turned(node(1, node(2, node(3))));
  ASSERT_TRUE(turned && turned->next() && turned->next()->next());
  EXPECT_EQ(turned->number(), 3);
  EXPECT_EQ(turned->next()->next()->number(), 1);
  EXPECT_FALSE(turned->next()->next()->next());
  EXPECT_FALSE(keeper_->turned(nullptr));
  keeper_->kept(turned);
  EXPECT_EQ(keeper_->kept()->next()->number(), 2);
}

TEST_P(ValueCalls, what_parameters_share_is_shared_where_it_arrives) {
  const auto one = node(1);
  NodeReference third = one, fourth;
  EXPECT_TRUE(keeper_->same(one, one, third, fourth));
  EXPECT_EQ(third, fourth);
  EXPECT_EQ(third->number(), 7);
  third = node(1);
  EXPECT_FALSE(keeper_->same(one, one, third, fourth));
}

TEST_P(ValueCalls, circles_travel) {
  const auto first = node(1);
  const Broken_up sent{first};
  first->next(node(2, first));
  keeper_->kept(first);
  const auto back = keeper_->kept();
  const Broken_up received{back};
  EXPECT_EQ(back->next()->number(), 2);
  EXPECT_EQ(back->next()->next(), back);
  EXPECT_NE(back, first);
  servant_->kept()->next(nullptr);
}

TEST_P(ValueCalls, structs_unions_and_exceptions_hold_values) {
  const auto one = node(1);
  const Pair swapped = keeper_->swap(Pair{one, node(2), std::make_shared<Text>("label")});
  EXPECT_EQ(swapped.left()->number(), 2);
  EXPECT_EQ(swapped.label()->_value(), "label");
  const Pair shared = keeper_->swap(Pair{one, one, nullptr});
  EXPECT_EQ(shared.left(), shared.right());
  EXPECT_FALSE(shared.label());
  try {
    static_cast<void>(keeper_->swap(Pair{nullptr, one, nullptr}));
    FAIL() << "nothing was raised";
  } catch (const Broken& broken) {
    EXPECT_EQ(broken.culprit()->number(), 1);
    EXPECT_EQ(broken.culprit(), broken.same());
  }
  Choice choice;
  choice.first(one);
  EXPECT_EQ(keeper_->chosen(choice).first()->number(), 1);
  choice.other(std::make_shared<Text>("x"));
  EXPECT_EQ(keeper_->chosen(choice).other()->_value(), "x");
}

TEST_P(ValueCalls, boxes_need_no_factory) {
  CORBA::valuetype_reference<Text> other;
  Base::Key key;
  key.name("k");
  const auto label = keeper_->label(std::make_shared<Text>("t"),
                                    std::make_shared<Numbers>(std::vector<std::int32_t>{1, 2, 3}),
                                    std::make_shared<Boxed>(key), other);
  EXPECT_EQ(label->_value(), "tk3");
  EXPECT_EQ(other->_value(), "t");
  EXPECT_FALSE(keeper_->label(nullptr, nullptr, nullptr, other));
  EXPECT_FALSE(other);
}

TEST_P(ValueCalls, every_sort_of_state_travels) {
  auto plain = std::make_shared<Values::OBV::Plain>();
  plain->text("text");
  plain->wide(L"wide \u20ac");
  plain->key().name("key");
  plain->inner(Plain::Inside{Plain::Colour::green, node(5)});
  const auto back = keeper_->turn_plain(plain);
  EXPECT_EQ(back->text(), "text!");
  EXPECT_EQ(back->wide(), L"wide \u20ac");
  EXPECT_EQ(back->key().name(), "key");
  EXPECT_EQ(back->inner().shade(), Plain::Colour::green);
  EXPECT_EQ(back->inner().one()->number(), 5);
  EXPECT_TRUE(keeper_->nothing(std::make_shared<Values::OBV::Empty>()));
}

TEST_P(ValueCalls, types_declared_in_place_travel) {
  const InPlace::Part part{{1, 2}, InPlace::Part::Deep{node(5)}};
  const auto value = InPlaceFactory{}.make(part, InPlace::Mode::two);
  value->picked().nodes(node(6));
  InPlace::Pick picked;
  const auto box = std::make_shared<BoxedInPlace>(Content{7, Content::Sort::quiet});
  const auto back = keeper_->turn_in_place(value, picked, box);
  EXPECT_EQ(back->how(), InPlace::Mode::two);
  EXPECT_EQ(back->again_().bytes(), (InPlace::Octets{1, 2}));
  EXPECT_EQ(back->again_().deep_().deepest()->number(), 5);
  EXPECT_EQ(back->picked().nodes()->number(), 6);
  EXPECT_EQ(back->further().bytes(), InPlace::Octets{3});
  EXPECT_EQ(picked.digits_().digits(), 7);
}

TEST_P(ValueCalls, a_derived_value_arrives_as_what_it_is) {
  Base::Key key;
  key.name("k");
  const auto leaf = std::make_shared<Values::OBV::Leaf>(1, 2, "b", node(3), 4.5, node(6),
                                                        std::vector<Base::Key>{key, key});
  const auto back = IDL::traits<Leaf>::narrow(keeper_->as_base(leaf));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->a(), 1);
  EXPECT_EQ(back->flag(), 2);
  EXPECT_EQ(back->b(), "b");
  EXPECT_EQ(back->inside()->number(), 3);
  EXPECT_EQ(back->c(), 4.5);
  EXPECT_EQ(back->more()->number(), 6);
  EXPECT_EQ(back->keys()[1].name(), "k");
  const auto apart = std::make_shared<Values::OBV::Apart>();
  apart->d(9);
  apart->a(1);
  EXPECT_EQ(IDL::traits<Apart>::narrow(keeper_->as_base(apart))->d(), 9);
}

TEST_P(ValueCalls, who_does_not_know_a_type_gets_what_it_may_be_truncated_to) {
  const auto shared = node(6);
  remove<Leaf>();
  const auto leaf = std::make_shared<Values::OBV::Leaf>(1, 2, "b", shared, 4.5, node(7, node(8)),
                                                        std::vector<Base::Key>(3));
  const auto middle = IDL::traits<Middle>::narrow(keeper_->as_base(leaf));
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->b(), "b");
  EXPECT_EQ(middle->inside()->number(), 6);
  EXPECT_FALSE(IDL::traits<Leaf>::narrow(middle));
  remove<Middle>();
  const auto base = keeper_->as_base(leaf);
  EXPECT_EQ(base->a(), 1);
  EXPECT_FALSE(IDL::traits<Middle>::narrow(base));
  remove<Apart>();  // may not be truncated
  EXPECT_THROW(static_cast<void>(keeper_->as_base(std::make_shared<Values::OBV::Apart>())),
               CORBA::MARSHAL);
}

TEST_P(ValueCalls, without_a_factory_MARSHAL_1_is_raised) {
  remove<Node>();
  try {
    keeper_->kept(node(1));
    FAIL() << "nothing was raised";
  } catch (const CORBA::MARSHAL& exception) {
    EXPECT_EQ(exception.minor(), 0x4f4d0001U);
    EXPECT_EQ(exception.completed(), CORBA::CompletionStatus::COMPLETED_NO);
  }
  EXPECT_NO_THROW(keeper_->kept(nullptr));
}

TEST_P(ValueCalls, a_factory_for_another_type_is_refused) {
  orb_->register_value_factory(Node::_id, std::make_shared<ShapeFactory>());
  EXPECT_THROW(keeper_->kept(node(1)), CORBA::MARSHAL);
}

TEST_P(ValueCalls, ValueBase_and_abstract_types_take_every_value) {
  add<Text>(std::make_shared<BoxFactory<Text>>());
  const auto text = keeper_->any_value(std::make_shared<Text>("x"));
  EXPECT_EQ(IDL::traits<Text>::narrow(text)->_value(), "x");
  EXPECT_FALSE(keeper_->any_value(nullptr));
  const auto counted = keeper_->turn_counted(std::make_shared<ShapeValue>(2.5));
  EXPECT_EQ(counted->count(), 4);
}

TEST_P(ValueCalls, an_abstract_interface_takes_values_too) {
  const auto named = keeper_->turn_named(std::make_shared<ShapeValue>(2.5));
  ASSERT_TRUE(named);
  EXPECT_EQ(named->title(), "title of 2.500000");
  EXPECT_TRUE(std::dynamic_pointer_cast<Shape>(named));
  EXPECT_FALSE(keeper_->turn_named(nullptr));
}

TEST_P(ValueCalls, too_many_values_inside_each_other_are_refused) {
  NodeReference list;
  auto lengthen_to = [&list, length = 0](int wanted) mutable {
    for (; length < wanted; ++length) list = node(length, list);
  };
  lengthen_to(256);
  EXPECT_EQ(keeper_->turned(list)->number(), 0);
  lengthen_to(257);
  EXPECT_THROW(static_cast<void>(keeper_->turned(list)), CORBA::IMP_LIMIT) << "by the receiver";
  lengthen_to(1001);
  EXPECT_THROW(static_cast<void>(keeper_->turned(list)), CORBA::MARSHAL) << "by the sender";
}

TEST_P(ValueCalls, caller_and_servant_never_see_one_value) {
  const auto one = node(1, node(2));
  keeper_->kept(one);
  one->next()->number(5);
  EXPECT_EQ(servant_->kept()->next()->number(), 2);
  const auto back = keeper_->kept();
  back->number(6);
  EXPECT_EQ(servant_->kept()->number(), 1);
  auto third = one;
  NodeReference fourth;
  static_cast<void>(keeper_->same(one, one, third, fourth));
  EXPECT_NE(third, one);
  const auto plain = std::make_shared<Values::OBV::Plain>();
  EXPECT_NE(keeper_->turn_plain(plain), plain);
  EXPECT_EQ(plain->text(), "");
  try {
    static_cast<void>(keeper_->swap(Pair{nullptr, one, nullptr}));
    FAIL() << "nothing was raised";
  } catch (const Broken& broken) {
    EXPECT_NE(broken.culprit(), one);
  }
}

TEST_P(ValueCalls, asynchronous_calls_share_and_copy_as_others_do) {
  const auto one = node(1);
  const auto [all, third, fourth] = keeper_->sendp_same(one, one, one).get();
  EXPECT_TRUE(all);
  EXPECT_EQ(third, fourth);
  EXPECT_EQ(third->number(), 7);
  EXPECT_NE(keeper_->sendp_any_value(one).get(), one);
  auto broken = keeper_->sendp_swap(Pair{nullptr, one, nullptr});
  try {
    static_cast<void>(broken.get());
    FAIL() << "nothing was raised";
  } catch (const Broken& raised) {
    EXPECT_EQ(raised.culprit()->number(), 1);
    EXPECT_NE(raised.culprit(), one);
  }
}

TEST_P(ValueCalls, oneway_calls_pass_them) {
  auto received = servant_->received();
  keeper_->tell(node(4));
  EXPECT_EQ(received.get(), 4);
}

TEST(Values, a_copied_box_needs_no_factory) {
  const auto text = IDL::traits<Text>::make_reference("boxed");
  const auto copy = IDL::traits<Text>::narrow(text->_copy_value());
  ASSERT_TRUE(copy);
  EXPECT_NE(copy, text);
  EXPECT_EQ(copy->_value(), "boxed");
}

TEST_P(ValueCalls, a_copy_shares_nothing) {
  const auto one = node(1, node(2));
  const auto copy = IDL::traits<Node>::narrow(one->_copy_value());
  ASSERT_TRUE(copy);
  copy->next()->number(5);
  EXPECT_EQ(one->next()->number(), 2);
}

TEST_P(ValueCalls, an_any_holds_them) {
  CORBA::Any any;
  any <<= node(1, node(2));
  NodeReference out;
  ASSERT_TRUE(any >>= out);
  EXPECT_EQ(out->next()->number(), 2);
  EXPECT_EQ(any.type()->kind(), CORBA::TCKind::tk_value);
  const CORBA::Any back = keeper_->in_any(any);
  ASSERT_TRUE(back >>= out);
  EXPECT_EQ(out->next()->number(), 2);
  any <<= IDL::traits<Text>::make_reference("boxed");
  EXPECT_EQ(any.type()->kind(), CORBA::TCKind::tk_value_box);
  CORBA::valuetype_reference<Text> text;
  ASSERT_TRUE(keeper_->in_any(any) >>= text);
  EXPECT_EQ(text->_value(), "boxed");
  any <<= CORBA::valuetype_reference<Leaf>{std::make_shared<Values::OBV::Leaf>(
      1, 2, "b", node(3), 4.5, nullptr, std::vector<Base::Key>(2))};
  CORBA::valuetype_reference<Leaf> leaf;
  ASSERT_TRUE(keeper_->in_any(any) >>= leaf);
  EXPECT_EQ(leaf->keys().size(), 2U);
}

CORBA::Any any_of(auto value) {
  CORBA::Any any;
  any <<= std::move(value);
  return any;
}

CORBA::valuetype_reference<Base1> middle() {
  return std::make_shared<Values::OBV::Middle>(1, 2, "b", node(3, node(4)));
}

// As it comes out of a message in `order`; what stands behind it must still be found.
CORBA::Any arrived(const CORBA::Any& any, orbweaver::cdr::ByteOrder order) {
  orbweaver::cdr::Encoder out{order};
  orbweaver::cdr::encode(out, any);
  out.put(std::uint32_t{77});
  EXPECT_TRUE(out.ok());
  orbweaver::cdr::Decoder in{out.bytes(), order};
  auto back = orbweaver::cdr::decode<CORBA::Any>(in);
  EXPECT_EQ(in.get<std::uint32_t>(), 77U);
  EXPECT_TRUE(in.ok());
  return back;
}

TEST_P(ValueCalls, an_any_of_a_base_is_truncated_where_it_travels_on_in_another_byte_order) {
  using orbweaver::cdr::ByteOrder;
  const auto once = arrived(any_of(middle()), ByteOrder::big);
  CORBA::valuetype_reference<Base1> base;
  ASSERT_TRUE(arrived(once, ByteOrder::big) >>= base);
  EXPECT_TRUE(IDL::traits<Middle>::narrow(base));
  ASSERT_TRUE(arrived(once, ByteOrder::little) >>= base);
  EXPECT_EQ(base->a(), 1);
  EXPECT_EQ(base->flag(), 2);
  EXPECT_FALSE(IDL::traits<Middle>::narrow(base));
}

TEST_P(ValueCalls, an_any_that_cannot_be_written_anew_is_not_sent) {
  using orbweaver::cdr::ByteOrder;
  const CORBA::valuetype_reference<CORBA::ValueBase> value = middle();
  const auto once = arrived(any_of(value), ByteOrder::big);
  orbweaver::cdr::Encoder out{ByteOrder::little};
  orbweaver::cdr::encode(out, once);
  EXPECT_EQ(out.error(), orbweaver::cdr::EncodeError::unknown_value);
}

std::shared_ptr<Values::OBV::Bag> bag(CORBA::Any thing, CORBA::Any other) {
  return std::make_shared<Values::OBV::Bag>(1, 2, std::move(thing), std::string(100 << 10, 't'),
                                            std::vector<double>(5000, 2.5), std::move(other),
                                            node(9));
}

TEST_P(ValueCalls, an_any_in_chunks_holds_values) {
  const auto list = node(1, node(2));
  const auto sent = bag(any_of(list), any_of(middle()));
  const auto back = IDL::traits<Bag>::narrow(keeper_->as_base(sent));
  ASSERT_TRUE(back);
  NodeReference out;
  ASSERT_TRUE(back->thing() >>= out);
  EXPECT_EQ(out->next()->number(), 2);
  CORBA::valuetype_reference<Base1> base;
  ASSERT_TRUE(back->other() >>= base);
  EXPECT_EQ(base->a(), 1);
  EXPECT_EQ(back->text().size(), 100U << 10);
  EXPECT_EQ(back->numbers(), std::vector<double>(5000, 2.5));
  EXPECT_EQ(back->last()->number(), 9);
  // What came in chunks travels on in none, and in others again.
  ASSERT_TRUE(keeper_->in_any(back->thing()) >>= out);
  EXPECT_EQ(out->next()->number(), 2);
  // Here a TypeCode with an indirection begins a chunk.
  const auto again = IDL::traits<Bag>::narrow(keeper_->as_base(bag(any_of(7), back->thing())));
  ASSERT_TRUE(again->other() >>= out);
  EXPECT_EQ(out->next()->number(), 2);
}

TEST_P(ValueCalls, an_any_in_chunks_is_passed_over_by_who_does_not_know_the_type) {
  remove<Bag>();
  const auto back = keeper_->as_base(bag(any_of(node(1, node(2))), any_of(middle())));
  EXPECT_EQ(back->a(), 1);
  EXPECT_FALSE(IDL::traits<Bag>::narrow(back));
}

INSTANTIATE_TEST_SUITE_P(, ValueCalls, testing::Values("off", "direct", "queued"));

TEST(ValueFactories, are_registered_looked_up_and_removed) {
  const auto orb = CORBA::ORB_init({});
  const auto factory = std::make_shared<Worldwide_init>();
  EXPECT_THROW(static_cast<void>(orb->lookup_value_factory(Worldwide::_id)), CORBA::BAD_PARAM);
  EXPECT_THROW(orb->unregister_value_factory(Worldwide::_id), CORBA::BAD_PARAM);
  EXPECT_THROW(orb->register_value_factory(Worldwide::_id, nullptr), CORBA::BAD_PARAM);
  EXPECT_FALSE(orb->register_value_factory(Worldwide::_id, factory));
  EXPECT_EQ(orb->lookup_value_factory(Worldwide::_id), factory);
  EXPECT_EQ(orb->register_value_factory(Worldwide::_id, std::make_shared<Worldwide_init>()),
            factory);
  orb->unregister_value_factory(Worldwide::_id);
}

TEST(ValueTypeCodes, those_declared_in_place_have_one) {
  EXPECT_EQ(InPlace::_tc_Part->id(), "IDL:Values/InPlace/Part:1.0");
  EXPECT_TRUE(_tc_InPlace->member_type(1)->content_type()->equal(InPlace::_tc_Part));
  EXPECT_TRUE(_tc_BoxedEnum->content_type()->equal(_tc_Side));
}

TEST(ValueTypeCodes, say_what_the_idl_says) {
  EXPECT_EQ(_tc_Leaf->kind(), CORBA::TCKind::tk_value);
  EXPECT_EQ(_tc_Leaf->type_modifier(), CORBA::VM_TRUNCATABLE);
  EXPECT_TRUE(_tc_Leaf->concrete_base_type()->equal(_tc_Middle));
  EXPECT_EQ(_tc_Apart->type_modifier(), CORBA::VM_NONE);
  EXPECT_EQ(_tc_Counted->type_modifier(), CORBA::VM_ABSTRACT);
  EXPECT_EQ(_tc_Node->member_count(), 3U);
  EXPECT_EQ(_tc_Node->member_visibility(0), CORBA::PUBLIC_MEMBER);
  EXPECT_EQ(_tc_Node->member_visibility(2), CORBA::PRIVATE_MEMBER);
  EXPECT_TRUE(_tc_Node->member_type(1)->equal(_tc_Node));
  EXPECT_EQ(_tc_Text->kind(), CORBA::TCKind::tk_value_box);
  EXPECT_EQ(_tc_Text->content_type()->kind(), CORBA::TCKind::tk_string);
  EXPECT_EQ(_tc_Named->kind(), CORBA::TCKind::tk_abstract_interface);
}

TEST(Values, are_charged_with_their_state) {
  cdr::Encoder encoder;
  cdr::encode(encoder, std::make_shared<Text>(std::string{"short"}));
  for (const std::size_t memory : {std::size_t{64}, sizeof(Text), std::size_t{1024}}) {
    cdr::Decoder decoder{encoder.bytes()};
    decoder.set_limits({.memory = memory});
    static_cast<void>(cdr::decode<std::shared_ptr<Text>>(decoder));
    EXPECT_EQ(decoder.ok(), memory == 1024);
  }
}

TEST(NilValue, throws_when_its_members_are_used) {
  const CORBA::valuetype_reference<Values::Node> node;
  const CORBA::valuetype_reference<Values::Text> text;
  EXPECT_THROW(static_cast<void>(node->number()), CORBA::INV_OBJREF);
  EXPECT_THROW(static_cast<void>(text->_value()), CORBA::INV_OBJREF);
}

}  // namespace
