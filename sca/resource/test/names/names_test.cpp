// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/compound_name.hpp>
#include <orbweaver/resource/names.hpp>

#include <gtest/gtest.h>

#include "odd_names.hpp"

namespace orbweaver::resource {
namespace {

std::vector<std::string> odd_names() {
  std::vector<std::string> all{kOddNames.begin(), kOddNames.end()};
  all.insert(all.end(), kOddNamesWithSlash.begin(), kOddNamesWithSlash.end());
  return all;
}

TEST(TextsOfNames, are_read_as_the_ids_of_which_they_were_made) {
  for (const auto& odd_name : odd_names()) {
    const auto steps = corba::parse_name(name_text({odd_name, "x", odd_name}));
    ASSERT_TRUE(steps) << odd_name;
    EXPECT_EQ(*steps, (corba::CompoundName{{odd_name, ""}, {"x", ""}, {odd_name, ""}})) << odd_name;
  }
}

TEST(TextsOfNames, begin_with_their_first_step) {
  for (const auto& odd_name : odd_names())
    EXPECT_EQ(first_step(name_text({odd_name, "x"})), odd_name);
  for (const auto odd_name : kOddNames) {
    if (odd_name.ends_with('\\')) continue;
    EXPECT_EQ(first_step(std::string{odd_name} + "/x"), odd_name);
  }
}

}  // namespace
}  // namespace orbweaver::resource
