// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/names_below_root.hpp>

#include <gtest/gtest.h>

namespace orbweaver::files {
namespace {

TEST(NamesBelowRoot, stand_instead_of_the_paths_of_this_machine) {
  EXPECT_EQ(names_below_root("/sdr/dom/a.xml:3: no '/sdr/dom/b'", "/sdr/dom"), "/a.xml:3: no '/b'");
  EXPECT_EQ(names_below_root("below '/sdr/dom'", "/sdr/dom/"), "below '/'");
  EXPECT_EQ(names_below_root("/sdr/dom: open", "/sdr/dom"), "/: open");
  EXPECT_EQ(names_below_root("sdr/dom/a.xml", "sdr/dom"), "/a.xml");
}

TEST(NamesBelowRoot, leave_other_paths_as_they_are) {
  for (const auto* text : {"", "/a.xml", "/sdr/dom2/a", "/old/sdr/dom/a", "/sdr/dom-1"})
    EXPECT_EQ(names_below_root(text, "/sdr/dom"), text);
  for (const auto* root : {"", "/"}) EXPECT_EQ(names_below_root("/a", root), "/a");
}

}  // namespace
}  // namespace orbweaver::files
