// SPDX-License-Identifier: Apache-2.0
// The options that every component has (peers/CONTRACT.md), as CLI11 reads them, and the ORB
// options they make.
#pragma once
#include <orbweaver/os/thread.hpp>
#include "launched/packet_stage.hpp"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::launched {

enum class MessagingKind { oneway, twoway };

struct Settings {
  std::string name;
  std::string next;  // reference of the next component; empty: this is the last
  MessagingKind messaging = MessagingKind::oneway;
  std::string sync = "transport", transport = "auto", dispatch = "lane",
              threading = "per-connection";
  std::string collocation;  // empty: as the ORB does by default
  unsigned threads = 8;
  std::vector<std::string> endpoints;
  bool has_worker = false;
  bool is_lossy = false;                // what has not come when the end does is lost
  std::optional<double> reorder_ms;     // skip time of a reorder buffer; nothing: none
  unsigned parallel = 0;                // threads that process at once; 0: not parallel
  std::optional<std::size_t> depth;     // nothing: as the stage and the ORB do by default
  std::optional<std::size_t> lane_low;  // nothing: as the ORB does by default
  std::uint32_t call_timeout_ms = 5000;
  std::string cpus = "all";
  os::SchedulingClass scheduler = os::SchedulingClass::other;
  int priority = 1;
  bool explain = false;
  std::vector<std::string> orb;  // NAME=VALUE, for any other -ORB option

  [[nodiscard]] StageSettings stage() const {
    return {.has_worker = has_worker,
            .parallel = parallel,
            .depth = depth.value_or(StageSettings{}.depth),
            .push_timeout = std::chrono::milliseconds(call_timeout_ms),
            .skip_after = skip_after(),
            .is_lossy = is_lossy};
  }

 private:
  [[nodiscard]] std::optional<Nanoseconds> skip_after() const {
    if (!reorder_ms) return std::nullopt;
    return Nanoseconds{static_cast<std::int64_t>(*reorder_ms * 1e6)};
  }
};

/// Adds what every program has: name, processors, scheduling, transport, explain, orb.
void add_program_options(CLI::App& app, Settings& settings);
/// Adds the options of components that send packets: next, messaging, sync, collocation, call
/// timeout.
void add_sender_options(CLI::App& app, Settings& settings);
/// Adds the options of components that receive packets: worker, reorder-ms, lossy, depth, lane-low,
/// dispatch, threading, threads, endpoint.
void add_receiver_options(CLI::App& app, Settings& settings);
/// Adds what a component without state has on top: parallel.
void add_stateless_options(CLI::App& app, Settings& settings);

/// For CORBA::ORB_init.
[[nodiscard]] std::vector<std::string> orb_options(const Settings& settings);
/// Processors and scheduling of the whole process, applied to the calling (main) thread before
/// others start. Fails: one readable line.
[[nodiscard]] Result<void, std::string> apply_thread_options(const Settings& settings);

}  // namespace orbweaver::launched
