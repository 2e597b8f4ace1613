// SPDX-License-Identifier: Apache-2.0
#include "scenarios/radio/orders.hpp"

#include <orbweaver/sim/heap.hpp>

#include <memory>

namespace orbweaver::sim {

namespace {

std::unique_ptr<Orders> the_orders;

}  // namespace

void Orders::hold_starts() {
  const KernelMemory kernel;
  holds_starts_ = true;
  running_.clear();
}

void Orders::let_starts_go() noexcept {
  holds_starts_ = false;
  may_start_.raise();
}

void Orders::enter_start() {
  if (!holds_starts_) return;
  ++held_;
  may_start_.wait();
  --held_;
}

void Orders::runs(int process) {
  const KernelMemory kernel;
  running_.insert(process);
}

void Orders::rests(int process) {
  const KernelMemory kernel;
  running_.erase(process);
}

Orders& orders() noexcept { return *the_orders; }

void begin_orders() {
  const KernelMemory kernel;
  the_orders = std::make_unique<Orders>();
}

}  // namespace orbweaver::sim
