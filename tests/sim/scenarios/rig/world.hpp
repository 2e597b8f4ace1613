// SPDX-License-Identifier: Apache-2.0
// What is outside of all processes of a run: the history, what processes learn of each other, and
// which processes there were.
#pragma once
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/thread.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "laws/history.hpp"

namespace orbweaver::sim {

/// Where processes of a run find each other.
class Board {
 public:
  void put(const std::string& name, const std::string& value);
  /// Blocks: until it is there.
  [[nodiscard]] std::string get(const std::string& name);
  void remove(const std::string& name);

 private:
  std::map<std::string, std::string> values_;
  WaitList changed_;
};

/// A moment for which threads of any process wait.
class Signal {
 public:
  void raise() noexcept;
  void wait() noexcept;
  [[nodiscard]] bool is_raised() const noexcept { return is_raised_; }

 private:
  bool is_raised_ = false;
  WaitList waiters_;
};

using BodySizes = std::array<std::size_t, 8>;
inline constexpr BodySizes kSmallBodies{0, 1, 3, 8, 40, 200, 900, 3000};
/// Some leave in several pieces over sockets.
inline constexpr BodySizes kBodiesOfPieces{0, 40, 900, 5000, 3000, 9000, 20'000, 50'000};
/// Most lie in blocks of shared memory. A client that sends some in a row waits for blocks.
inline constexpr BodySizes kBodiesOfBlocks{0, 900, 70'000, 200'000, 8, 120'000, 30'000, 250'000};
/// Some fill a connection's shared memory, and one does not fit into it.
inline constexpr BodySizes kLargeBodies{0, 8, 900, 30'000, 200'000, 600'000, 900, 2'500'000};

struct World {
  History history;
  Board board;
  Signal over;                             // clients are done
  Signal served;                           // the server has ended
  Signal has_part;                         // a component of an application has begun
  std::uint32_t senders = 0, streams = 0;  // so many have a number
  std::vector<Process*> programs;
  std::map<Process*, std::vector<std::uint32_t>> senders_of;
  /// Of what calls carry, in octets.
  BodySizes body_sizes = kSmallBodies;
  /// Senders give loans and views, too, and servants keep views.
  bool lends = false;
  /// One-way calls that ORBs which ended count as dropped or uncertain.
  std::uint64_t counted_losses = 0;
  bool has_killed = false;  // a process
};
/// That of the run; made anew by begin_world().
[[nodiscard]] World& world() noexcept;
void begin_world();

/// A process that check_end_of_all() knows. `name` lives as long as the program.
Process& start_program(const char* name, std::function<void()> body, Node* node = nullptr);
/// As kill(); the calls of its senders that have not ended have no outcome.
void kill_program(Process& process);
/// Blocks: until every program has ended, also those that start meanwhile.
void await_end_of_all();
/// Fails the run if a process left memory or descriptors behind.
void check_end_of_all();

}  // namespace orbweaver::sim
