// What is outside of all processes of a run: the history, what processes learn of each other, and
// which processes there were.
#pragma once
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/thread.hpp>

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

struct World {
  History history;
  Board board;
  Signal over;
  std::uint32_t senders = 0;
  std::vector<Process*> programs;
};
/// That of the run; made anew by begin_world().
[[nodiscard]] World& world() noexcept;
void begin_world();

/// A process that check_end_of_all() knows. `name` lives as long as the program.
Process& start_program(const char* name, std::function<void()> body, Node* node = nullptr);
/// Fails the run if a process left memory or descriptors behind.
void check_end_of_all();

}  // namespace orbweaver::sim
