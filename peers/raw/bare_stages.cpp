// SPDX-License-Identifier: Apache-2.0
#include "bare_stages.hpp"

#include <bench/semaphore.hpp>

#include <deque>
#include <pipeline/precise_wait.hpp>
#include <thread>
#include <vector>

namespace raw {

namespace {

using std::chrono::steady_clock;

void run_stage(const StagesPlan& plan, bench::Semaphore& arrived, bench::Semaphore& handed_on) {
  for (std::uint64_t packet = 0; packet < plan.packets; ++packet) {
    arrived.acquire();
    lab_pipeline::wait_precisely_until(steady_clock::now() + plan.work);
    handed_on.release();
  }
}

}  // namespace

std::chrono::nanoseconds run_bare_stages(const StagesPlan& plan) {
  std::deque<bench::Semaphore> packets;  // those that wait before each stage, and behind the last
  for (std::size_t place = 0; place <= plan.stages; ++place) packets.emplace_back(0);
  std::vector<std::thread> stages;
  for (std::size_t place = 0; place < plan.stages; ++place)
    stages.emplace_back([&, place] { run_stage(plan, packets[place], packets[place + 1]); });
  const auto started = steady_clock::now();
  for (std::uint64_t packet = 0; packet < plan.packets; ++packet) packets.front().release();
  for (std::uint64_t packet = 0; packet < plan.packets; ++packet) packets.back().acquire();
  const auto lasted = steady_clock::now() - started;
  for (std::thread& stage : stages) stage.join();
  return lasted;
}

}  // namespace raw
