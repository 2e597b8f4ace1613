// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/native_strings.hpp>

#include <gtest/gtest.h>

namespace orbweaver::corba {
namespace {

TEST(OptionsWithStrings, let_what_the_user_gives_go_before) {
  EXPECT_EQ(options_with_strings(kUtf8Strings, {"-ORBnativeCharCodeSet", "ISO-8859-1"}),
            (std::vector<std::string>{"-ORBnativeCharCodeSet", "UTF-8", "-ORBnativeCharCodeSet",
                                      "ISO-8859-1"}));
  EXPECT_NO_THROW(CORBA::ORB_init(options_with_strings(kStringsAsIs, {}))->destroy());
}

TEST(OptionsWithStrings, take_the_options_of_the_orb_alone_out_of_the_words) {
  std::string program = "p", id = "ID", option = "-ORBthreads", count = "2", value = "value";
  char* words[]{program.data(), id.data(), option.data(), count.data(), value.data(), nullptr};
  int number = 5;
  const auto orb = orb_with_strings(kStringsAsIs, number, words);
  orb->destroy();
  ASSERT_EQ(number, 3);
  EXPECT_STREQ(words[0], "p");
  EXPECT_STREQ(words[1], "ID");
  EXPECT_STREQ(words[2], "value");
}

}  // namespace
}  // namespace orbweaver::corba
