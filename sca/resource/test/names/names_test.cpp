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
  for (const auto& each : odd_names()) {
    const auto steps = corba::parse_name(name_text({each, "x", each}));
    ASSERT_TRUE(steps) << each;
    EXPECT_EQ(*steps, (corba::CompoundName{{each, ""}, {"x", ""}, {each, ""}})) << each;
  }
}

TEST(TextsOfNames, begin_with_their_first_step) {
  for (const auto& each : odd_names()) EXPECT_EQ(first_step(name_text({each, "x"})), each);
  for (const auto each : kOddNames) {
    if (each.ends_with('\\')) continue;
    EXPECT_EQ(first_step(std::string{each} + "/x"), each);
  }
}

}  // namespace
}  // namespace orbweaver::resource
