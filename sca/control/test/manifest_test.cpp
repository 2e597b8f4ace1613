// SPDX-License-Identifier: Apache-2.0
#include "files/manifest.hpp"

#include <gtest/gtest.h>

namespace orbweaver::control {
namespace {

TEST(AManifest, is_read_as_it_was_written) {
  const Manifest written{"id", {"/a/b", "/c"}, {"/d"}, {"/a"}};
  const auto read = manifest_in(text_of(written));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->application, "id");
  EXPECT_EQ(read->copied, written.copied);
  EXPECT_EQ(read->used, written.used);
  EXPECT_EQ(read->folders, written.folders);
  EXPECT_TRUE(read->needs("/d"));
  EXPECT_FALSE(read->needs("/a"));
}

class NoManifest : public testing::TestWithParam<const char*> {};

TEST_P(NoManifest, is_refused) { EXPECT_FALSE(manifest_in(GetParam())); }

INSTANTIATE_TEST_SUITE_P(
    Texts, NoManifest,
    testing::Values(
        "", "x", "[]", "{}", R"({"orbweaver-install": 2})", R"({"orbweaver-install": 1})",
        R"({"orbweaver-install":1,"application":7,"copied":[],"used":[],"folders":[]})",
        R"({"orbweaver-install":1,"application":"a","copied":["../x"],"used":[],"folders":[]})",
        R"({"orbweaver-install":1,"application":"a","copied":["/a/../x"],"used":[],"folders":[]})",
        R"({"orbweaver-install":1,"application":"a","copied":[7],"used":[],"folders":[]})",
        R"({"orbweaver-install":1,"application":"a","copied":"/x","used":[],"folders":[]})"));

}  // namespace
}  // namespace orbweaver::control
