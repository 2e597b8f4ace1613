// SPDX-License-Identifier: Apache-2.0
// What applications take of a domain, and that all of it is given back: processes, capacities,
// names, connections. An application is there as a whole, or nothing of it is.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orbweaver::sim {

/// What a domain, its devices and their machine hold at a moment.
struct Holdings {
  std::size_t applications = 0;
  std::size_t names = 0;                // in the domain's context
  std::size_t parts = 0;                // processes of components
  std::size_t problems = 0;             // that the domain and its nodes tell of
  std::map<std::string, double> cores;  // that are free, by device
  std::set<std::string> in_use;         // devices that do not say that they are idle
};
/// One line with each difference; empty: none.
[[nodiscard]] std::string difference(const Holdings& before, const Holdings& after);

/// What a client has of an application that was created.
struct Created {
  std::size_t wanted = 0;      // components of the SAD
  std::vector<int> processes;  // that the application says it has
};
/// Why it is not whole; empty: it is. `is_running`: whether there is such a process.
[[nodiscard]] std::string why_not_whole(const Created& created, bool (*is_running)(int process));

/// Connections of components, as these see them. Fails the run when one is made twice, or ended
/// without being there.
class Deployment {
 public:
  void connects(int process, const std::string& connection);
  void disconnects(int process, const std::string& connection);
  /// A component ended by itself, in order. Fails the run if it still has a connection, and no
  /// fault has happened.
  void part_ends(int process, int status);
  /// A process was killed. From now on a component may end with connections, and calls may fail.
  void kills() noexcept { has_killed_ = true; }
  /// Whether a process was killed, or another fault of the run has happened by which calls may
  /// fail.
  [[nodiscard]] bool has_had_faults() const noexcept;

 private:
  std::map<int, std::set<std::string>> connections_;  // by process
  bool has_killed_ = false;
};

/// That of the run; made anew by begin_deployment().
[[nodiscard]] Deployment& deployment() noexcept;
void begin_deployment();

}  // namespace orbweaver::sim
