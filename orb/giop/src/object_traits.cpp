// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/object_traits.hpp>

#include <orbweaver/cdr/encoder.hpp>

namespace orbweaver::giop {

TaggedComponent make_keeps_order_component() {
  return {kTagKeepsOrder, {std::byte{cdr::order_octet(cdr::kNativeOrder)}}};
}

ObjectTraits read_traits(std::span<const TaggedComponent> components) {
  ObjectTraits traits;
  for (const auto& component : components) {
    if (component.tag == kTagKeepsOrder) traits.keeps_order = true;
    if (!traits.priority_model) traits.priority_model = read_priority_model(component);
  }
  return traits;
}

}  // namespace orbweaver::giop
