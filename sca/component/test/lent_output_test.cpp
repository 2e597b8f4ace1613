// SPDX-License-Identifier: Apache-2.0
// Packets that a component writes where the transport needs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

#include "numbers.hpp"
#include "running_component.hpp"

namespace orbweaver::component::test {
namespace {

using component::testing::Running;
using ::testing::ElementsAre, ::testing::UnorderedElementsAreArray;

constexpr int kPackets = 200;

/// Packet n has the samples n and n + 1; each third one is shortened to n. They are lent, or the
/// packet's own, by turns.
template <class Out_>
class Lender final : public StreamComponent<Out_> {
 public:
  using Output = typename StreamComponent<Out_>::Output;
  using Sample = typename Out_::Sample;

 private:
  bool produce(Output& out) override {
    const auto number = static_cast<Sample>(made_);
    const bool is_short = made_ % 3 == 0;
    if (made_ % 2 == 0)
      lend(out, number, is_short);
    else
      own(out, number, is_short ? 1 : 2);
    return ++made_ < kPackets;
  }
  static void lend(Output& out, Sample number, bool is_short) {
    auto lent = out.lend(2);
    write(lent, number);
    if (is_short) out.template port<Out_>().shorten(1);
  }
  static void own(Output& out, Sample number, std::size_t count) {
    auto& packet = out.packet();
    packet.resize(2);
    write(packet, number);
    packet.resize(count);
  }
  static void write(auto& packet, Sample number) {
    if constexpr (Out_::family == ports::Family::pair) {
      write_one(packet.I, number);
      write_one(packet.Q, static_cast<Sample>(number + 1));
    } else {
      write_one(packet, number);
    }
  }
  static void write_one(auto& samples, Sample number) {
    samples[0] = number;
    samples[1] = static_cast<Sample>(number + 1);
  }
  int made_ = 0;
};

/// What Lender makes; of pairs the samples of Q.
template <class Sample>
std::vector<Sample> made(int first) {
  std::vector<Sample> all;
  for (int n = 0; n < kPackets; ++n) {
    all.push_back(static_cast<Sample>(n + first));
    if (n % 3 != 0) all.push_back(static_cast<Sample>(n + first + 1));
  }
  return all;
}

template <class In_>
class PairKeeper final : public StreamComponent<In_> {
 public:
  using Base = StreamComponent<In_>;

  void wait_for_end() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return has_ended_; });
  }
  std::vector<typename In_::Sample> I, Q;  // after the end

 private:
  void process(const typename Base::Input& in, typename Base::Output&) override {
    I.insert(I.end(), in.I().begin(), in.I().end());
    Q.insert(Q.end(), in.Q().begin(), in.Q().end());
  }
  void finish(typename Base::Output&) override {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool has_ended_ = false;
};

using PairsIn = In<"pairs_in", standardInterfaces::complexFloat>;
using PairsOut = Out<"pairs_out", standardInterfaces::complexFloat>;

class LentOutput : public ::testing::TestWithParam<const char*> {
 protected:
  LentOutput() { ::testing::internal::CaptureStdout(); }
  ~LentOutput() override { (void)::testing::internal::GetCapturedStdout(); }
  static component::testing::Parameters mode() { return {{"messaging", GetParam()}}; }
  static std::vector<std::string> orb() { return {"-ORBtransport", "shm"}; }
};
INSTANTIATE_TEST_SUITE_P(Messaging, LentOutput,
                         ::testing::Values("twoway", "twoway-worker", "ordered"));

TEST_P(LentOutput, of_real_samples_arrives_at_each_destination_of_which_one_is_in_this_orb) {
  const auto shared = CORBA::ORB_init(orb());
  {
    Running<NumberKeeper> near(shared, mode()), far(mode(), orb());
    Running<Lender<NumbersOut>> lender(shared, mode());
    lender.connect("numbers_out", far, "numbers_in");
    lender.connect("numbers_out", near, "numbers_in");
    ASSERT_TRUE(lender.component().start());
    EXPECT_EQ(far.component().wait_for_end(), made<std::int32_t>(0));
    EXPECT_EQ(near.component().wait_for_end(), made<std::int32_t>(0));
  }
  shared->destroy();
}

TEST_P(LentOutput, of_a_stream_arrives) {
  Running<OctetKeeper> keeper(mode(), orb());
  Running<Lender<OctetsOut>> lender(mode(), orb());
  lender.connect("octets_out", keeper, "octets_in");
  ASSERT_TRUE(lender.component().start());
  EXPECT_EQ(keeper.component().wait_for_end(), made<std::uint8_t>(0));
}

TEST_P(LentOutput, of_complex_samples_arrives) {
  Running<PairKeeper<PairsIn>> keeper(mode(), orb());
  Running<Lender<PairsOut>> lender(mode(), orb());
  lender.connect("pairs_out", keeper, "pairs_in");
  ASSERT_TRUE(lender.component().start());
  keeper.component().wait_for_end();
  EXPECT_EQ(keeper.component().I, made<float>(0));
  EXPECT_EQ(keeper.component().Q, made<float>(1));
}

TEST(ALentOutput, without_a_destination_is_dropped) {
  ::testing::internal::CaptureStdout();
  {
    Running<Lender<NumbersOut>> lender;
    ASSERT_TRUE(lender.component().start());
  }
  (void)::testing::internal::GetCapturedStdout();
}

}  // namespace
}  // namespace orbweaver::component::test
