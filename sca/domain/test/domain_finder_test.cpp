// SPDX-License-Identifier: Apache-2.0
#include "domain_finder.hpp"

#include <gtest/gtest.h>

namespace orbweaver::domain {
namespace {

deploy::FoundOwner finder(const std::string& type, const std::string& name) {
  return {deploy::FoundOwner::Way::domain_finder, name, type};
}

TEST(AServiceThatEnds, may_have_been_found_by_its_name_or_by_an_interface) {
  EXPECT_TRUE(may_have_found_service(finder("log", "clock"), "clock"));
  EXPECT_FALSE(may_have_found_service(finder("log", "other"), "clock"));
  EXPECT_TRUE(may_have_found_service(finder("log", ""), "clock"));
  EXPECT_TRUE(may_have_found_service(finder("servicetype", "IDL:Clock:1.0"), "clock"));
}

TEST(AServiceThatEnds, is_no_part_of_the_domain_with_the_same_name) {
  for (const char* type : {"application", "domainmanager", "filemanager", "namingservice"})
    EXPECT_FALSE(may_have_found_service(finder(type, "clock"), "clock")) << type;
  EXPECT_FALSE(
      may_have_found_service({deploy::FoundOwner::Way::naming_service, "clock", ""}, "clock"));
}

}  // namespace
}  // namespace orbweaver::domain
