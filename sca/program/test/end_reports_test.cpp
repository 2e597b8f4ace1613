// SPDX-License-Identifier: Apache-2.0
// A listener that hangs, as that of a domain which is stopped.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/ProgramEnds_poa.hpp>
#include <orbweaver/program/end_reports.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::program {
namespace {

class AListener final : public CORBA::servant_traits<Orbweaver::ProgramEnds>::base_type {
 public:
  void ended(const Orbweaver::ProgramEndSeq& programs) override {
    std::unique_lock lock{mutex_};
    std::string together;
    for (const auto& program : programs)
      together += (together.empty() ? "" : "+") + program.program();
    programs_.push_back(together);
    changed_.notify_all();
    changed_.wait(lock, [&] { return !hangs_; });
  }
  void hang(bool hangs) {
    const std::scoped_lock lock{mutex_};
    hangs_ = hangs;
    changed_.notify_all();
  }
  void await(const std::string& program) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return std::ranges::count(programs_, program) > 0; });
  }
  std::vector<std::string> programs() {
    const std::scoped_lock lock{mutex_};
    return programs_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> programs_;
  bool hangs_ = false;
};

class EndReportsToOthers : public testing::Test {
 protected:
  EndReportsToOthers() { root->the_POAManager()->activate(); }
  ~EndReportsToOthers() override {
    hanging->hang(false);
    reports.reset();
    client->destroy();
    server->destroy();
  }

  EndReports::Listener seen(const std::shared_ptr<AListener>& listener) {
    return client->string_to_object(server->object_to_string(root->servant_to_reference(listener)));
  }
  void report(const std::string& program) { reports->report({{.name = program}}); }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  CORBA::object_reference<PortableServer::POA> root =
      IDL::traits<PortableServer::POA>::narrow(server->resolve_initial_references("RootPOA"));
  std::shared_ptr<AListener> hanging = CORBA::make_reference<AListener>(),
                             other = CORBA::make_reference<AListener>();
  std::optional<EndReports> reports{std::chrono::milliseconds{200}};
};

TEST_F(EndReportsToOthers, are_sent_in_order) {
  reports->set_listener(seen(other));
  for (const auto* text : {"one", "two"}) report(text);
  other->await("two");
  EXPECT_EQ(other->programs(), (std::vector<std::string>{"one", "two"}));
}

TEST_F(EndReportsToOthers, of_one_process_come_in_one_call) {
  reports->set_listener(seen(other));
  reports->report({{.name = "one"}, {.name = "two"}});
  other->await("one+two");
}

TEST_F(EndReportsToOthers, that_wait_for_a_listener_which_hangs_are_dropped) {
  hanging->hang(true);
  reports->set_listener(seen(hanging));
  report("one");
  hanging->await("one");
  for (const auto* text : {"two", "three"}) report(text);
  reports->set_listener(seen(other));
  report("four");
  other->await("four");
  EXPECT_EQ(hanging->programs(), std::vector<std::string>{"one"});
  EXPECT_EQ(other->programs(), std::vector<std::string>{"four"});
}

TEST_F(EndReportsToOthers, that_wait_hold_up_no_end) {
  hanging->hang(true);
  reports->set_listener(seen(hanging));
  report("one");
  hanging->await("one");
  for (const auto* text : {"two", "three"}) report(text);
  reports.reset();
  EXPECT_EQ(hanging->programs(), std::vector<std::string>{"one"});
}

}  // namespace
}  // namespace orbweaver::program
