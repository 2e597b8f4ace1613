// SPDX-License-Identifier: Apache-2.0
// One trial of a component, alone: its program is started as SCA 2.2.2 says, its object is
// initialised, configured, connected to files, started, fed, stopped and released, and nothing of
// it is left.
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

/// Functions that a trial calls to inform its front end, on threads of the trial, several at once;
/// they must be brief.
struct Events {
  std::function<void(int process)> on_running;
  std::function<void(device::Stream stream, std::string_view line)> on_line;  // the component's
  std::function<void(const std::string& line)> on_failure;
  std::function<void(const std::string& line)> on_note;  // what is no failure, and good to know
};

struct TrialOptions {
  static constexpr std::size_t kPacketSamples = 1024;

  std::string guard_program;  // path of orbweaver-guard
  std::size_t packet_samples = kPacketSamples;
  std::optional<Nanoseconds> run_time;  // none: until the stream has ended
  deploy::Timeouts timeouts;            // of each step; 10 s
  /// For a packet to be taken, and for the silence after the last one. 0: no limit.
  Nanoseconds data_timeout = std::chrono::seconds{10};
  /// Given to the program before its own parameters: options of its ORB, the working folder.
  std::vector<std::pair<std::string, std::string>> parameters;
  Events events;
};

struct PortOutcome {
  PortFile port;
  std::uint64_t packets = 0, samples = 0;
  bool has_ended = false;  // a uses port: it passed the end of the stream on
};

enum class TrialEnd {
  through,  // the end of the stream is through the component
  time,     // the run time is over
  interrupted,
  failed,
};
/// "end of stream", "time", "interrupted", "failed".
[[nodiscard]] std::string_view name_of(TrialEnd ended) noexcept;

struct TrialOutcome {
  TrialEnd ended = TrialEnd::failed;
  std::vector<PortOutcome> inputs, outputs;
  /// From start to the end of the stream, or to what ended it before; none: it was not started.
  std::optional<Nanoseconds> ran;
  std::string program_end;            // "exit status 0"; empty: it was not started
  std::vector<std::string> failures;  // one line each
  bool is_wrongly_set = false;        // its program lacks what the user set
};

/// Threads: run() once; interrupt() any.
class Trial {
 public:
  /// Makes an ORB. Throws as CORBA::ORB_init.
  Trial(Subject subject, TrialOptions options);
  /// Kills programs that still run.
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  /// Opens the files: before run(), so that bad input is known before anything runs. Fails: with
  /// one line.
  [[nodiscard]] Result<void, std::string> open_files();
  /// Requires: open_files() succeeded. Blocks: until all is over and given back; each step at most
  /// its timeout.
  [[nodiscard]] TrialOutcome run();
  /// run() ends in order. A call that is under way while the component is being created ends with
  /// its program.
  void interrupt();

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace orbweaver::trial
