// SPDX-License-Identifier: Apache-2.0
// omniorb-values-client: sends value types and decimal numbers to a ValueLab::Keeper and prints one
// line for each case.
#include "known_values.hpp"
#include "lines.hpp"
#include "orb_options.hpp"
#include "program.hpp"

namespace {

using Target = ValueLab::Keeper_ptr;

ValueLab::Node_var node(CORBA::Long number, ValueLab::Node* next = nullptr) {
  return peer::new_node(number, next);
}

bool lists(Target target) {
  const ValueLab::Node_var three = node(3), two = node(2, three), one = node(1, two);
  const ValueLab::Node_var turned = target->turned(one);
  const ValueLab::Node_var none = target->turned(nullptr);
  return turned->number() == 3 && turned->next()->next()->number() == 1 &&
         turned->next()->next()->next() == nullptr && none.in() == nullptr;
}

bool sharing(Target target) {
  const ValueLab::Node_var one = node(1), other = node(1);
  ValueLab::Node_var third, fourth;
  const bool same = target->same(one, one, third.out(), fourth.out());
  const bool shared = third.in() == fourth.in() && third->number() == 1;
  return same && shared && !target->same(one, other, third.out(), fourth.out());
}

bool circle(Target target) {
  const ValueLab::Node_var first = node(1), second = node(2, first);
  first->next(second);
  const ValueLab::Node_var back = target->circle(first);
  first->next(nullptr);
  const bool closed = back->next()->number() == 2 && back->next()->next() == back.in();
  back->next(nullptr);
  return closed;
}

bool inside_structs(Target target) {
  ValueLab::Pair pair;
  pair.left = node(1);
  pair.right = node(2);
  const ValueLab::Pair_var back = target->swapped(pair);
  pair.right = pair.left;
  const ValueLab::Pair_var shared = target->swapped(pair);
  return back->left->number() == 2 && back->right->number() == 1 &&
         shared->left.in() == shared->right.in();
}

bool inside_exceptions(Target target) {
  ValueLab::Pair pair;
  pair.right = node(5);
  try {
    const ValueLab::Pair_var none = target->swapped(pair);
  } catch (const ValueLab::Broken& broken) {
    return broken.culprit->number() == 5 && broken.same.in() == broken.culprit.in();
  }
  return false;
}

bool derived(Target target) {
  const CORBA::ValueBase_var kept = new OBV_ValueLab::Middle;
  auto* const middle = ValueLab::Middle::_downcast(kept.in());
  middle->a(1);
  middle->b("b");
  middle->inside(node(2));
  const ValueLab::Root_var back = target->echo_root(middle);
  auto* const same = ValueLab::Middle::_downcast(back.in());
  const CORBA::String_var seen = target->seen_as(middle), none = target->seen_as(nullptr);
  return same != nullptr && same->a() == 1 && std::string(same->b()) == "b" &&
         same->inside()->number() == 2 && std::string(seen.in()) == "Middle" &&
         std::string(none.in()) == "null";
}

bool truncated(Target target) {
  const CORBA::ValueBase_var kept = new OBV_ValueLab::Leaf;
  auto* const leaf = ValueLab::Leaf::_downcast(kept.in());
  leaf->a(1);
  leaf->b("b");
  leaf->inside(node(2));
  leaf->c(3.5);
  const ValueLab::Node_var last = node(5), more = node(4, last);
  leaf->more(more);
  const CORBA::String_var seen = target->seen_as(leaf);
  const ValueLab::Root_var back = target->echo_root(leaf);
  auto* const middle = ValueLab::Middle::_downcast(back.in());
  return std::string(seen.in()) == "Middle" && middle != nullptr &&
         std::string(middle->b()) == "b" && middle->inside()->number() == 2;
}

bool any_value(Target target) {
  const ValueLab::Node_var two = node(2), one = node(1, two);
  const CORBA::ValueBase_var back = target->echo_base(one);
  const CORBA::ValueBase_var none = target->echo_base(nullptr);
  auto* const same = ValueLab::Node::_downcast(back.in());
  return same != nullptr && same->next()->number() == 2 && none.in() == nullptr;
}

bool boxes(Target target) {
  const ValueLab::Text_var text = new ValueLab::Text("x");
  const ValueLab::Longs_var longs = new ValueLab::Longs;
  longs->_value().length(2);
  const ValueLab::Text_var label = target->label(text, longs);
  const ValueLab::Text_var none = target->label(nullptr, nullptr);
  return std::string(label->_value()) == "x:2" && none.in() == nullptr;
}

bool decimals(Target target) {
  return target->doubled(CORBA::Fixed("-12345.6789")) == CORBA::Fixed("-24691.3578") &&
         target->doubled(CORBA::Fixed(0)) == CORBA::Fixed(0);
}

bool anys(Target target) {
  CORBA::Any any;
  any <<= CORBA::Any::from_fixed(CORBA::Fixed("1.5"), 9, 4);
  const CORBA::Any_var number = target->echo_any(any);
  CORBA::Fixed price;
  if (!(number.in() >>= CORBA::Any::to_fixed(price, 9, 4)) || price != CORBA::Fixed("1.5"))
    return false;
  const ValueLab::Node_var two = node(2), one = node(1, two);
  any <<= one.in();
  const CORBA::Any_var value = target->echo_any(any);
  ValueLab::Node* back = nullptr;
  return (value.in() >>= back) && back->next()->number() == 2;
}

bool is_same(const ValueLab::Bag& back, const std::string& text, CORBA::ULong numbers) {
  ValueLab::Node* first = nullptr;
  ValueLab::Root* other = nullptr;
  return (back.thing() >>= first) && first->next()->number() == 2 && text == back.text() &&
         back.numbers().length() == numbers && back.numbers()[numbers - 1] == 2.5 &&
         (back.other() >>= other) && other->a() == 7 && back.last()->number() == 9;
}

// A value in chunks: an Any with a value in it, and what is longer than any buffer.
bool bags(Target target) {
  constexpr CORBA::ULong kNumbers = 20000;
  const CORBA::ValueBase_var kept = new OBV_ValueLab::Bag;
  auto* const bag = ValueLab::Bag::_downcast(kept.in());
  const ValueLab::Node_var two = node(2), one = node(1, two), last = node(9);
  const ValueLab::Root_var root = new OBV_ValueLab::Root(7);
  const std::string text(100 << 10, 't');
  bag->a(1);
  bag->thing() <<= one.in();
  bag->text(text.c_str());
  bag->numbers().length(kNumbers);
  for (CORBA::ULong i = 0; i < kNumbers; ++i) bag->numbers()[i] = 2.5;
  bag->other() <<= root.in();
  bag->last(last);
  const ValueLab::Root_var back = target->echo_root(bag);
  auto* const same = ValueLab::Bag::_downcast(back.in());
  return same != nullptr && is_same(*same, text, kNumbers);
}

struct Case {
  const char* name;
  bool (*holds)(Target);
};
constexpr Case kCases[] = {
    {"lists", lists},
    {"sharing", sharing},
    {"circle", circle},
    {"structs", inside_structs},
    {"exceptions", inside_exceptions},
    {"derived", derived},
    {"truncated", truncated},
    {"ValueBase", any_value},
    {"boxes", boxes},
    {"decimals", decimals},
    {"anys", anys},
    {"bags", bags},
};

bool run_case(Target target, const Case& test_case) {
  bool ok = false;
  std::string detail = "as it should be";
  try {
    ok = test_case.holds(target);
    if (!ok) detail = "something else came back";
  } catch (const CORBA::SystemException& raised) {
    detail = "raised " + peer::describe(raised);
  } catch (const CORBA::Exception& raised) {
    detail = std::string("raised ") + raised._name();
  }
  peer::print_line({{"case", test_case.name}, {"ok", ok}, {"detail", detail}});
  return ok;
}

bool run_cases(Target target, const std::string& wanted) {
  bool all_ok = true;
  for (const auto& test_case : kCases)
    if (wanted.empty() || wanted == test_case.name) all_ok = run_case(target, test_case) && all_ok;
  return all_ok;
}

bool call(const std::string& ior, const std::string& wanted) {
  CORBA::ORB_var orb = peer::make_orb({.call_timeout_ms = 20000});
  peer::know_values(orb);
  peer::know_value<ValueLab::Leaf_init>(orb, "IDL:ValueLab/Leaf:1.0");
  bool all_ok = false;
  {
    const CORBA::Object_var object = orb->string_to_object(ior.c_str());
    const ValueLab::Keeper_var keeper = ValueLab::Keeper::_narrow(object);
    all_ok = run_cases(keeper, wanted);
  }
  orb->destroy();
  return all_ok;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Send value types with omniORB");
  std::string ior;
  std::string wanted;
  app.add_option("--ior", ior, "reference of a ValueLab::Keeper")->required();
  app.add_option("--case", wanted, "only this case");
  return peer::run_program(app, argc, argv, "omniorb-values-client",
                           [&] { return call(ior, wanted) ? 0 : 1; });
}
