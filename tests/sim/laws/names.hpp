// SPDX-License-Identifier: Apache-2.0
// The history of the names of a naming service, and whether it is one that a service could have
// which does one thing after the other: each operation takes effect at once, at some moment between
// its begin and its end (linearizability). Names do not depend on each other, so each is checked
// alone.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::sim {

/// What is bound to a name; 0: nothing.
using Value = std::uint32_t;

enum class NameCall : std::uint8_t {
  bind,     // done: nothing was bound; refused: something was
  rebind,   // done
  unbind,   // done: something was bound; refused: nothing was
  resolve,  // done: the value was bound; refused: nothing was
  list,     // done: something was bound; refused: nothing was
  restart,  // the service forgot all names
};

enum class NameEnding : std::uint8_t {
  open,
  done,
  refused,
  not_run,
  unknown,  // it may have been done, or may be done later
};

class Names {
 public:
  /// Returns the number of the operation, for ends().
  std::size_t begins(const std::string& name, NameCall call, Value value = 0);
  /// `found`: by resolve.
  void ends(const std::string& name, std::size_t operation, NameEnding ending, Value found = 0);

  /// The service ends or was killed; and it serves again, without names.
  void goes_down();
  void comes_up();

  /// At the end: fails the run if there is a name whose history no such service could have.
  void check_end() const;

 private:
  struct Operation {
    NameCall call{};
    Value value = 0;
    NameEnding ending = NameEnding::open;
    std::uint64_t begun = 0, ended = 0;
  };
  class Search;
  static void check(const std::string& name, const std::vector<Operation>& history);

  std::map<std::string, std::vector<Operation>> names_;
  std::vector<Operation> restarts_;
  std::uint64_t events_ = 0;
};

}  // namespace orbweaver::sim
