// SPDX-License-Identifier: Apache-2.0
// A device as deployment sees it.
#include <gtest/gtest.h>

#include <orbweaver/registry/device_book.hpp>

#include <sys/utsname.h>

namespace orbweaver::registry {
namespace {

std::string text_of(const deploy::DeployDevice& device, const std::string& id) {
  const auto* property = deploy::find(device, id);
  if (property == nullptr || !property->value) return "none";
  const auto* scalar = std::get_if<property::Scalar>(&*property->value);
  return scalar == nullptr ? "no scalar" : to_text(*scalar);
}

TEST(ThisMachine, has_what_an_spd_asks_for_in_os_and_processor) {
  const auto device = plan_for_this_machine("DCE:1", "here");
  utsname names{};
  ASSERT_EQ(::uname(&names), 0);
  EXPECT_EQ(device.os.name, names.sysname);
  EXPECT_EQ(device.os.version, names.release);
  ASSERT_FALSE(device.processors.empty());
  EXPECT_EQ(device.processors.front(), names.machine);
}

TEST(ThisMachine, answers_also_to_the_ids_by_which_redhawks_profiles_ask) {
  const auto device = plan_for_this_machine("DCE:1", "here");
  const auto same = [&](const char* name, const char* id) {
    EXPECT_EQ(text_of(device, id), text_of(device, name)) << name;
    EXPECT_NE(text_of(device, id), "none") << name;
  };
  same("os_name", "DCE:4a23ad60-0b25-4121-a630-68803a498f75");
  same("os_version", "DCE:0f3a9a37-a342-43d8-9b7f-78dc6da74192");
  same("processor_name", "DCE:fefb9c66-d14a-438d-ad59-2cfd1adb272b");
}

}  // namespace
}  // namespace orbweaver::registry
