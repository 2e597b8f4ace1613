// SPDX-License-Identifier: Apache-2.0
#include "kinds.hh"
#include "known_anys.hpp"

namespace peer {

namespace {

template <class T>
CORBA::Any any_of(const T& value) {
  CORBA::Any any;
  any <<= value;
  return any;
}

Kinds::ByLong by_long(CORBA::Long label) {
  Kinds::ByLong by_long;
  if (label == 7)
    by_long.sum(1.5);
  else if (label == 3)
    by_long.text("three"), by_long._d(3);
  else
    by_long.rest(any_of("rest")), by_long._d(label);
  return by_long;
}

Kinds::Tree tree(int levels) {
  Kinds::Tree new_tree;
  new_tree.label = "tree";
  if (levels > 0) {
    new_tree.below.length(2);
    new_tree.below[0] = tree(levels - 1);
    new_tree.below[1] = tree(0);
  }
  return new_tree;
}

Kinds::Forest forest() {
  Kinds::Forest forest;
  forest.first = tree(2);
  forest.others.length(1);
  forest.others[0] = tree(1);
  forest.last = tree(0);
  return forest;
}

Kinds::Chain chain() {
  Kinds::Chain end, chain;
  end.end(5);
  Kinds::Chain::_next_seq next;
  next.length(1);
  next[0] = end;
  chain.next(next);
  return chain;
}

Kinds::ByEnum by_enum() {
  Kinds::ByEnum by_enum;
  by_enum.more(by_long(7));
  return by_enum;
}

template <class Union, class Set>
CORBA::Any any_with(Set set) {
  Union union_value;
  set(union_value);
  return any_of(union_value);
}

Kinds::Everything everything() {
  const CORBA::WChar wide[] = {0x20ac, L'w', 0};
  Kinds::Everything everything;
  everything.o = 1, everything.d = 2.5, everything.c = 'c', everything.ll = -9, everything.b = true,
  everything.s = -3, everything.f = 0.5F;
  everything.w = 0xe9;
  everything.ws = wide;
  everything.chosen = by_enum();
  everything.words.length(2);
  everything.words[0] = "one";
  everything.words[1] = "two";
  everything.type = CORBA::TypeCode::_duplicate(Kinds::_tc_Forest);
  return everything;
}

CORBA::Any few_octets() {
  Kinds::FewOctets few_octets;
  few_octets.length(3);
  few_octets[0] = 1, few_octets[1] = 2, few_octets[2] = 3;
  return any_of(few_octets);
}

}  // namespace

NamedAnys kind_anys() {
  using namespace Kinds;
  return {
      {"bounded_string", any_of(CORBA::Any::from_string("short", 5))},
      {"bounded_sequence", few_octets()},
      {"union_by_long", any_of(by_long(7))},
      {"union_by_long_second_label", any_of(by_long(3))},
      {"union_by_long_default", any_of(by_long(99))},
      {"union_by_enum", any_of(by_enum())},
      {"union_by_boolean", any_with<ByBoolean>([](ByBoolean& by_boolean) { by_boolean.only(-4); })},
      {"union_by_boolean_empty",
       any_with<ByBoolean>([](ByBoolean& by_boolean) { by_boolean._default(); })},
      {"union_by_char", any_with<ByChar>([](ByChar& by_char) { by_char.z(-6); })},
      {"union_by_long_long",
       any_with<ByLongLong>([](ByLongLong& by_long_long) { by_long_long.low(9); })},
      {"recursive_struct", any_of(tree(3))},
      {"struct_of_recursive_structs", any_of(forest())},
      {"recursive_union", any_of(chain())},
      {"struct_of_everything", any_of(everything())},
      {"TypeCode_with_recursion", any_of(_tc_Forest)},
  };
}

std::map<std::string, CORBA::TypeCode_var> kind_types() {
  using namespace Kinds;
  const auto copy = [](CORBA::TypeCode_ptr type) { return CORBA::TypeCode::_duplicate(type); };
  std::map<std::string, CORBA::TypeCode_var> types;
  types["type_of_an_abstract_interface"] = copy(_tc_Unreal);
  types["type_of_a_local_interface"] = copy(_tc_Near);
  types["type_of_a_value_box"] = copy(_tc_Boxed);
  types["type_of_a_value"] = copy(_tc_Base);
  types["type_of_a_truncatable_recursive_value"] = copy(_tc_Derived);
  types["type_of_a_value_with_an_interface"] = copy(_tc_Abroad);
  types["type_of_a_fixed"] = copy(_tc_Amount);
  types["type_of_an_array_of_fixed"] = copy(_tc_Amounts);
  types["compact_type"] = _tc_Everything->get_compact_typecode();
  return types;
}

}  // namespace peer
