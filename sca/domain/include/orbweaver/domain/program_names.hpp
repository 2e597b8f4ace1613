// SPDX-License-Identifier: Apache-2.0
// The names of the programs that a domain starts. Each program gets a new one, so that a late
// report of an end or a late line is not taken for another program's.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace orbweaver::domain {

/// The component that a program belongs to.
struct ComponentName {
  std::uint64_t application = 0;  // its number in the domain
  std::string application_name;   // unique in the domain; empty if the program is no component's
  std::string identifier;         // "<instantiation>:<application>"
  std::string instantiation;      // id in the SAD
};

/// Threads: any.
class ProgramNames {
 public:
  /// Returns a new name for a program: `<prefix>_<number>`. The component binds it at the naming
  /// service, with any ORB: characters that have a meaning in stringified names, or that are not
  /// ASCII, become '_'.
  [[nodiscard]] std::string add(const std::string& prefix, ComponentName component);
  /// Adds a name that the domain's predecessor gave. Names that add() returns will differ from it.
  void restore(const std::string& name, ComponentName component);
  /// Returns the component of a program; nothing for a name that is unknown, or was retired long
  /// ago.
  [[nodiscard]] std::optional<ComponentName> find(const std::string& name) const;
  /// The programs of the application have ended. Their names are kept for a while, for lines that
  /// arrive late.
  void retire(std::uint64_t application);

 private:
  struct Entry {
    ComponentName component;
    bool is_retired = false;
  };
  static constexpr std::size_t kMostRetired = 512;
  mutable os::Mutex mutex_;
  std::uint64_t last_number_ = 0;
  std::map<std::string, Entry> names_;
  std::deque<std::string> retired_;  // the oldest first
};

}  // namespace orbweaver::domain
