// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/log_file.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "scratch_folder.hpp"

namespace orbweaver::program {
namespace {

using Json = nlohmann::json;

const LogProducer kProducer{"DCE:1", "Lab"};

class ALog : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path path(const std::string& name = "log") const {
    return scratch_.path() / name;
  }
  void open(LogLimits limits = {}) {
    limits.clock = [this] { return time; };
    log.emplace(*LogFile::open(path(), std::move(limits)));
  }
  void write(const std::string& text, LogLevel level = LogLevel::administrative_event) {
    log->write(kProducer, {level, text});
  }
  [[nodiscard]] std::vector<Json> lines(const std::string& name = "log") const {
    std::vector<Json> lines;
    std::ifstream from{path(name)};
    for (std::string line; std::getline(from, line);) lines.push_back(Json::parse(line));
    return lines;
  }

  TimePoint time = now();
  std::optional<LogFile> log;

 private:
  ScratchFolder scratch_;
};

TEST_F(ALog, has_a_json_object_with_time_level_producer_and_text_on_each_line) {
  open();
  log->write(kProducer, {LogLevel::failure_alarm, "say \"no\"\n\xff",
                         std::chrono::system_clock::from_time_t(1'700'000'000) +
                             std::chrono::microseconds{42}});
  ASSERT_EQ(lines().size(), 1U);
  EXPECT_EQ(lines()[0], Json({{"time", "2023-11-14T22:13:20.000042Z"},
                              {"level", "FAILURE_ALARM"},
                              {"producer", "DCE:1"},
                              {"name", "Lab"},
                              {"text", "say \"no\"\n\ufffd"}}));
}

TEST_F(ALog, goes_on_after_what_is_there) {
  open();
  write("first");
  open();
  write("second");
  EXPECT_EQ(lines().size(), 2U);
}

TEST_F(ALog, has_no_more_lines_in_a_second_than_it_may_and_says_how_many_are_missing) {
  open({.lines_a_second = 2});
  for (const auto* text : {"1", "2", "3", "4", "5"}) write(text);
  EXPECT_EQ(lines().size(), 2U);
  time += std::chrono::seconds{1};
  write("6");
  ASSERT_EQ(lines().size(), 4U);
  EXPECT_EQ(lines()[2]["level"], "FLOW_CONTROL_ERROR");
  EXPECT_TRUE(lines()[2]["text"].get<std::string>().starts_with("3 lines were not written: "));
  EXPECT_EQ(lines()[3]["text"], "6");
}

TEST_F(ALog, says_at_its_end_how_many_lines_are_missing) {
  open({.lines_a_second = 1});
  write("1");
  write("2");
  log.reset();
  ASSERT_EQ(lines().size(), 2U);
  EXPECT_EQ(lines()[1]["level"], "FLOW_CONTROL_ERROR");
}

TEST_F(ALog, starts_a_new_file_when_one_is_full_and_keeps_the_last) {
  open({.file_bytes = 250});
  for (const auto* text : {"1", "2", "3", "4", "5"}) write(text);
  EXPECT_LE(std::filesystem::file_size(path()), 250U);
  EXPECT_LE(std::filesystem::file_size(path("log.1")), 250U);
  EXPECT_EQ(lines().back()["text"], "5");
  EXPECT_EQ(lines("log.1").size(), 2U);
}

TEST_F(ALog, cuts_a_text_that_is_too_long) {
  open({.line_bytes = 10});
  write(std::string(100, 'x'));
  EXPECT_EQ(lines()[0]["text"], std::string(10, 'x'));
}

TEST_F(ALog, counts_what_the_file_system_refuses) {
  open({.file_bytes = 1});
  write("first");
  std::filesystem::create_directories(path("log.1") / "in the way");
  write("second");
  std::filesystem::remove_all(path("log.1"));
  write("third");
  ASSERT_EQ(lines("log.1").size(), 1U);
  EXPECT_TRUE(
      lines("log.1")[0]["text"].get<std::string>().starts_with("1 lines were not written: "));
  EXPECT_EQ(lines()[0]["text"], "third");
}

TEST_F(ALog, has_whole_lines_of_many_threads) {
  open();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([this] {
        for (int j = 0; j < 100; ++j) write("text");
      });
  }
  EXPECT_EQ(lines().size(), 400U);
}

TEST_F(ALog, is_refused_where_no_file_can_be) {
  const auto refused = LogFile::open(path("no/folder/log"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), path("no/folder/log").string() +
                                 ": the log cannot be written: No such file or directory");
}

TEST(ACallWithAnAlarm, logs_what_it_throws_and_throws_it) {
  std::vector<std::string> texts;
  const OnLog to = [&](const LogRecord& record) {
    texts.push_back(std::string{name_of(record.level)} + " " + record.text);
  };
  EXPECT_EQ(with_alarm(to, "sum", [] { return 3; }), 3);
  EXPECT_THROW(with_alarm(to, "registerDevice", [] { throw CORBA::TRANSIENT(); }),
               CORBA::TRANSIENT);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_TRUE(texts[0].starts_with("FAILURE_ALARM registerDevice: CORBA::TRANSIENT")) << texts[0];
}

}  // namespace
}  // namespace orbweaver::program
