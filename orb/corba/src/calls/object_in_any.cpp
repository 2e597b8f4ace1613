// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/object.hpp>

namespace CORBA {

bool operator>>=(const Any& any, object_reference<Object>& object) {
  const auto type = any.type();
  const auto& node = orbweaver::typecode::unaliased(type->_type().node());
  if (node.kind != orbweaver::typecode::TypeKind::objref) return false;
  object = any._contents()->object();
  if (!object) any._contents()->get(object);
  return true;
}

}  // namespace CORBA
