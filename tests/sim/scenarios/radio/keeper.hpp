// SPDX-License-Identifier: Apache-2.0
// A program of the machine that is started again whenever it ends.
#pragma once
#include <orbweaver/sim/process.hpp>

#include <functional>

#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

class Keeper {
 public:
  /// `name` and `enough` live as long as this.
  Keeper(const char* name, std::function<int()> body, const Signal& enough)
      : name_(name), body_(std::move(body)), enough_(enough) {}

  /// One life after the other. Blocks: until a life ends after `enough`. Fails the run if one ends
  /// before, and there was no fault.
  void keep();
  /// Null: there was none yet.
  [[nodiscard]] Process* process() const noexcept { return process_; }
  /// Kills the program, which is not started again until come_back(). At most once.
  void take_away() noexcept;
  void come_back() noexcept { back_.raise(); }

 private:
  void start();

  const char* name_;
  std::function<int()> body_;
  const Signal& enough_;
  Process* process_ = nullptr;
  bool is_away_ = false;
  Signal back_;
};

}  // namespace orbweaver::sim
