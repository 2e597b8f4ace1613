// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/machine.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "control_group.hpp"

namespace orbweaver::os {
namespace {

/// A made-up root of a file system.
class ControlGroups : public testing::Test {
 protected:
  ControlGroups() { std::filesystem::create_directories(root_); }
  ~ControlGroups() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    const auto file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream{file} << text << '\n';
  }
  void mount_unified(const std::string& own, const std::string& mounted_root = "/") const {
    write("proc/self/cgroup", "0::" + own);
    write("proc/self/mountinfo",
          "24 1 0:5 / /proc rw - proc proc rw\n"
          "31 24 0:27 " +
              mounted_root + " /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate");
  }
  [[nodiscard]] GroupLimits limits() const { return read_group_limits(root_); }

 private:
  std::filesystem::path root_ = std::filesystem::path{testing::TempDir()} /
                                ("ow-groups-" + std::to_string(std::random_device{}()));
};

TEST_F(ControlGroups, that_are_not_there_set_no_limit) {
  EXPECT_FALSE(limits().processors);
  EXPECT_FALSE(limits().memory_bytes);
}

TEST_F(ControlGroups, of_version_2_limit_by_the_least_on_the_way_up) {
  mount_unified("/radio/receiver");
  write("sys/fs/cgroup/radio/receiver/memory.max", "max");
  write("sys/fs/cgroup/radio/receiver/cpu.max", "150000 100000");
  write("sys/fs/cgroup/radio/memory.max", "67108864");
  write("sys/fs/cgroup/radio/cpu.max", "50000 100000");
  EXPECT_EQ(limits().memory_bytes, 64U << 20);
  EXPECT_EQ(limits().processors, 0.5);
}

TEST_F(ControlGroups, without_a_limit_say_max) {
  mount_unified("/radio");
  write("sys/fs/cgroup/radio/memory.max", "max");
  write("sys/fs/cgroup/radio/cpu.max", "max 100000");
  EXPECT_FALSE(limits().processors);
  EXPECT_FALSE(limits().memory_bytes);
}

TEST_F(ControlGroups, of_a_container_are_found_where_its_own_is_mounted) {
  mount_unified("/");
  write("sys/fs/cgroup/memory.max", "1000000");
  EXPECT_EQ(limits().memory_bytes, 1'000'000U);
}

TEST_F(ControlGroups, of_which_only_a_part_is_mounted_are_found_below_it) {
  mount_unified("/pod/one/part", "/pod/one");
  write("sys/fs/cgroup/part/memory.max", "1000000");
  EXPECT_EQ(limits().memory_bytes, 1'000'000U);
  mount_unified("/../elsewhere", "/pod/one");
  write("sys/fs/cgroup/memory.max", "2000000");
  EXPECT_EQ(limits().memory_bytes, 2'000'000U);
}

TEST_F(ControlGroups, of_version_1_are_each_mounted_elsewhere) {
  write("proc/self/cgroup", "4:memory:/radio\n1:cpu,cpuacct:/radio\n0::/");
  write("proc/self/mountinfo",
        "30 24 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
        "31 24 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
        "32 24 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw");
  write("sys/fs/cgroup/memory/radio/memory.limit_in_bytes", "67108864");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
  write("sys/fs/cgroup/cpu,cpuacct/radio/cpu.cfs_quota_us", "200000");
  write("sys/fs/cgroup/cpu,cpuacct/radio/cpu.cfs_period_us", "100000");
  write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1");
  write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
  EXPECT_EQ(limits().memory_bytes, 64U << 20);
  EXPECT_EQ(limits().processors, 2.0);
}

TEST_F(ControlGroups, that_cannot_be_understood_set_no_limit) {
  mount_unified("/radio");
  write("sys/fs/cgroup/radio/memory.max", "lots");
  write("sys/fs/cgroup/radio/cpu.max", "50000");
  write("sys/fs/cgroup/cpu.max", "50000 0");
  EXPECT_FALSE(limits().processors);
  EXPECT_FALSE(limits().memory_bytes);
  write("proc/self/mountinfo", "31 24\n- cgroup2\n");
  write("proc/self/cgroup", "nonsense");
  EXPECT_FALSE(limits().memory_bytes);
}

TEST(Machine, has_a_processor_and_memory) {
  const auto machine = this_machine();
  EXPECT_GE(machine.processors, 1U);
  EXPECT_GT(machine.memory_bytes.value_or(0), 1U << 20);
}

}  // namespace
}  // namespace orbweaver::os
