// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/random.hpp>
#include <orbweaver/security/audit_log.hpp>

#include <gmock/gmock.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace orbweaver::security {
namespace {

using Field = std::pair<std::string_view, std::string_view>;

std::string new_path() {
  return testing::TempDir() + "audit-" + std::to_string(os::random_number()) + ".log";
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream in{path};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(AuditLine, is_json_whatever_a_peer_puts_into_it) {
  const std::array fields{Field{"who", "a\"b\\c\n\xff"}};
  EXPECT_EQ(audit_line("now", fields), R"({"time":"now","who":"a\"b\\c\u000a\u00ff"})");
}

TEST(AuditLog, has_a_line_for_each_decision_and_is_for_its_owner) {
  const auto path = new_path();
  const auto log = AuditLog::open(path);
  ASSERT_TRUE(log) << log.error();
  const std::array fields{Field{"decision", "deny"}};
  (*log)->write(fields);
  (*log)->write(fields);
  const auto lines = lines_of(path);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(
      lines.front(),
      testing::MatchesRegex(
          R"(\{"time":"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z","decision":"deny"\})"));
  EXPECT_EQ(std::filesystem::status(path).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(AuditLog, is_bounded_and_keeps_the_one_before) {
  const auto path = new_path();
  constexpr std::size_t kMost = 1000;
  const auto log = AuditLog::open(path, kMost);
  ASSERT_TRUE(log) << log.error();
  const std::array fields{Field{"decision", "deny"}};
  for (int i = 0; i < 100; ++i) (*log)->write(fields);
  EXPECT_LE(std::filesystem::file_size(path), kMost);
  EXPECT_LE(std::filesystem::file_size(path + ".1"), kMost);
  EXPECT_GT(std::filesystem::file_size(path + ".1"), kMost / 2);
  EXPECT_FALSE(std::filesystem::exists(path + ".2"));
  EXPECT_EQ((*log)->lost(), 0U);
}

TEST(AuditLog, counts_what_it_cannot_write) {
  const auto log = AuditLog::open("/dev/full");
  ASSERT_TRUE(log) << log.error();
  (*log)->write({});
  EXPECT_EQ((*log)->lost(), 1U);
}

TEST(AuditLog, names_a_file_that_cannot_be_opened) {
  const auto log = AuditLog::open("/no/such/folder/audit.log");
  ASSERT_FALSE(log);
  EXPECT_THAT(log.error(), testing::StartsWith("/no/such/folder/audit.log: "));
}

}  // namespace
}  // namespace orbweaver::security
