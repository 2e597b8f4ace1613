// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/error_number.hpp>

#include <gtest/gtest.h>

#include <cerrno>

namespace orbweaver::files {
namespace {

using Number = CF::ErrorNumberType;

TEST(ErrorNumber, of_an_errno_is_the_one_with_its_name) {
  EXPECT_EQ(error_number_of(ENOENT), Number::CF_ENOENT);
  EXPECT_EQ(error_number_of(EXDEV), Number::CF_EXDEV);
  EXPECT_EQ(error_number_of(E2BIG), Number::CF_E2BIG);
  EXPECT_EQ(error_number_of(ELOOP), Number::CF_NOTSET) << "the SCA has none";
  EXPECT_EQ(error_number_of(0), Number::CF_NOTSET);
}

TEST(ErrorNumber, of_the_sca_has_an_errno_each) {
  for (int number = 1; number <= 43; ++number) {
    const auto known = static_cast<Number>(number);
    EXPECT_NE(errno_of(known), 0) << number;
    EXPECT_EQ(error_number_of(errno_of(known)), known) << number;
  }
  EXPECT_EQ(errno_of(Number::CF_NOTSET), 0);
}

}  // namespace
}  // namespace orbweaver::files
