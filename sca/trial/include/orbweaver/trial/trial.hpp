// SPDX-License-Identifier: Apache-2.0
// One trial of a component alone. Its program is started as SCA 2.2.2 defines; its object is
// initialised, configured, connected to files, started, fed, stopped and released; its processes
// are ended.
//
//   trial::Trial trial{*trial::read_subject({.spd = "gain.spd.xml", .inputs = {"in.f32"}}),
//                      {.guard_program = *guard::program_beside_this()}};
//   if (const auto opened = trial.open_files(); !opened) return fail(opened.error());
//   const auto outcome = trial.run();
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/deploy/limit.hpp>
#include <orbweaver/device/output_reader.hpp>
#include <orbweaver/ports/connection_options.hpp>
#include <orbweaver/trial/subject.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orbweaver::trial {

/// Functions that inform the front end, on threads of the trial, several at the same time. They
/// must be brief.
struct Events {
  std::function<void(int process)> on_running;
  std::function<void(device::Stream stream, std::string_view line)> on_line;  // the component's
  std::function<void(const std::string& line)> on_failure;
  // something that a user should know, but no failure
  std::function<void(const std::string& line)> on_note;
};

struct TrialOptions {
  static constexpr std::size_t kPacketSamples = 1024;

  std::string guard_program;  // path of orbweaver-guard
  std::size_t packet_samples = kPacketSamples;
  std::optional<Nanoseconds> run_time;  // nothing: until the stream has ended
  deploy::Timeouts timeouts;            // of each step; 10 s
  /// How long a packet may take to be accepted, and how long the component may be silent after the
  /// last one. 0: no limit.
  Nanoseconds data_timeout = std::chrono::seconds{10};
  /// Parameters of the program, before its own: options of its ORB, the working folder.
  std::vector<std::pair<std::string, std::string>> parameters;
  Events events;
};

struct PortOutcome {
  PortFile port;
  std::uint64_t packets = 0, samples = 0;
  bool has_ended = false;  // of a uses port: it passed on the end of the stream
};

enum class TrialEnd {
  through,  // the component has processed the end of the stream
  time,     // the run time is over
  interrupted,
  failed,
};
/// "end of stream", "time", "interrupted", "failed".
[[nodiscard]] std::string_view name_of(TrialEnd ended) noexcept;

struct TrialOutcome {
  TrialEnd ended = TrialEnd::failed;
  std::vector<PortOutcome> inputs, outputs;
  /// From the start to the end of the stream, or to the reason of an earlier end; nothing: it was
  /// not started.
  std::optional<Nanoseconds> ran;
  std::string program_end;            // "exit status 0"; empty: it was not started
  std::vector<std::string> failures;  // one line each
  bool is_wrongly_set = false;        // the program does not know a setting of the user
};

/// Threads: run() once; interrupt() any.
class Trial {
 public:
  /// Makes an ORB. Throws the exceptions of CORBA::ORB_init.
  Trial(Subject subject, TrialOptions options);
  /// Kills programs that still run.
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  /// Opens the files. Call it before run(), so that wrong input is reported before anything runs.
  /// Fails: with one line.
  [[nodiscard]] Result<void, std::string> open_files();
  /// Runs the trial. Requires: open_files() succeeded. Blocks: until everything is given back; each
  /// step at most for its timeout.
  [[nodiscard]] TrialOutcome run();
  /// Ends run() in order. If the component is being created, a call that is under way ends with its
  /// program.
  void interrupt();

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace orbweaver::trial
