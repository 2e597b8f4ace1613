// SPDX-License-Identifier: Apache-2.0
// Values that hold each other in circles or in long chains, and values that several Anys of a
// message share.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/mapping/valuetypes.hpp>
#include <orbweaver/generated/mapping/valuetypes_poa.hpp>

#include <gtest/gtest.h>

#include <atomic>

namespace {

namespace cdr = orbweaver::cdr;
using namespace Values;
using NodeReference = CORBA::valuetype_reference<Node>;

/// Knows how many of its kind there are.
class CountedNode final : public CORBA::valuetype_traits<Node>::base_type {
 public:
  using Values::OBV::Node::Node;
  CountedNode() { ++alive; }
  ~CountedNode() override { --alive; }
  CountedNode(const CountedNode&) = delete;
  CountedNode& operator=(const CountedNode&) = delete;
  static inline std::atomic<int> alive{0};
};

/// Makes so many, and then none.
struct CountedNodes final : CORBA::valuetype_traits<Node>::factory_type {
  explicit CountedNodes(int left = INT_MAX) : left_(left) {}
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    if (left_-- <= 0) return nullptr;
    return std::make_shared<CountedNode>();
  }
  NodeReference create(std::int32_t) override { return nullptr; }

 private:
  int left_;
};

struct ThrowingNodes final : CORBA::valuetype_traits<Node>::factory_type {
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    if (is_second_) throw std::runtime_error("no more");
    is_second_ = true;
    return std::make_shared<CountedNode>();
  }
  NodeReference create(std::int32_t) override { return nullptr; }

 private:
  bool is_second_ = false;
};

NodeReference node(std::int32_t number, NodeReference next = nullptr, Nodes others = {}) {
  return std::make_shared<Values::OBV::Node>(number, std::move(next), std::move(others));
}

/// A circle of the sender, which lives as long as this object.
class Circle {
 public:
  explicit Circle(std::int32_t count) : first(node(1)) {
    auto last = first;
    for (std::int32_t number = 2; number <= count; ++number) {
      last->next(node(number));
      last = last->next();
    }
    last->next(first);
  }
  ~Circle() { orbweaver::corba::take_apart(first); }
  Circle(const Circle&) = delete;
  Circle& operator=(const Circle&) = delete;
  const NodeReference first;
};

/// Keeps what it is asked to keep, and nothing else.
class NodeKeeper final : public CORBA::servant_traits<Keeper>::base_type {
 public:
  NodeReference kept() override { return kept_; }
  void kept(NodeReference value) override {
    seen_ = CountedNode::alive;
    if (keeps) kept_ = value;
  }
  NodeReference turned(NodeReference list) override { return list; }
  bool same(NodeReference, NodeReference, NodeReference& third, NodeReference& fourth) override {
    third = fourth = nullptr;
    return false;
  }
  Pair swap(const Pair&) override { return {}; }
  CORBA::valuetype_reference<CORBA::ValueBase> any_value(
      CORBA::valuetype_reference<CORBA::ValueBase> value) override {
    return value;
  }
  CORBA::valuetype_reference<Base1> as_base(CORBA::valuetype_reference<Base1> value) override {
    return value;
  }
  CORBA::valuetype_reference<Text> label(CORBA::valuetype_reference<Text>,
                                         CORBA::valuetype_reference<Numbers>,
                                         CORBA::valuetype_reference<Boxed>,
                                         CORBA::valuetype_reference<Text>&) override {
    return nullptr;
  }
  CORBA::valuetype_reference<Plain> turn_plain(CORBA::valuetype_reference<Plain>) override {
    return nullptr;
  }
  CORBA::object_reference<Named> turn_named(CORBA::object_reference<Named>) override {
    return nullptr;
  }
  CORBA::valuetype_reference<Counted> turn_counted(CORBA::valuetype_reference<Counted>) override {
    return nullptr;
  }
  Choice chosen(const Choice& value) override { return value; }
  CORBA::valuetype_reference<DerivedFromIt> turn_in_place(
      CORBA::valuetype_reference<InPlace>, InPlace::Pick&,
      CORBA::valuetype_reference<BoxedInPlace>) override {
    return nullptr;
  }
  CORBA::Any in_any(const CORBA::Any& value) override { return value; }
  CORBA::valuetype_reference<Empty> nothing(CORBA::valuetype_reference<Empty>) override {
    return nullptr;
  }
  void tell(NodeReference) override {}

  bool keeps = false;
  [[nodiscard]] int seen() const { return seen_; }

 private:
  NodeReference kept_;
  int seen_ = 0;
};

class SharedValues : public testing::Test {
 protected:
  SharedValues() {
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    const auto id = poa->activate_object(servant_);
    poa->the_POAManager()->activate();
    keeper_ = IDL::traits<Keeper>::narrow(poa->id_to_reference(id));
    make_nodes_with(std::make_shared<CountedNodes>());
  }
  ~SharedValues() override {
    orb_->unregister_value_factory(Node::_id);
    orb_->destroy();
  }
  void make_nodes_with(const CORBA::valuefactory_reference<CORBA::ValueFactoryBase>& factory) {
    orb_->register_value_factory(Node::_id, factory);
  }

  std::shared_ptr<NodeKeeper> servant_ = CORBA::make_reference<NodeKeeper>();
  std::shared_ptr<CORBA::ORB> orb_ = CORBA::ORB_init({"-ORBcollocation", "off"});
  CORBA::object_reference<Keeper> keeper_;
};

using CircularValues = SharedValues;

TEST_F(CircularValues, end_with_the_request_if_the_servant_keeps_none) {
  const Circle sent{5};
  for (int i = 0; i < 3; ++i) {
    keeper_->kept(sent.first);
    EXPECT_EQ(servant_->seen(), 5);
    EXPECT_EQ(CountedNode::alive, 0);
  }
}

TEST_F(CircularValues, stay_whole_if_the_servant_keeps_one) {
  const Circle sent{5};
  servant_->keeps = true;
  keeper_->kept(sent.first);
  EXPECT_EQ(CountedNode::alive, 5);
  auto kept = servant_->kept();
  for (std::int32_t number = 1; number <= 5; ++number, kept = kept->next())
    EXPECT_EQ(kept->number(), number);
  EXPECT_EQ(kept, servant_->kept());
  orbweaver::corba::take_apart(kept);
  kept = nullptr;
  keeper_->kept(nullptr);
  EXPECT_EQ(CountedNode::alive, 0);
}

TEST_F(CircularValues, stay_whole_if_what_leads_to_them_is_kept) {
  const Circle sent{3};
  servant_->keeps = true;
  keeper_->kept(node(7, sent.first));
  const auto kept = servant_->kept();
  EXPECT_EQ(kept->next()->next()->next()->next(), kept->next());
  orbweaver::corba::take_apart(kept);
}

TEST_F(CircularValues, end_with_a_request_that_is_refused) {
  const Circle sent{5};
  make_nodes_with(std::make_shared<CountedNodes>(5));
  NodeReference third, fourth;
  EXPECT_THROW(static_cast<void>(keeper_->same(sent.first, node(6), third, fourth)),
               CORBA::MARSHAL);
  EXPECT_EQ(CountedNode::alive, 0);
}

TEST_F(CircularValues, end_if_a_factory_throws) {
  // The first leads to itself before the second is made.
  const auto both = node(1, nullptr, {node(2)});
  both->next(both);
  make_nodes_with(std::make_shared<ThrowingNodes>());
  EXPECT_THROW(keeper_->kept(both), CORBA::UNKNOWN);
  EXPECT_EQ(CountedNode::alive, 0);
  orbweaver::corba::take_apart(both);
}

TEST_F(CircularValues, that_a_caller_got_end_when_it_takes_them_apart) {
  const Circle sent{5};
  auto got = keeper_->turned(sent.first);
  EXPECT_EQ(CountedNode::alive, 5);
  EXPECT_EQ(got->next()->number(), 2);
  orbweaver::corba::take_apart(got);
  EXPECT_FALSE(got->next());
  got = nullptr;
  EXPECT_EQ(CountedNode::alive, 0);
}

// Each leads to the one before; a program that frees such a chain does so recursively.
NodeReference chain(std::int32_t length) {
  Nodes nodes;
  for (std::int32_t i = 0; i < length; ++i)
    nodes.push_back(node(i, nodes.empty() ? nullptr : nodes.back()));
  return node(-1, nullptr, std::move(nodes));
}

TEST_F(SharedValues, may_be_a_long_chain_but_not_an_endless_one) {
  EXPECT_NO_THROW(keeper_->kept(chain(4000)));
  EXPECT_EQ(CountedNode::alive, 0);
  EXPECT_THROW(keeper_->kept(chain(5000)), CORBA::IMP_LIMIT);
  EXPECT_EQ(CountedNode::alive, 0);
}

/// Several Anys, and nodes beside them, as an ORB writes them that refers back from one to another
/// (omniORB 4).
class SharingMessage {
 public:
  void put_any(const NodeReference& value) {
    cdr::encode(encoder_, CORBA::typecode_reference{_tc_Node});
    put(value);
  }
  void put(const NodeReference& value) { cdr::encode(encoder_, value); }
  [[nodiscard]] cdr::Decoder decoder() const { return cdr::Decoder{encoder_.bytes()}; }

 private:
  cdr::Encoder encoder_;
  cdr::ValueWriter shared_{encoder_};
};

void require_list(const CORBA::Any& any, std::int32_t first, std::int32_t second) {
  NodeReference out;
  ASSERT_TRUE(any >>= out);
  EXPECT_EQ(out->number(), first);
  EXPECT_EQ(out->next()->number(), second);
}

TEST_F(SharedValues, may_lie_in_another_Any_of_the_message) {
  const auto second = node(2), first = node(1, second);
  SharingMessage message;
  message.put_any(first);
  message.put_any(first);
  message.put_any(node(3, second));
  auto decoder = message.decoder();
  const auto one = cdr::decode<CORBA::Any>(decoder), same = cdr::decode<CORBA::Any>(decoder),
             other = cdr::decode<CORBA::Any>(decoder);
  ASSERT_TRUE(decoder.expect_end());
  require_list(one, 1, 2);
  require_list(same, 1, 2);
  require_list(other, 3, 2);
  require_list(keeper_->in_any(other), 3, 2);
}

TEST_F(SharedValues, may_lie_in_an_Any_and_beside_it) {
  const auto second = node(2), first = node(1, second);
  SharingMessage message;
  message.put(first);
  message.put_any(first);
  const auto other = node(3, node(4));  // alive as long as the writer, which knows addresses
  message.put_any(other);
  message.put(node(5, second));
  auto decoder = message.decoder();
  const cdr::ValueReader shared{decoder};
  const auto one = cdr::decode<NodeReference>(decoder);
  require_list(cdr::decode<CORBA::Any>(decoder), 1, 2);
  require_list(cdr::decode<CORBA::Any>(decoder), 3, 4);
  const auto last = cdr::decode<NodeReference>(decoder);
  ASSERT_TRUE(decoder.expect_end());
  EXPECT_EQ(last->next(), one->next());
}

TEST_F(SharedValues, may_be_seen_first_in_an_Any) {
  const auto first = node(1, node(2));
  SharingMessage message;
  message.put_any(first);
  message.put(first);
  message.put(first);
  auto decoder = message.decoder();
  const cdr::ValueReader shared{decoder};
  require_list(cdr::decode<CORBA::Any>(decoder), 1, 2);
  const auto one = cdr::decode<NodeReference>(decoder), two = cdr::decode<NodeReference>(decoder);
  ASSERT_TRUE(decoder.expect_end());
  EXPECT_EQ(one->next()->number(), 2);
  EXPECT_EQ(one, two);
}

TEST_F(CircularValues, that_were_seen_first_in_an_Any_end_too) {
  const Circle sent{4};
  SharingMessage message;
  message.put_any(sent.first);
  message.put(sent.first);
  {
    auto decoder = message.decoder();
    const cdr::ValueReader shared{decoder};
    static_cast<void>(cdr::decode<CORBA::Any>(decoder));
    EXPECT_EQ(cdr::decode<NodeReference>(decoder)->next()->number(), 2);
    ASSERT_TRUE(decoder.expect_end());
    EXPECT_EQ(CountedNode::alive, 4);
  }
  EXPECT_EQ(CountedNode::alive, 0);
}

TEST_F(SharedValues, in_another_Any_take_memory_for_each) {
  SharingMessage message;
  const auto list = node(1, node(2, node(3)));
  for (int i = 0; i < 100; ++i) message.put_any(list);
  auto decoder = message.decoder();
  decoder.set_limits({.memory = 20'000});
  for (int i = 0; i < 100; ++i) static_cast<void>(cdr::decode<CORBA::Any>(decoder));
  EXPECT_EQ(decoder.error(), cdr::DecodeError::too_much);
}

}  // namespace
