// SPDX-License-Identifier: Apache-2.0
// One run: processes, threads and bytes, as the choices say.
#pragma once
#include <orbweaver/sim/choices.hpp>
#include <orbweaver/sim/clock.hpp>
#include <orbweaver/sim/trace.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::sim {

/// How the next thread is chosen.
enum class Exploration {
  random,    // any, at any point
  priority,  // the one with the highest priority; priorities are random and change a few times
};

/// When a run begins: its machine has run for a while, as a moment of zero means "never" to some.
inline constexpr Time kStartOfRun = 1000 * kSecond;

struct Settings {
  std::uint64_t seed = 0;
  Rates rates{};
  Exploration exploration = Exploration::random;
  std::optional<std::vector<Decision>> replay;
  /// Called with each event of the run, when it happens; to be shown.
  std::function<void(const TraceLine&)> on_event;
  /// Called with each decision, before what it decides happens.
  std::function<void(const Decision&)> on_decision;
  Time faults_last = 20 * kSecond;  // virtual, as is the next; from then on there are no faults
  Time longest = 400 * kSecond;     // then what should happen must have happened
  std::uint64_t most_steps = 20'000'000;  // switches of threads
};

struct Failure {
  std::string law;  // which one was broken: "deadlock", "order", ...
  std::string text;
};

struct Outcome {
  std::optional<Failure> failure;
  std::uint64_t hash = 0;
  Time time = 0;  // virtual, at the end
  std::uint64_t switches = 0;
  std::vector<Decision> decisions;
  std::array<std::uint64_t, kKinds> happened{};
};

/// Runs `body` as the first thread of a process "main", until it returns or a law is broken. Not
/// reentrant; one at a time in a program.
[[nodiscard]] Outcome simulate(const Settings& settings, const std::function<void()>& body);

/// The choices and the trace of the run that is under way.
[[nodiscard]] Choices& choices() noexcept;
[[nodiscard]] Trace& trace() noexcept;
/// "server" and the like, by the number of a trace's line; "" for none.
[[nodiscard]] std::string process_name(std::uint32_t number);
[[nodiscard]] std::string thread_name(std::uint32_t number);
/// Ends the run: a law is broken. Does not return in a simulated thread.
void fail(std::string law, std::string text);

/// What the system's generator for secrets gives.
[[nodiscard]] std::uint8_t random_octet() noexcept;
/// How far the time of day has jumped.
[[nodiscard]] Time wall_clock_offset() noexcept;

/// Calls `action` at that moment, in no thread: it must not wait.
void call_at(Time moment, std::function<void()> action);
/// From now on no fault happens; thread switches go on. For the end of a scenario, when what should
/// happen must happen.
void end_faults() noexcept;
/// The same for faults of these kinds.
void end_faults(std::span<const Kind> kinds) noexcept;
[[nodiscard]] bool may_fault() noexcept;
[[nodiscard]] bool may_fault(Kind kind) noexcept;

}  // namespace orbweaver::sim
