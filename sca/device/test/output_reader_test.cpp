// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/output_reader.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <vector>

#include "core/last_lines.hpp"
#include "core/line_splitter.hpp"

namespace orbweaver::device {
namespace {

using Lines = std::vector<std::string>;

TEST(LineSplitter, makes_lines_of_pieces) {
  LineSplitter lines;
  Lines taken;
  const auto take = [&](std::string_view line) { taken.emplace_back(line); };
  for (const auto* piece : {"fir", "st\nsecond\n", "\n", "th", "ird"}) lines.add(piece, take);
  EXPECT_EQ(taken, (Lines{"first", "second", ""}));
  lines.finish(take);
  lines.finish(take);
  EXPECT_EQ(taken.back(), "third");
  EXPECT_EQ(taken.size(), 4U);
}

TEST(LineSplitter, cuts_lines_that_are_too_long) {
  LineSplitter lines;
  Lines taken;
  const auto take = [&](std::string_view line) { taken.emplace_back(line); };
  const std::string longest(kMostLineBytes, 'x');
  lines.add(longest + "y\n", take);
  EXPECT_EQ(taken, (Lines{longest, "y"}));
}

/// Lines as they came, by name and stream.
class Recorder {
 public:
  OnLine on_line() {
    return [this](const std::string& name, Stream stream, std::string_view line) {
      const std::scoped_lock lock{mutex_};
      lines_[name + (stream == Stream::error ? " error" : "")].emplace_back(line);
      ++count_;
      changed_.notify_all();
    };
  }
  void wait_for(std::size_t count) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return count_ >= count; });
  }
  Lines lines_of(const std::string& name) {
    const std::scoped_lock lock{mutex_};
    return lines_[name];
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Lines> lines_;
  std::size_t count_ = 0;
};

void print(const os::UniqueFd& end, std::string_view text) {
  ASSERT_EQ(::write(end.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(OutputReader, hands_on_lines_under_the_names_of_their_programs) {
  Recorder recorder;
  OutputReader reader{recorder.on_line()};
  const auto demod = reader.add("demod").value(), filter = reader.add("filter").value();
  print(demod.output, "one\n");
  print(filter.output, "two\nthree\n");
  print(demod.error, "four\n");
  recorder.wait_for(4);
  EXPECT_EQ(recorder.lines_of("demod"), Lines{"one"});
  EXPECT_EQ(recorder.lines_of("filter"), (Lines{"two", "three"}));
  EXPECT_EQ(recorder.lines_of("demod error"), Lines{"four"});
}

TEST(OutputReader, hands_on_the_last_line_without_an_end) {
  Recorder recorder;
  OutputReader reader{recorder.on_line()};
  {
    const auto ends = reader.add("demod").value();
    print(ends.output, "unfinished");
  }
  recorder.wait_for(1);
  EXPECT_EQ(recorder.lines_of("demod"), Lines{"unfinished"});
}

TEST(OutputReader, hands_on_what_was_printed_before_its_end) {
  Recorder recorder;
  {
    OutputReader reader{recorder.on_line()};
    const auto ends = reader.add("demod").value();
    print(ends.output, "one\ntwo");
  }
  EXPECT_EQ(recorder.lines_of("demod"), (Lines{"one", "two"}));
}

TEST(OutputReader, gives_the_last_line_of_an_error_though_others_hold_the_pipe) {
  Recorder recorder;
  OutputReader reader{recorder.on_line()};
  const auto demod = reader.add("demod").value(), filter = reader.add("filter").value();
  print(demod.error, "one\ntwo\n");
  print(demod.output, "three\n");
  print(filter.error, "four\n");
  EXPECT_EQ(reader.take_last_error("demod", Deadline::never()), "two");
  EXPECT_EQ(reader.take_last_error("demod", Deadline::never()), "") << "it was taken";
  print(demod.error, "no end");
  EXPECT_EQ(reader.take_last_error("demod", Deadline::never()), "no end");
  EXPECT_EQ(reader.take_last_error("unknown", Deadline::never()), "");
  EXPECT_EQ(recorder.lines_of("demod error"), (Lines{"one", "two"}));
}

TEST(OutputReader, gives_the_last_line_of_what_has_ended_and_cuts_it) {
  Recorder recorder;
  OutputReader reader{recorder.on_line()};
  {
    const auto ends = reader.add("demod").value();
    print(ends.error, std::string(300, 'x'));
  }
  EXPECT_EQ(reader.take_last_error("demod", Deadline::never()), std::string(200, 'x'));
}

TEST(LastLines, of_the_program_that_printed_nothing_for_longest_make_room) {
  LastLines lines{2};
  lines.note("first", "one");
  lines.note("second", "two");
  lines.note("first", "three");
  lines.note("third", "four");
  EXPECT_EQ(lines.take("second"), "");
  EXPECT_EQ(lines.take("first"), "three");
  EXPECT_EQ(lines.take("first"), "") << "it was taken";
  EXPECT_EQ(lines.take("third"), "four");
}

TEST(OutputReader, keeps_the_last_line_although_many_programs_were_never_asked_about) {
  Recorder recorder;
  OutputReader reader{recorder.on_line()};
  constexpr std::size_t kPrograms = 1'100;
  for (std::size_t i = 0; i < kPrograms; ++i) {
    print(reader.add("left behind " + std::to_string(i)).value().error, "line\n");
    recorder.wait_for(i + 1);
  }
  const auto demod = reader.add("demod").value();
  print(demod.error, "no such antenna\n");
  EXPECT_EQ(reader.take_last_error("demod", Deadline::never()), "no such antenna");
}

TEST(OutputReader, waits_no_longer_for_a_line_than_it_may) {
  std::mutex busy;
  std::unique_lock hold{busy};
  OutputReader reader{
      [&](const std::string&, Stream, std::string_view) { const std::scoped_lock lock{busy}; }};
  const auto ends = reader.add("demod").value();
  print(ends.output, "one\n");
  EXPECT_EQ(reader.take_last_error("demod", Deadline::after(std::chrono::milliseconds{1})), "");
  hold.unlock();
}

TEST(OutputReader, reads_much_from_many) {
  Recorder recorder;
  OutputReader reader{recorder.on_line()};
  constexpr std::size_t kPrograms = 50, kLines = 200;
  for (std::size_t i = 0; i < kPrograms; ++i) {
    const auto ends = reader.add(std::to_string(i)).value();
    for (std::size_t line = 0; line < kLines; ++line) print(ends.output, "some text of a line\n");
  }
  recorder.wait_for(kPrograms * kLines);
  EXPECT_EQ(recorder.lines_of("0").size(), kLines);
}

}  // namespace
}  // namespace orbweaver::device
