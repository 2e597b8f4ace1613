// A trial of the test component, in a folder of its own.
#pragma once
#include <orbweaver/trial/trial.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "subject_files.hpp"

namespace orbweaver::trial::test {

using Texts = std::vector<std::string>;

/// Generous: a busy machine is no failure.
constexpr auto kLong = std::chrono::seconds{60};
/// The timeout of steps that hang, and of no others.
constexpr auto kShort = std::chrono::milliseconds{300};

class ATrial : public testing::Test {
 protected:
  void SetUp() override { files.write("in", SubjectFiles::bytes_of({1, 2, 3, 4, 5})); }

  Request request(Texts settings = {}) {
    Request made;
    made.spd = files.spd();
    made.inputs = {files.path("in")};
    made.outputs = {files.path("out")};
    made.settings = std::move(settings);
    return made;
  }
  /// A component without one side.
  Request request_of(const std::string& shape, Texts settings = {}) {
    settings.push_back("shape=" + shape);
    auto made = request(std::move(settings));
    if (shape == "source") {
      files.write_ports(SubjectFiles::uses("out", "realShort"));
      made.inputs.clear();
    } else if (shape == "sink") {
      files.write_ports(SubjectFiles::provides("in", "realShort"));
      made.outputs.clear();
    }
    return made;
  }
  TrialOptions options() {
    TrialOptions made;
    made.guard_program = SubjectFiles::program("orbweaver-guard");
    made.packet_samples = 2;
    made.timeouts = deploy::Timeouts{kLong};
    made.data_timeout = kLong;
    made.events.on_running = [this](int process) { process_ = process; };
    made.events.on_line = [this](device::Stream, std::string_view line) {
      const std::scoped_lock lock{mutex_};
      lines_.emplace_back(line);
      changed_.notify_all();
    };
    made.events.on_note = [this](const std::string& line) { notes_.push_back(line); };
    return made;
  }
  Outcome run(const Request& request, TrialOptions with) {
    auto subject = read_subject(request);
    EXPECT_TRUE(subject) << subject.error().lines.front();
    trial_.emplace(*std::move(subject), std::move(with));
    EXPECT_TRUE(trial_->open_files());
    auto outcome = trial_->run();
    EXPECT_EQ(::kill(process_, 0), -1) << "its process is still there";
    return outcome;
  }
  Outcome run(const Request& request) { return run(request, options()); }
  /// On a thread, while the test does something else.
  std::jthread beside(const Request& request, Outcome& outcome) {
    auto subject = read_subject(request);
    EXPECT_TRUE(subject) << subject.error().lines.front();
    trial_.emplace(*std::move(subject), options());
    EXPECT_TRUE(trial_->open_files());
    return std::jthread{[&] { outcome = trial_->run(); }};
  }
  void await_line(const std::string& text) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return std::ranges::find(lines_, text) != lines_.end(); });
  }
  [[nodiscard]] std::string out() const { return files.read("out"); }

  SubjectFiles files;
  int process_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  Texts lines_, notes_;
  std::optional<Trial> trial_;
};

}  // namespace orbweaver::trial::test
