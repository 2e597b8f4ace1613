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
  Kinds::ByLong made;
  if (label == 7)
    made.sum(1.5);
  else if (label == 3)
    made.text("three"), made._d(3);
  else
    made.rest(any_of("rest")), made._d(label);
  return made;
}

Kinds::Tree tree(int levels) {
  Kinds::Tree made;
  made.label = "tree";
  if (levels > 0) {
    made.below.length(2);
    made.below[0] = tree(levels - 1);
    made.below[1] = tree(0);
  }
  return made;
}

Kinds::Forest forest() {
  Kinds::Forest made;
  made.first = tree(2);
  made.others.length(1);
  made.others[0] = tree(1);
  made.last = tree(0);
  return made;
}

Kinds::Chain chain() {
  Kinds::Chain end, made;
  end.end(5);
  Kinds::Chain::_next_seq next;
  next.length(1);
  next[0] = end;
  made.next(next);
  return made;
}

Kinds::ByEnum by_enum() {
  Kinds::ByEnum made;
  made.more(by_long(7));
  return made;
}

template <class Union, class Set>
CORBA::Any any_with(Set set) {
  Union made;
  set(made);
  return any_of(made);
}

Kinds::Everything everything() {
  const CORBA::WChar wide[] = {0x20ac, L'w', 0};
  Kinds::Everything made;
  made.o = 1, made.d = 2.5, made.c = 'c', made.ll = -9, made.b = true, made.s = -3, made.f = 0.5F;
  made.w = 0xe9;
  made.ws = wide;
  made.chosen = by_enum();
  made.words.length(2);
  made.words[0] = "one";
  made.words[1] = "two";
  made.type = CORBA::TypeCode::_duplicate(Kinds::_tc_Forest);
  return made;
}

CORBA::Any few_octets() {
  Kinds::FewOctets made;
  made.length(3);
  made[0] = 1, made[1] = 2, made[2] = 3;
  return any_of(made);
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
      {"union_by_boolean", any_with<ByBoolean>([](ByBoolean& made) { made.only(-4); })},
      {"union_by_boolean_empty", any_with<ByBoolean>([](ByBoolean& made) { made._default(); })},
      {"union_by_char", any_with<ByChar>([](ByChar& made) { made.z(-6); })},
      {"union_by_long_long", any_with<ByLongLong>([](ByLongLong& made) { made.low(9); })},
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
