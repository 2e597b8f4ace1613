// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/typecode/create.hpp>

#include <gtest/gtest.h>

namespace orbweaver::typecode {
namespace {

const TypeDescription kLong{basic<TypeKind::long_>()};
const TypeDescription kString{basic<TypeKind::string>()};

std::vector<NewMember> point_members() { return {{"x", kLong}, {"name", kString}}; }

TypeDescription point(std::string_view id = "IDL:Point:1.0", std::string_view name = "Point") {
  return create_struct(TypeKind::struct_, id, name, point_members()).value();
}

// struct Tree { string label; sequence<Tree> below; };
TypeDescription tree() {
  const auto self = create_recursive("IDL:Tree:1.0").value();
  const auto below = create_sequence(TypeKind::sequence, 0, self).value();
  const std::vector<NewMember> members{{"label", kString}, {"below", below}};
  return create_struct(TypeKind::struct_, "IDL:Tree:1.0", "Tree", members).value();
}

TEST(TypeDescription, is_null_by_default) { EXPECT_EQ(TypeDescription{}.kind(), TypeKind::null); }

TEST(TypeDescription, keeps_what_it_was_made_of) {
  const auto type = point();
  ASSERT_EQ(type.node().member_count, 2U);
  EXPECT_STREQ(type.node().id, "IDL:Point:1.0");
  EXPECT_STREQ(type.node().first_member[1].name, "name");
  EXPECT_EQ(type.node().first_member[1].type->kind, TypeKind::string);
}

TEST(TypeDescription, of_a_recursive_struct_leads_back_to_itself) {
  const auto type = tree();
  EXPECT_TRUE(type.is_complete());
  EXPECT_EQ(type.node().first_member[1].type->content, &type.node());
}

TEST(TypeDescription, part_keeps_the_whole_alive) {
  TypeDescription below;
  {
    const auto type = tree();
    below = type.part(*type.node().first_member[1].type);
  }
  EXPECT_STREQ(below.node().content->name, "Tree");
}

TEST(TypeDescription, of_a_part_that_waits_for_its_whole_is_incomplete) {
  const auto self = create_recursive("IDL:Tree:1.0").value();
  EXPECT_FALSE(self.is_complete());
  EXPECT_FALSE(create_sequence(TypeKind::sequence, 0, self).value().is_complete());
  EXPECT_FALSE(compact(self).is_complete());
}

TEST(TypeDescription, closes_only_the_recursion_of_its_own_id) {
  const auto outer = create_recursive("IDL:Outer:1.0").value();
  const auto seq = create_sequence(TypeKind::sequence, 0, outer).value();
  const std::vector<NewMember> inner_members{{"up", seq}};
  const auto inner =
      create_struct(TypeKind::struct_, "IDL:Inner:1.0", "Inner", inner_members).value();
  EXPECT_FALSE(inner.is_complete());
  const std::vector<NewMember> outer_members{{"down", inner}};
  const auto whole =
      create_struct(TypeKind::struct_, "IDL:Outer:1.0", "Outer", outer_members).value();
  EXPECT_TRUE(whole.is_complete());
  const TypeNode& inside = *whole.node().first_member[0].type;
  EXPECT_EQ(inside.first_member[0].type->content, &whole.node());
}

TEST(Equal, compares_names_and_aliases) {
  EXPECT_TRUE(equal(point().node(), point().node()));
  EXPECT_FALSE(equal(point().node(), point("IDL:Point:1.0", "Other").node()));
  const auto alias = create_alias(TypeKind::alias, "IDL:P:1.0", "P", point()).value();
  EXPECT_FALSE(equal(alias.node(), point().node()));
}

TEST(Equal, ends_for_recursive_types) {
  EXPECT_TRUE(equal(tree().node(), tree().node()));
  EXPECT_TRUE(equivalent(tree().node(), tree().node()));
}

TEST(Equal, tells_unrolled_recursion_from_another_type_only_by_what_differs) {
  const auto once = tree();
  const std::vector<NewMember> members{{"label", kString},
                                       {"below", once.part(*once.node().first_member[1].type)}};
  const auto unrolled = create_struct(TypeKind::struct_, "IDL:Tree:1.0", "Tree", members).value();
  EXPECT_TRUE(equal(once.node(), unrolled.node()));
}

TEST(Equivalent, looks_behind_aliases) {
  const auto alias = create_alias(TypeKind::alias, "IDL:P:1.0", "P", point()).value();
  const auto twice = create_alias(TypeKind::alias, "IDL:Q:1.0", "Q", alias).value();
  EXPECT_TRUE(equivalent(twice.node(), point().node()));
  const auto one = create_sequence(TypeKind::sequence, 0, alias).value();
  const auto other = create_sequence(TypeKind::sequence, 0, point()).value();
  EXPECT_TRUE(equivalent(one.node(), other.node()));
}

TEST(Equivalent, believes_repository_ids_and_only_then_looks_inside) {
  const std::vector<NewMember> members{{"y", kLong}, {"text", kString}};
  const auto same_id = create_struct(TypeKind::struct_, "IDL:Point:1.0", "X", {}).value();
  const auto other_id = create_struct(TypeKind::struct_, "IDL:P2:1.0", "Point", members).value();
  const auto no_id = create_struct(TypeKind::struct_, "", "", members).value();
  EXPECT_TRUE(equivalent(point().node(), same_id.node()));
  EXPECT_FALSE(equivalent(point().node(), other_id.node()));
  EXPECT_TRUE(equivalent(point().node(), no_id.node()));
}

TEST(Equivalent, tells_bounds_apart) {
  EXPECT_FALSE(equivalent(create_string(TypeKind::string, 3).node(), kString.node()));
  EXPECT_TRUE(equivalent(create_string(TypeKind::string, 3).node(),
                         create_string(TypeKind::string, 3).node()));
  EXPECT_FALSE(equivalent(create_fixed(5, 2)->node(), create_fixed(5, 3)->node()));
}

TEST(Compact, drops_names_and_keeps_ids_and_aliases) {
  const auto alias = create_alias(TypeKind::alias, "IDL:P:1.0", "P", point()).value();
  const auto small = compact(alias);
  EXPECT_EQ(small.kind(), TypeKind::alias);
  EXPECT_STREQ(small.node().name, "");
  EXPECT_STREQ(small.node().id, "IDL:P:1.0");
  EXPECT_STREQ(small.node().content->first_member[0].name, "");
  EXPECT_TRUE(equivalent(small.node(), alias.node()));
}

TEST(Compact, keeps_circles) {
  const auto small = compact(tree());
  EXPECT_EQ(small.node().first_member[1].type->content, &small.node());
}

TEST(Create, refuses_bad_names_ids_and_members) {
  const std::vector<NewMember> none, twice{{"x", kLong}, {"x", kLong}}, bad{{"1x", kLong}};
  const std::vector<NewMember> nothing{{"x", TypeDescription{}}};
  const auto create = [](std::string_view id, std::string_view name, const auto& members) {
    return create_struct(TypeKind::struct_, id, name, members);
  };
  EXPECT_EQ(create("Point", "Point", none).error(), TypeCodeError::bad_id);
  EXPECT_EQ(create("IDL:Point:1.0", "a b", none).error(), TypeCodeError::bad_name);
  EXPECT_EQ(create("IDL:P:1.0", "P", twice).error(), TypeCodeError::bad_member_name);
  EXPECT_EQ(create("IDL:P:1.0", "P", bad).error(), TypeCodeError::bad_member_name);
  EXPECT_EQ(create("IDL:P:1.0", "P", nothing).error(), TypeCodeError::bad_member_type);
}

TEST(Create, refuses_unions_that_cannot_choose) {
  const std::vector<NewMember> twice{{"a", kLong, 1}, {"b", kLong, 1}};
  const std::vector<NewMember> large{{"a", kLong, 70000}};
  const TypeDescription a_short{basic<TypeKind::short_>()};
  const auto create = [](const TypeDescription& discriminator, const auto& members) {
    return create_union("IDL:U:1.0", "U", {discriminator, -1}, members).error();
  };
  EXPECT_EQ(create(kLong, twice), TypeCodeError::duplicate_label);
  EXPECT_EQ(create(a_short, large), TypeCodeError::bad_label);
  EXPECT_EQ(create(kString, twice), TypeCodeError::bad_discriminator);
}

TEST(Create, lets_a_member_have_several_labels_and_the_default_one_any) {
  const std::vector<NewMember> members{{"a", kLong, 1}, {"a", kLong, 2}, {"b", kString, 1}};
  const auto new_union = create_union("IDL:U:1.0", "U", {kLong, 2}, members);
  ASSERT_TRUE(new_union);
  EXPECT_EQ(new_union->node().default_index, 2);
}

TEST(Create, knows_what_a_fixed_can_hold) {
  EXPECT_TRUE(create_fixed(31, 31));
  EXPECT_EQ(create_fixed(32, 0).error(), TypeCodeError::bad_digits);
  EXPECT_EQ(create_fixed(3, 4).error(), TypeCodeError::bad_digits);
  EXPECT_EQ(create_fixed(0, 0).error(), TypeCodeError::bad_digits);
}

}  // namespace
}  // namespace orbweaver::typecode
