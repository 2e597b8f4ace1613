// SPDX-License-Identifier: Apache-2.0
// What programs need to receive the values of ValueLab.
#pragma once
#include "values.hh"

namespace peer {

/// omniORB's own constructors take over a reference; these leave the caller's alone.
template <class Value>
Value* counted(Value* value) {
  CORBA::add_ref(value);
  return value;
}
inline ValueLab::Node* new_node(CORBA::Long number, ValueLab::Node* next) {
  return new OBV_ValueLab::Node(number, counted(next));
}

template <class Factory>
void know_value(CORBA::ORB_ptr orb, const char* id) {
  CORBA::ValueFactoryBase_var factory = new Factory;
  CORBA::ValueFactoryBase_var before = orb->register_value_factory(id, factory);
}

/// All but Leaf, which servers do not know.
inline void know_values(CORBA::ORB_ptr orb) {
  know_value<ValueLab::Node_init>(orb, "IDL:ValueLab/Node:1.0");
  know_value<ValueLab::Root_init>(orb, "IDL:ValueLab/Root:1.0");
  know_value<ValueLab::Middle_init>(orb, "IDL:ValueLab/Middle:1.0");
  know_value<ValueLab::Bag_init>(orb, "IDL:ValueLab/Bag:1.0");
}

}  // namespace peer
