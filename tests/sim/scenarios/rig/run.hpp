// SPDX-License-Identifier: Apache-2.0
// The run of a scenario that has one object: a server program, and clients that call it.
#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "laws/history.hpp"
#include "scenarios/rig/options.hpp"
#include "scenarios/rig/orb.hpp"
#include "scenarios/rig/sink.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

/// The object of these scenarios.
inline constexpr std::uint32_t kObject = 1;

struct ServerAndClients {
  Promises promises;               // for calls to kObject
  std::span<const Pace> paces;     // the servant has one of them
  std::uint32_t most_clients = 1;  // there are 1 to so many
  BodySizes body_sizes = kSmallBodies;
  bool lends = false;                               // see World
  Options client_options;                           // beside those by the seed
  std::function<void(const Options&, Pace)> serve;  // the server; it ends after world().over
  std::function<void(const Options&)> call;         // a client
  std::function<void()> at_the_end;                 // may check more
};

/// Runs them, each in a process with options by the seed, and checks every law at the end.
void run_programs(const ServerAndClients& programs);

/// Blocks until what was sent to kObject has come to it; no longer than anything travels.
void await_delivery();

/// What a client does last: a two-way call, which settles all before it, or a one-way call that its
/// transport takes.
enum class Last { settles, is_one_way };
/// A client: 1 to 3 threads call kObject in every way, through one reference or one for each.
void call_in_every_way(const Options& options, Last last = Last::settles);

/// Law 3, without OrderedDelivery, after all programs have ended: one-way calls to kObject that
/// were lost are counted by clients as dropped or uncertain, and what servers acknowledged has run.
/// If one of them was killed, requests that it had read are gone, and no client can count them.
void check_losses();

/// Serves kObject as "sink" of the board until world().over, and checks the lane. Then
/// `at_the_end`, if there is one, looks at the ORB before it ends.
void serve_until_over(const Options& options, Pace pace,
                      const std::function<void(const Orb&)>& at_the_end = {});

/// Law 4. No lane holds more than its depth, and one request for each further connection, or socket
/// for datagrams, that was being read when it filled.
void check_lane(const Orb& orb, const std::string& reference, const Options& options);

/// Whether the server closes idle connections (-ORBserverIdle).
enum class ClosesIdle { no, yes };
/// Law 3, for kObject: what was delivered and what is counted as missing are together the calls
/// that used a number, and the servant was given the gaps.
void check_sum_of_streams(const Orb& orb, ClosesIdle closes_idle);

}  // namespace orbweaver::sim
