// Many applications one after the other, some of which fail: afterwards everything is as before.
// ORBWEAVER_CYCLES says how many; 1,000 take about a minute.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

namespace fs = std::filesystem;

int cycles() {
  const char* given = std::getenv("ORBWEAVER_CYCLES");
  return given == nullptr ? 25 : std::atoi(given);
}

std::ptrdiff_t entries_of(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator all{folder, error};
  return error ? 0 : std::distance(begin(all), end(all));
}

/// Processes of this machine that run a file below the folder.
std::ptrdiff_t processes_from(const fs::path& folder) {
  std::ptrdiff_t count = 0;
  for (const auto& each : fs::directory_iterator{"/proc"}) {
    std::error_code error;
    const auto file = fs::read_symlink(each.path() / "exe", error).string();
    if (file.starts_with(folder.string() + "/")) ++count;
  }
  return count;
}

std::size_t resident_bytes() {
  std::ifstream statm{"/proc/self/statm"};
  std::size_t all = 0, resident = 0;
  statm >> all >> resident;
  return resident * 4096;
}

// Those that hang are left out: each costs a timeout. The fault table has them.
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
    server = CORBA::ORB_init({"-ORBclientIdle", "400"});  // connections to what ended, soon closed
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

TEST_F(ManyLives, with_random_faults_leave_everything_as_it_was) {
  std::mt19937 random{20'260'101};
  std::uniform_int_distribution<std::size_t> any{0, kFaults.size() - 1};
  const auto cache = fs::canonical(files.cache());
  const auto radio = install(sad())->create("radio", {}, {});
  EXPECT_EQ(processes_from(cache), 2) << "a component runs from the cache of its device";
  radio->releaseObject();
  manager->uninstallApplication("radio-id");
  for (const auto* each : kFaults) live_once(each);  // what is kept from then on, is kept once
  const auto shared = entries_of("/dev/shm"), descriptors = entries_of("/proc/self/fd");
  const auto temporary = entries_of(files.cache());
  const auto resident = resident_bytes();
  for (int i = 0; i < cycles(); ++i) live_once(kFaults.at(any(random)));
  EXPECT_EQ(what_is_left(), "");
  EXPECT_EQ(processes_from(cache), 0);
  EXPECT_EQ(entries_of("/dev/shm"), shared);
  EXPECT_EQ(entries_of(files.cache()), temporary);
  while (entries_of("/proc/self/fd") > descriptors) std::this_thread::yield();
  const auto now = resident_bytes();
  const auto grown = now > resident ? (now - resident) / 1024 : 0;
  std::printf("%d cycles with random faults: the domain grew by %zu KiB\n", cycles(), grown);
}

}  // namespace
}  // namespace orbweaver::domain::test
