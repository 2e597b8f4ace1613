// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/object_traits.hpp>

#include <gtest/gtest.h>

namespace orbweaver::giop {
namespace {

TEST(ObjectTraits, of_a_foreign_object_promise_nothing) {
  EXPECT_EQ(read_traits({}), ObjectTraits{});
  const std::vector<TaggedComponent> foreign{{kTagOrbType, {std::byte{1}}}};
  EXPECT_FALSE(read_traits(foreign).keeps_order);
}

TEST(ObjectTraits, are_read_as_they_were_written) {
  const PriorityModelValue model{PriorityModelKind::server_declared, 7};
  const std::vector<TaggedComponent> both{make_keeps_order_component(), make_component(model)};
  EXPECT_TRUE(read_traits(both).keeps_order);
  EXPECT_EQ(read_traits(both).priority_model, model);
}

TEST(ObjectTraits, keep_order_whatever_a_later_version_adds_to_the_component) {
  const std::vector<TaggedComponent> longer{{kTagKeepsOrder, {std::byte{1}, std::byte{9}}}};
  EXPECT_TRUE(read_traits(longer).keeps_order);
}

}  // namespace
}  // namespace orbweaver::giop
