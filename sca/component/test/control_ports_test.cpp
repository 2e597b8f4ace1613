// SPDX-License-Identifier: Apache-2.0
// Control ports: a component serves an interface between its packets, and calls others.
#include <orbweaver/component/control.hpp>
#include <orbweaver/component/profiles.hpp>
#include <orbweaver/generated/sca/standardControls.hpp>
#include <orbweaver/generated/sca/standardControls_poa.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>

#include "numbers.hpp"
#include "running_component.hpp"

namespace orbweaver::component::test {
namespace {

using standardInterfaces::decimator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Running;

using Control = Serves<"control", decimator>;
using Decimation = Calls<"decimation", decimator>;

/// One of so many numbers, as its control port says.
class Decimator final : public StreamComponent<NumbersIn, NumbersOut, Control> {
 public:
  void set_decimation_rate(std::uint32_t rate) {
    if (rate == 0) throw CORBA::BAD_PARAM{};
    rate_ = rate;
  }
  std::int32_t get_decimation_rate() { return static_cast<std::int32_t>(rate_); }

 private:
  void process(const Input& in, Output& out) override {
    for (const auto sample : in.samples())
      if (seen_++ % rate_ == 0) out.packet().push_back(sample);
  }
  std::uint32_t rate_ = 1, seen_ = 0;
};

/// Asks for a rate before each packet.
class Asker final : public StreamComponent<NumbersOut, Decimation> {
 public:
  std::vector<std::int32_t> heard;

 private:
  Outcome on_start() override {
    if (const auto decimation = call<Decimation>()) decimation->set_decimation_rate(2);
    return {};
  }
  bool produce(Output& out) override {
    const auto decimation = call<Decimation>();
    heard.push_back(decimation ? decimation->get_decimation_rate() : -1);
    out.packet().push_back(static_cast<std::int32_t>(heard.size()));
    return heard.size() < 4;
  }
};

auto control_of(Running<Decimator>& decimator_) {
  return IDL::traits<decimator>::narrow(decimator_.port("control"));
}

TEST(AControlPort, serves_the_operations_of_the_component_s_class) {
  Running<Decimator> component;
  const auto control = control_of(component);
  EXPECT_EQ(control->get_decimation_rate(), 1);
  control->set_decimation_rate(3);
  EXPECT_EQ(control->get_decimation_rate(), 3);
  EXPECT_THROW(control->set_decimation_rate(0), CORBA::BAD_PARAM);
}

TEST(AControlPort, is_called_by_a_component_that_is_connected_to_it) {
  Running<NumberKeeper> keeper;
  Running<Decimator> component;
  Running<Asker> asker;
  component.connect("numbers_out", keeper, "numbers_in");
  asker.connect("numbers_out", component, "numbers_in");
  asker.connect("decimation", component, "control");
  ASSERT_TRUE(asker.component().start());
  EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(1, 3));
  EXPECT_THAT(asker.component().heard, ElementsAre(2, 2, 2, 2));
}

TEST(AControlPort, calls_nobody_before_it_is_connected) {
  Running<NumberKeeper> keeper;
  Running<Asker> asker;
  asker.connect("numbers_out", keeper, "numbers_in");
  ASSERT_TRUE(asker.component().start());
  (void)keeper.component().wait_for_end();
  EXPECT_THAT(asker.component().heard, ElementsAre(-1, -1, -1, -1));
}

/// Begins a call of itself in each packet, gives it time, and notes an operation that runs beside.
class Watchful final : public StreamComponent<NumbersIn, Control> {
 public:
  CORBA::object_reference<decimator> self;
  std::vector<std::future<void>> calls;

  void set_decimation_rate(std::uint32_t) {
    was_beside_ = was_beside_ || is_at_work_;
    ++operations_;
  }
  std::int32_t get_decimation_rate() { return operations_; }
  [[nodiscard]] bool was_beside() const { return was_beside_; }
  void wait_for_end() const { has_ended_.wait(false); }

 private:
  void finish(Output&) override {
    has_ended_ = true;
    has_ended_.notify_all();
  }
  void process(const Input&, Output&) override {
    is_at_work_ = true;
    const int before = operations_;
    std::atomic<bool> begins{false};
    calls.push_back(std::async(std::launch::async, [this, &begins] {
      begins = true;
      begins.notify_all();
      self->set_decimation_rate(1);
    }));
    begins.wait(false);
    for (int i = 0; i < 1000 && operations_ == before; ++i) std::this_thread::yield();
    is_at_work_ = false;
  }
  std::atomic<bool> is_at_work_{false}, was_beside_{false}, has_ended_{false};
  std::atomic<int> operations_{0};
};

TEST(AControlPort, is_served_between_packets) {
  Running<Watchful> watchful;
  watchful.component().self = IDL::traits<decimator>::narrow(watchful.port("control"));
  Running<Counter> counter;
  counter.connect("numbers_out", watchful, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  watchful.component().wait_for_end();
  for (auto& call : watchful.component().calls) call.get();
  EXPECT_EQ(watchful.component().self->get_decimation_rate(), 10);
  EXPECT_FALSE(watchful.component().was_beside());
  counter.end();
}

TEST(AControlPort, serves_a_component_that_is_stopped) {
  Running<Decimator> component;
  ASSERT_TRUE(component.component().start());
  ASSERT_TRUE(component.component().stop());
  control_of(component)->set_decimation_rate(5);
  EXPECT_EQ(control_of(component)->get_decimation_rate(), 5);
}

TEST(AControlPort, refuses_calls_after_the_release) {
  Running<Decimator> component;
  const auto control = control_of(component);
  component.end();
  EXPECT_THROW(control->set_decimation_rate(5), CORBA::OBJECT_NOT_EXIST);
}

TEST(AControlPort, stands_in_the_description_and_in_the_profile) {
  EXPECT_THAT(
      Decimator::ports(),
      ElementsAre(PortDescription{"numbers_in", "IDL:standardInterfaces/realLong:1.0", true},
                  PortDescription{"numbers_out", "IDL:standardInterfaces/realLong:1.0"},
                  PortDescription{"control", "IDL:standardInterfaces/decimator:1.0", true, true}));
  const auto scd = scd_of({Asker::ports(), {}, {}});
  EXPECT_THAT(
      scd,
      HasSubstr(R"(<uses repid="IDL:standardInterfaces/decimator:1.0" usesname="decimation">)"));
  EXPECT_THAT(scd, HasSubstr(R"(<porttype type="control"/>)"));
}

}  // namespace
}  // namespace orbweaver::component::test
