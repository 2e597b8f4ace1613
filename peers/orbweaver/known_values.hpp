// SPDX-License-Identifier: Apache-2.0
// What programs need to receive the values of ValueLab.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/lab/values.hpp>

namespace orbweaver::lab {

/// All but Leaf, which servers do not know.
inline void know_values(CORBA::ORB& orb) {
  orb.register_value_factory(ValueLab::Node::_id, std::make_shared<ValueLab::Node_init>());
  orb.register_value_factory(ValueLab::Root::_id, std::make_shared<ValueLab::Root_init>());
  orb.register_value_factory(ValueLab::Middle::_id, std::make_shared<ValueLab::Middle_init>());
  orb.register_value_factory(ValueLab::Bag::_id, std::make_shared<ValueLab::Bag_init>());
}

}  // namespace orbweaver::lab
