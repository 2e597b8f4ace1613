// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/read_file.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace orbweaver::os {
namespace {

class ReadFile : public testing::Test {
 protected:
  ReadFile() {
    EXPECT_EQ(std::fwrite(content.data(), 1, content.size(), file), content.size());
    EXPECT_EQ(std::fflush(file), 0);
  }
  ~ReadFile() override { EXPECT_EQ(std::fclose(file), 0); }

  const std::string content = std::string(10'000, 'x') + '\0' + "end";
  std::FILE* file = std::tmpfile();
  const std::filesystem::path path = "/proc/self/fd/" + std::to_string(fileno(file));
};

TEST_F(ReadFile, gives_all_of_it_up_to_the_bound) {
  EXPECT_EQ(read_file(path, SIZE_MAX), content);
  EXPECT_EQ(read_file(path, content.size()), content);
  EXPECT_EQ(read_file(path, 5000), content.substr(0, 5000));
  EXPECT_EQ(read_file(path, 0), "");
}

TEST(ReadNoFile, gives_nothing_for_what_is_not_there_and_no_text_for_a_folder) {
  EXPECT_EQ(read_file("/proc/self/no such file", 10), std::nullopt);
  EXPECT_EQ(read_file("/proc", 10), "");
}

}  // namespace
}  // namespace orbweaver::os
