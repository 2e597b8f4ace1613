// SPDX-License-Identifier: Apache-2.0
// Rules of several files, in a form that this test reads itself: "allow CLIENT" and "deny CLIENT",
// a rule a line, and a default "allow" or "deny" as the last line.
#include <orbweaver/security/rules_files.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>
#include <utility>

namespace orbweaver::security {
namespace {

bool is_without_memory = false;

Result<Rules, std::string> read(std::string_view text, const std::string& file) {
  if (std::exchange(is_without_memory, false)) throw std::bad_alloc{};
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

/// While it lives, this process can open no file.
class NoDescriptors {
 public:
  NoDescriptors() {
    EXPECT_EQ(::getrlimit(RLIMIT_NOFILE, &before_), 0);
    auto none = before_;
    none.rlim_cur = 0;
    EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(SeveralFiles, are_read_later_if_there_was_no_descriptor_when_they_changed) {
  write("one", "allow a\ndeny");
  open({"one"});
  write("one", "deny a\ndeny");
  {
    const NoDescriptors none;
    (void)files->look();
  }
  EXPECT_EQ(decide("a"), "allowed by the rule of line 1 of one");
  (void)files->look();
  EXPECT_EQ(decide("a"), "denied by the rule of line 1 of one");
}

TEST_F(SeveralFiles, are_read_later_if_there_was_no_memory_when_they_changed) {
  write("one", "allow a\ndeny");
  open({"one"});
  write("one", "deny a\ndeny");
  is_without_memory = true;
  (void)files->look();
  EXPECT_FALSE(is_without_memory);
  EXPECT_EQ(decide("a"), "allowed by the rule of line 1 of one");
  (void)files->look();
  EXPECT_EQ(decide("a"), "denied by the rule of line 1 of one");
}

TEST_F(SeveralFiles, leave_the_rules_in_force_when_they_are_gone_and_say_so_once_each_time) {
  write("one", "allow a\ndeny");
  open({"one"});
  for (int i = 0; i < 2; ++i) {
    std::filesystem::remove(path("one"));
    testing::internal::CaptureStderr();
    for (int look = 0; look < 3; ++look) (void)files->look();
    const auto log = testing::internal::GetCapturedStderr();
    const auto line = log.find("the earlier rules stay in force: " + path("one") +
                               ": the file cannot be read: stat: No such file");
    ASSERT_NE(line, log.npos) << log;
    EXPECT_EQ(log.find("the earlier rules", line + 1), log.npos) << log;
    EXPECT_EQ(decide("a"), "allowed by the rule of line 1 of one");
    write("one", "allow a\ndeny");
    (void)files->look();
  }
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
  EXPECT_EQ(opened.error(),
            path("two") + ": the file cannot be read: open: No such file or directory");
}

}  // namespace
}  // namespace orbweaver::security
