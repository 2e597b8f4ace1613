// SPDX-License-Identifier: Apache-2.0
// The messages to the service manager, at a socket of the test.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port_poa.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/program/watchdog.hpp>

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "notify_socket.hpp"

namespace orbweaver::program {
namespace {

using std::chrono::microseconds;

class AService : public testing::Test {
 protected:
  AService() {
    ::setenv("NOTIFY_SOCKET", socket.path().c_str(), 1);
    ::unsetenv("WATCHDOG_USEC");
    ::unsetenv("WATCHDOG_PID");
  }
  NotifySocket socket;
};

TEST_F(AService, says_that_it_is_ready_and_that_it_ends) {
  const auto manager = ServiceManager::of_this_process();
  manager.ready();
  manager.ending();
  EXPECT_EQ(socket.next(), "READY=1");
  EXPECT_EQ(socket.next(), "STOPPING=1");
  EXPECT_FALSE(manager.watchdog());
}

TEST_F(AService, is_not_spoken_for_by_programs_that_it_starts) {
  ::setenv("WATCHDOG_USEC", "1000000", 1);
  (void)ServiceManager::of_this_process();
  EXPECT_EQ(std::getenv("NOTIFY_SOCKET"), nullptr);
  EXPECT_EQ(std::getenv("WATCHDOG_USEC"), nullptr);
}

TEST_F(AService, has_the_watchdog_that_is_meant_for_it) {
  const auto watchdog = [](const char* time, const std::string& process) {
    ::setenv("NOTIFY_SOCKET", "@x", 1);
    ::setenv("WATCHDOG_USEC", time, 1);
    ::setenv("WATCHDOG_PID", process.c_str(), 1);
    return ServiceManager::of_this_process().watchdog();
  };
  EXPECT_EQ(watchdog("30000000", std::to_string(os::process_id())), microseconds{30'000'000});
  EXPECT_EQ(watchdog("30000000", "1"), std::nullopt);
  for (const auto* wrong : {"", "0", "-1", "x", "1x", "99999999999999999999"})
    EXPECT_EQ(watchdog(wrong, ""), std::nullopt) << wrong;
}

TEST_F(AService, without_a_service_manager_tells_nothing) {
  ::unsetenv("NOTIFY_SOCKET");
  ::setenv("WATCHDOG_USEC", "1000000", 1);
  const auto manager = ServiceManager::of_this_process();
  manager.ready();
  EXPECT_FALSE(manager.watchdog());
  EXPECT_EQ(socket.waiting(), 0U);
}

TEST_F(AService, whose_manager_is_gone_goes_on) {
  const ServiceManager manager{socket.path() + ".gone", std::nullopt};
  manager.ready();
  ServiceManager{std::string(300, 'x'), std::nullopt}.ready();
}

/// An object whose calls stand still while the test says so.
class Stands final : public CORBA::servant_traits<CF::Port>::base_type {
 public:
  void connectPort(CORBA::object_reference<CORBA::Object> /*connection*/,
                   const std::string& /*connectionId*/) override {
    std::unique_lock lock{mutex_};
    was_called_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !stands_; });
  }
  void disconnectPort(const std::string& /*connectionId*/) override {}

  void await_call() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return was_called_; });
  }
  void stand(bool stands) {
    const std::scoped_lock lock{mutex_};
    stands_ = stands;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stands_ = false, was_called_ = false;
};

/// How often the watchdog had no answer.
class Silences {
 public:
  void add(const std::string& line) {
    const std::scoped_lock lock{mutex_};
    last_ = line;
    ++count_;
    changed_.notify_all();
  }
  /// Waits for so many more.
  std::string await(int more) {
    std::unique_lock lock{mutex_};
    const auto wanted = count_ + more;
    changed_.wait(lock, [&] { return count_ >= wanted; });
    return last_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
  std::string last_;
};

class AWatchedObject : public testing::Test {
 protected:
  AWatchedObject() {
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();
    reference = server->object_to_string(poa->servant_to_reference(servant));
  }
  ~AWatchedObject() override { server->destroy(); }

  static void ask(const CORBA::object_reference<CORBA::Object>& object) {
    IDL::traits<CF::Port>::narrow(object)->connectPort(nullptr, "");
  }

  NotifySocket socket;
  const ServiceManager manager{socket.path(), std::chrono::milliseconds{400}};
  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init();
  std::shared_ptr<Stands> servant = CORBA::make_reference<Stands>();
  std::string reference;
  Silences silences;
};

TEST_F(AWatchedObject, is_told_to_serve_while_it_answers_and_no_longer) {
  const Watchdog watchdog{manager, reference, ask,
                          [this](const std::string& line) { silences.add(line); }};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(socket.next(), "WATCHDOG=1");
  servant->stand(true);
  const auto line = silences.await(1);
  EXPECT_TRUE(line.starts_with("it does not answer a call of its own: ")) << line;
  EXPECT_NE(line.find("TIMEOUT"), std::string::npos) << line;
  (void)socket.waiting();
  (void)silences.await(2);
  EXPECT_EQ(socket.waiting(), 0U);
  servant->stand(false);
  EXPECT_EQ(socket.next(), "WATCHDOG=1");
}

TEST_F(AWatchedObject, has_one_time_limit_for_all_calls_of_a_question) {
  const auto ask_on_and_on = [](const CORBA::object_reference<CORBA::Object>& object) {
    const auto port = IDL::traits<CF::Port>::narrow(object);
    while (true) port->disconnectPort("");
  };
  const Watchdog watchdog{manager, reference, ask_on_and_on,
                          [this](const std::string& line) { silences.add(line); }};
  (void)silences.await(2);
  EXPECT_EQ(socket.waiting(), 0U);
}

TEST_F(AWatchedObject, is_waited_for_no_longer_than_the_watchdog_lives) {
  const ServiceManager patient{socket.path(), std::chrono::hours{24}};
  servant->stand(true);
  {
    const Watchdog watchdog{patient, reference, ask, [](const std::string& line) {
                              ADD_FAILURE() << "the end is no silence: " << line;
                            }};
    servant->await_call();
  }
  servant->stand(false);
  EXPECT_EQ(socket.waiting(), 0U);
}

TEST_F(AWatchedObject, is_not_asked_without_a_watchdog) {
  const ServiceManager without{socket.path(), std::nullopt};
  {
    const Watchdog watchdog{without, "no reference", ask, [](const std::string&) { FAIL(); }};
  }
  EXPECT_EQ(socket.waiting(), 0U);
}

}  // namespace
}  // namespace orbweaver::program
