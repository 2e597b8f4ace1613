// SPDX-License-Identifier: Apache-2.0
#include "report/table.hpp"

#include <gtest/gtest.h>

namespace orbweaver::report {
namespace {

TEST(TableTest, columns_are_as_wide_as_their_widest_cell) {
  EXPECT_EQ(table_of({{"port"}, {"samples", true}, {"file"}},
                     {{"iq_in (in)", "12", "-"}, {"out", "1,234,567", "f\u00fcr.f32"}}),
            "port          samples  file\n"
            "iq_in (in)         12  -\n"
            "out         1,234,567  f\u00fcr.f32\n");
}

TEST(TableTest, a_character_of_several_octets_is_one_wide) {
  EXPECT_EQ(table_of({{"a"}, {"b"}}, {{"\u00fc", "x"}, {"u", "y"}}), "a  b\n\u00fc  x\nu  y\n");
}

TEST(TableTest, a_cell_begins_no_line_and_steers_no_terminal) {
  EXPECT_EQ(table_of({{"a"}}, {{"x\ny\033[2J"}}), "a\nx y [2J\n");
}

TEST(TableTest, without_rows_there_are_the_headings) {
  EXPECT_EQ(table_of({{"a"}, {"b", true}}, {}), "a  b\n");
}

TEST(TableTest, a_long_number_has_commas) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(with_commas(123456), "123,456");
}

}  // namespace
}  // namespace orbweaver::report
