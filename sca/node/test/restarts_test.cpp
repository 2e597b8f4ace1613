#include "restarts.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

namespace orbweaver::node {
namespace {

using std::chrono::milliseconds;

/// What was started, and when.
class Started {
 public:
  struct One {
    std::string id;
    TimePoint at;
  };
  void add(const std::string& id) {
    const std::scoped_lock lock{mutex_};
    all_.push_back({id, now()});
    changed_.notify_all();
  }
  std::vector<One> await(std::size_t count) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return all_.size() >= count; });
    return all_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<One> all_;
};

TEST(Restarts, start_a_component_again_after_a_pause_that_doubles) {
  Started started;
  const auto began = now();
  Restarts restarts{{milliseconds{2}, std::chrono::hours{1}},
                    [&](const std::string& id, const std::stop_token&) { started.add(id); }};
  restarts.ended("gpp");
  EXPECT_EQ(started.await(1)[0].id, "gpp");
  restarts.ended("gpp");
  restarts.failed("gpp");  // of the same end
  restarts.ended("other");
  const auto all = started.await(3);
  EXPECT_GE(all[0].at - began, milliseconds{2});
  const auto second = all[1].id == "gpp" ? all[1] : all[2];
  EXPECT_GE(second.at - all[0].at, milliseconds{4});
}

TEST(Restarts, start_nothing_again_if_there_is_no_pause) {
  Restarts restarts{{}, [](const std::string& id, const std::stop_token&) { ADD_FAILURE() << id; }};
  restarts.ended("gpp");
  restarts.finish();
}

TEST(Restarts, start_nothing_after_a_failure_of_what_never_ran) {
  Restarts restarts{{milliseconds{1}, milliseconds{1}},
                    [](const std::string& id, const std::stop_token&) { ADD_FAILURE() << id; }};
  restarts.failed("gpp");
  restarts.finish();
  restarts.ended("gpp");
}

TEST(Restarts, end_while_one_waits) {
  Restarts restarts{{std::chrono::hours{1}, std::chrono::hours{2}},
                    [](const std::string& id, const std::stop_token&) { ADD_FAILURE() << id; }};
  restarts.ended("gpp");
}

}  // namespace
}  // namespace orbweaver::node
