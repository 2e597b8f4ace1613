// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/options.hpp>

#include <orbweaver/base/option_values.hpp>

#include <gtest/gtest.h>

namespace orbweaver::program {
namespace {

TEST(Options, make_parameters_of_names_and_values) {
  EXPECT_EQ(*orb_parameters({}), Parameters{});
  EXPECT_EQ(*orb_parameters({"transport=shm", "x=", "y=a=b"}),
            (Parameters{{"-ORBtransport", "shm"}, {"-ORBx", ""}, {"-ORBy", "a=b"}}));
}

TEST(Options, say_what_is_no_name_and_value) {
  for (const std::string word : {"", "transport", "=shm"}) {
    const auto new_orb_parameters = orb_parameters({"a=b", word});
    ASSERT_FALSE(new_orb_parameters) << word;
    EXPECT_EQ(new_orb_parameters.error(), "--orb: '" + word + "' is no option; write NAME=VALUE");
  }
}

TEST(Options, of_the_orb_are_taken_out_with_their_values) {
  std::vector<std::string> words{"a", "-ORBendPoint", "giop:tcp::", "--b", "-ORBexplain"};
  EXPECT_EQ(take_orb_options(words),
            (std::vector<std::string>{"-ORBendPoint", "giop:tcp::", "-ORBexplain"}));
  EXPECT_EQ(words, (std::vector<std::string>{"a", "--b"}));
}

TEST(Options, take_parts_of_a_second) {
  EXPECT_EQ(from_seconds(0), Nanoseconds{0});
  EXPECT_EQ(from_seconds(0.25), std::chrono::milliseconds{250});
  EXPECT_EQ(from_seconds(kMostSeconds), std::chrono::seconds{1'000'000'000});
}

}  // namespace
}  // namespace orbweaver::program
