// SPDX-License-Identifier: Apache-2.0
// The names under which programs of components are bound and print: one for each program that the
// domain starts, never used again, so that a late report of an end or a late line is not taken for
// another program's.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace orbweaver::domain {

/// Whose program it is.
struct ComponentName {
  std::uint64_t application = 0;  // its number in the domain
  std::string application_name;   // unique in the domain; empty if the program is no component's
  std::string identifier;         // "<instantiation>:<application>"
  std::string instantiation;      // id in the SAD
};

/// Threads: any.
class ProgramNames {
 public:
  /// A name for a program: `<prefix>_<number>`. A component binds this name, of whatever ORB it is:
  /// what the text of a name or a code set gives a meaning becomes '_'.
  [[nodiscard]] std::string add(const std::string& prefix, ComponentName component);
  /// A name that a domain before this one gave. Later ones differ from it.
  void restore(const std::string& name, ComponentName component);
  /// The component of a program name; nothing for a name that was not made here, or long ago.
  [[nodiscard]] std::optional<ComponentName> find(const std::string& name) const;
  /// The programs of the application have ended. Their names are kept a while for what they printed
  /// last.
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
