// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/priority.hpp>

#include <gtest/gtest.h>

namespace orbweaver::giop {
namespace {

OctetBuffer octets(std::initializer_list<int> values) {
  OctetBuffer result;
  for (const int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

TEST(PriorityModels, come_back_from_a_component) {
  for (const auto kind : {PriorityModelKind::client_propagated, PriorityModelKind::server_declared})
    EXPECT_EQ(read_priority_model(make_component(PriorityModelValue{kind, 32767})),
              (PriorityModelValue{kind, 32767}));
}

// Two policies, of types 31 and 40; the second is byte order, padding, SERVER_DECLARED, 5.
TEST(PriorityModels, are_read_in_the_other_byte_order_and_behind_other_policies) {
  const TaggedComponent big{kTagPolicies,
                            octets({0, 0, 0, 0, 0,  0, 0, 2, 0,  0, 0, 31, 0, 0, 0, 4, 0, 1, 2,
                                    3, 0, 0, 0, 40, 0, 0, 0, 10, 0, 0, 0,  0, 0, 0, 0, 1, 0, 5})};
  EXPECT_EQ(read_priority_model(big), (PriorityModelValue{PriorityModelKind::server_declared, 5}));
}

TEST(PriorityModels, that_do_not_fit_are_none) {
  EXPECT_FALSE(read_priority_model({kTagPolicies, {}}));
  EXPECT_FALSE(read_priority_model({kTagPolicies, octets({0, 0, 0, 0, 255, 255, 255, 255})}));
  EXPECT_FALSE(read_priority_model({1, make_component(PriorityModelValue{}).data}));
  EXPECT_FALSE(read_priority_model(make_component(PriorityModelValue{PriorityModelKind{2}, 1})));
  EXPECT_FALSE(read_priority_model(
      make_component(PriorityModelValue{PriorityModelKind::server_declared, -1})));
  auto cut = make_component(PriorityModelValue{});
  while (!cut.data.empty()) {
    cut.data.pop_back();
    EXPECT_FALSE(read_priority_model(cut));
  }
}

TEST(Priorities, come_back_from_a_context) {
  for (const auto priority : {std::int16_t{0}, std::int16_t{1}, std::int16_t{32767}})
    EXPECT_EQ(read_priority(encode_priority(priority)), priority);
  EXPECT_FALSE(read_priority(encode_priority(-1)));
  EXPECT_FALSE(read_priority({}));
  EXPECT_EQ(read_priority(octets({0, 0, 1, 2})), 258);
}

}  // namespace
}  // namespace orbweaver::giop
