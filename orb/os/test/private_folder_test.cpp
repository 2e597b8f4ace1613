#include <orbweaver/os/private_folder.hpp>

#include <gtest/gtest.h>

#include <fstream>

namespace orbweaver::os {
namespace {

TEST(PrivateFolder, is_gone_with_all_that_is_in_it) {
  std::filesystem::path path;
  {
    const auto folder = PrivateFolder::make("orbweaver-test");
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_TRUE(path.filename().string().starts_with("orbweaver-test-"));
    std::ofstream{path / "file"} << "text";
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace orbweaver::os
