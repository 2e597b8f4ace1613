// SPDX-License-Identifier: Apache-2.0
#include "files/version_before.hpp"

#include <gtest/gtest.h>

namespace orbweaver::control {
namespace {

TEST(AVersionBefore, is_read_as_it_was_written) {
  const VersionBefore written{
      "/a/b.sad.xml", {"rx=mast:device"}, {"gain=2", "name=\"x\""}, "/first.sad.xml"};
  EXPECT_EQ(version_before_in(text_of(written)), written);
}

TEST(AVersionBefore, may_name_no_first_one) {
  const auto read = version_before_in(R"({"orbweaver-before":1,"profile":"/x","on":[],"set":[]})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->first, "");
}

class NoVersionBefore : public testing::TestWithParam<const char*> {};

TEST_P(NoVersionBefore, is_refused) { EXPECT_FALSE(version_before_in(GetParam())); }

INSTANTIATE_TEST_SUITE_P(
    Texts, NoVersionBefore,
    testing::Values("", "x", "[]", "{}", R"({"orbweaver-before": 2})", R"({"orbweaver-before": 1})",
                    R"({"orbweaver-before":1,"profile":7,"on":[],"set":[]})",
                    R"({"orbweaver-before":1,"profile":"../x","on":[],"set":[]})",
                    R"({"orbweaver-before":1,"profile":"/x","on":[7],"set":[]})",
                    R"({"orbweaver-before":1,"profile":"/x","on":[],"set":"gain=1"})",
                    R"({"orbweaver-before":1,"profile":"/x","on":[],"set":[],"first":7})",
                    R"({"orbweaver-before":1,"profile":"/x","on":[],"set":[],"first":"../x"})"));

}  // namespace
}  // namespace orbweaver::control
