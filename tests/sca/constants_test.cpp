// SPDX-License-Identifier: Apache-2.0
// Constants that travel: identifiers of properties, and numbers of errors.
#include <orbweaver/generated/sca/CF.hpp>
#include <orbweaver/generated/sca/Packet.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace {

TEST(PropertyIdentifiers, of_a_file_system_are_those_of_the_standard) {
  EXPECT_EQ(CF::FileSystem::SIZE, "SIZE");
  EXPECT_EQ(CF::FileSystem::AVAILABLE_SPACE, "AVAILABLE_SPACE");
  EXPECT_EQ(CF::FileSystem::CREATED_TIME_ID, "CREATED_TIME");
  EXPECT_EQ(CF::FileSystem::MODIFIED_TIME_ID, "MODIFIED_TIME");
  EXPECT_EQ(CF::FileSystem::LAST_ACCESS_TIME_ID, "LAST_ACCESS_TIME");
}

TEST(PropertyIdentifiers, of_execute_are_those_of_the_standard) {
  EXPECT_EQ(CF::ExecutableDevice::STACK_SIZE_ID, "STACK_SIZE");
  EXPECT_EQ(CF::ExecutableDevice::PRIORITY_ID, "PRIORITY");
}

TEST(Processes, may_have_a_negative_number_that_means_none) {
  EXPECT_TRUE(std::is_signed_v<CF::ExecutableDevice::ProcessID_Type>);
  EXPECT_EQ(sizeof(CF::ExecutableDevice::ProcessID_Type), 4U);
}

TEST(PushErrors, have_the_numbers_of_the_packet_api) {
  EXPECT_EQ(Packet::PPKT_UNKNOWN, 1);
  EXPECT_EQ(Packet::PPKT_ERROR_BAD_SIZE, 2);
  EXPECT_EQ(Packet::PPKT_ERROR_STREAM_BLOCKED, 3);
}

}  // namespace
