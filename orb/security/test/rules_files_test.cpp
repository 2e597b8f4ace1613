// SPDX-License-Identifier: Apache-2.0
// Rules of several files, in a form that this test reads itself: "allow CLIENT" and "deny CLIENT",
// a rule a line, and a default "allow" or "deny" as the last line.
#include <orbweaver/security/rules_files.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace orbweaver::security {
namespace {

Result<Rules, std::string> read(std::string_view text, const std::string& file) {
  std::istringstream lines{std::string{text}};
  std::vector<CallRule> rules;
  std::string line;
  while (std::getline(lines, line)) {
    const auto space = line.find(' ');
    if (space == line.npos) return Rules{std::move(rules), line == "allow"};
    CallRule rule;
    rule.line = rules.size() + 1;
    rule.allows = line.starts_with("allow");
    rule.clients = {line.substr(space + 1)};
    rules.push_back(std::move(rule));
  }
  return unexpected{file + ": there is no default"};
}

class SeveralFiles : public testing::Test {
 protected:
  SeveralFiles() {
    set_rules_reader(read);
    std::filesystem::create_directories(folder);
  }
  ~SeveralFiles() override {
    files.reset();
    std::filesystem::remove_all(folder);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder + "/" + name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream{path(name) + ".new"} << text;
    std::filesystem::rename(path(name) + ".new", path(name));
  }
  void open(const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const auto& name : names) paths.push_back(path(name));
    files = RulesFiles::open(paths).value();
  }
  [[nodiscard]] std::string decide(const std::string& client) const {
    const std::vector<std::string> texts{client};
    const auto made = files->decide(texts, {});
    return (made.decision.is_allowed ? "allowed by " : "denied by ") + describe(made.decision) +
           " of " + made.path->substr(folder.size() + 1);
  }

  const std::string folder = testing::TempDir() + "rules-files-" + std::to_string(::getpid());
  std::unique_ptr<RulesFiles> files;
};

TEST_F(SeveralFiles, are_asked_in_their_order) {
  write("one", "allow a\ndeny b\nallow");
  write("two", "deny a\nallow b\nallow c\ndeny");
  open({"one", "two"});
  EXPECT_EQ(decide("a"), "allowed by the rule of line 1 of one");
  EXPECT_EQ(decide("b"), "denied by the rule of line 2 of one");
  EXPECT_EQ(decide("c"), "allowed by the rule of line 3 of two");
  EXPECT_EQ(decide("d"), "denied by the default of two");
}

TEST_F(SeveralFiles, are_looked_at_each) {
  write("one", "deny");
  write("two", "deny");
  open({"one", "two"});
  const auto version = files->look();
  EXPECT_EQ(files->look(), version);
  write("two", "allow a\ndeny");
  const auto second = files->look();
  EXPECT_NE(second, version);
  EXPECT_EQ(decide("a"), "allowed by the rule of line 1 of two");
  write("one", "deny a\ndeny");
  EXPECT_NE(files->look(), second);
  EXPECT_EQ(decide("a"), "denied by the rule of line 1 of one");
}

TEST_F(SeveralFiles, keep_the_rules_of_one_that_is_wrong) {
  write("one", "allow a\ndeny");
  write("two", "deny");
  open({"one", "two"});
  const auto version = files->look();
  write("one", "allow b");
  EXPECT_EQ(files->look(), version);
  EXPECT_EQ(decide("a"), "allowed by the rule of line 1 of one");
}

// Within a tick of the clock that gives a file its time.
TEST_F(SeveralFiles, are_read_again_when_another_file_of_the_same_size_has_taken_the_place) {
  write("one", "allow 0\ndeny");
  open({"one"});
  for (int i = 1; i < 50; ++i) {
    const auto client = std::to_string(i % 10);
    write("one", "allow " + client + "\ndeny");
    (void)files->look();
    ASSERT_EQ(decide(client), "allowed by the rule of line 1 of one");
  }
}

TEST_F(SeveralFiles, are_all_needed) {
  write("one", "allow");
  const std::vector paths{path("one"), path("two")};
  const auto opened = RulesFiles::open(paths);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error(), path("two") + ": the file cannot be opened");
}

}  // namespace
}  // namespace orbweaver::security
