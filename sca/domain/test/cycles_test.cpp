// SPDX-License-Identifier: Apache-2.0
// Many applications one after the other, some of which fail: afterwards everything is as before.
// ORBWEAVER_CYCLES says how many; 1,000 take about a minute.
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <thread>

#include "domain_under_test.hpp"
#include "processes.hpp"

namespace orbweaver::domain::test {
namespace {

namespace fs = std::filesystem;

constexpr int kCyclesInShort = 25;

int cycles() {
  const char* given = std::getenv("ORBWEAVER_CYCLES");
  return given == nullptr ? kCyclesInShort : std::atoi(given);
}

std::ptrdiff_t entries_of(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator all{folder, error};
  return error ? 0 : std::distance(begin(all), end(all));
}

/// The memory that the program has allocated and not given back, in all arenas; 0 under a
/// sanitizer, which has an allocator of its own.
std::size_t allocated_bytes() {
  const auto all = ::mallinfo2();
  return all.uordblks + all.hblkhd;
}

/// The memory of this process alone, in memory and swapped out.
std::size_t resident_bytes() {
  std::ifstream status{"/proc/self/status"};
  std::size_t kib = 0;
  for (std::string line; std::getline(status, line);)
    for (const auto* name : {"RssAnon:", "VmSwap:"})
      if (line.starts_with(name)) kib += std::stoul(line.substr(std::strlen(name)));
  return kib * 1024;
}

// As orbweaver-run does.
const int kFewArenas = ::mallopt(M_ARENA_MAX, 2);

// Faults that hang are left out: they cost a timeout. The fault table has them.
constexpr std::array kFaults{"",  // none
                             "fail at construct",
                             "die at construct",
                             "fail at initialize",
                             "die at initialize",
                             "fail at getPort",
                             "die at getPort",
                             "lie at getPort",
                             "fail at connect",
                             "die at connect",
                             "fail at start",
                             "die at start",
                             "fail at stop",
                             "die at stop",
                             "fail at disconnect",
                             "fail at release",
                             "die at release"};

class ManyLives : public ADomain {
 protected:
  ManyLives() {
    server->destroy();
    // Connections to what has ended are soon closed.
    server = CORBA::ORB_init({"-ORBclientIdle", "400"});
    auto with = options();
    with.grace = std::chrono::milliseconds{10};
    with.events.on_line = {};
    begin(std::move(with));
  }
  void live_once(const std::string& fault) {
    const auto factory = install(sad(fault.empty() ? "" : given("behave", fault)));
    try {
      const auto radio = factory->create("radio", {}, {});
      try {
        radio->start();
        radio->stop();
      } catch (const CORBA::Exception&) {
      }
      radio->releaseObject();
    } catch (const CORBA::Exception&) {
    }
    // One that died takes its application down on a thread of the domain.
    while (!manager->applications().empty()) std::this_thread::yield();
    manager->uninstallApplication("radio-id");
  }
};

// A growth of less than this over a thousand deployments is not worth a search.
constexpr std::size_t kMostGrowth = std::size_t{1024} * 1024;

/// How much memory this process has more than when this was made.
class Growth {
 public:
  [[nodiscard]] std::size_t allocated() const { return more(allocated_, allocated_bytes()); }
  [[nodiscard]] std::size_t resident() const { return more(resident_, resident_bytes()); }

 private:
  static std::size_t more(std::size_t before, std::size_t now) {
    return now > before ? now - before : 0;
  }
  std::size_t allocated_ = allocated_bytes(), resident_ = resident_bytes();
};

void expect_little(const char* what, const Growth& growth) {
  EXPECT_LT(growth.allocated(), kMostGrowth);
  if (kFewArenas == 1 && cycles() > kCyclesInShort) {
    EXPECT_LT(growth.resident(), kMostGrowth);
  }
  std::printf("%d cycles %s: the domain grew by %zu KiB (allocated: %zu KiB)\n", cycles(), what,
              growth.resident() / 1024, growth.allocated() / 1024);
}

TEST_F(ManyLives, with_random_faults_leave_everything_as_it_was) {
  std::mt19937 random{20'260'101};
  std::uniform_int_distribution<std::size_t> any{0, kFaults.size() - 1};
  const auto cache = fs::canonical(files.cache());
  const auto radio = install(sad())->create("radio", {}, {});
  EXPECT_EQ(processes_from(cache), 2) << "a component runs from the cache of its device";
  radio->releaseObject();
  manager->uninstallApplication("radio-id");
  for (const auto* fault : kFaults) live_once(fault);  // what is kept from then on, is kept once
  const auto shared = entries_of("/dev/shm"), descriptors = entries_of("/proc/self/fd");
  const auto temporary = entries_of(files.cache());
  const Growth growth;
  for (int i = 0; i < cycles(); ++i) live_once(kFaults.at(any(random)));
  EXPECT_EQ(what_is_left(), "");
  EXPECT_EQ(processes_from(cache), 0);
  EXPECT_EQ(entries_of("/dev/shm"), shared);
  EXPECT_EQ(entries_of(files.cache()), temporary);
  while (entries_of("/proc/self/fd") > descriptors) std::this_thread::yield();
  expect_little("with random faults", growth);
}

TEST_F(ManyLives, without_faults_leave_the_memory_as_it_was) {
  for (int i = 0; i < 17; ++i) live_once({});
  const auto descriptors = entries_of("/proc/self/fd");
  const Growth growth;
  for (int i = 0; i < cycles(); ++i) live_once({});
  while (entries_of("/proc/self/fd") > descriptors) std::this_thread::yield();
  expect_little("without faults", growth);
}

}  // namespace
}  // namespace orbweaver::domain::test
