// SPDX-License-Identifier: Apache-2.0
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
    Request request;
    request.spd = files.spd();
    request.inputs = {files.path("in")};
    request.outputs = {files.path("out")};
    request.settings = std::move(settings);
    return request;
  }
  /// A component without one side.
  Request request_of(const std::string& shape, Texts settings = {}) {
    settings.push_back("shape=" + shape);
    auto new_request = request(std::move(settings));
    if (shape == "source") {
      files.write_ports(SubjectFiles::uses("out", "realShort"));
      new_request.inputs.clear();
    } else if (shape == "sink") {
      files.write_ports(SubjectFiles::provides("in", "realShort"));
      new_request.outputs.clear();
    }
    return new_request;
  }
  TrialOptions options() {
    TrialOptions trial_options;
    trial_options.guard_program = SubjectFiles::program("orbweaver-guard");
    trial_options.packet_samples = 2;
    trial_options.timeouts = deploy::Timeouts{kLong};
    trial_options.data_timeout = kLong;
    trial_options.events.on_running = [this](int process) { process_ = process; };
    trial_options.events.on_line = [this](device::Stream, std::string_view line) {
      const std::scoped_lock lock{mutex_};
      lines_.emplace_back(line);
      changed_.notify_all();
    };
    trial_options.events.on_note = [this](const std::string& line) { notes_.push_back(line); };
    return trial_options;
  }
  TrialOutcome run(const Request& request, TrialOptions with) {
    auto subject = read_subject(request);
    EXPECT_TRUE(subject) << subject.error().lines.front();
    trial_.emplace(*std::move(subject), std::move(with));
    EXPECT_TRUE(trial_->open_files());
    auto outcome = trial_->run();
    EXPECT_EQ(::kill(process_, 0), -1) << "its process is still there";
    return outcome;
  }
  TrialOutcome run(const Request& request) { return run(request, options()); }
  /// On a thread, while the test does something else.
  std::jthread beside(const Request& request, TrialOutcome& outcome) {
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
