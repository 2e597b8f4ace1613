// SPDX-License-Identifier: Apache-2.0
// What -Wbviews adds: stubs that take sequences from wherever they lie, skeletons that read them
// where they arrived; over a connection and collocated in both ways, with servants of both kinds.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/mapping/views.hpp>
#include <orbweaver/generated/mapping/views_poa.hpp>

#include <gmock/gmock.h>

#include <future>
#include <numeric>

namespace {

using orbweaver::corba::Elements;
using orbweaver::corba::Loan;
using orbweaver::corba::View;
using ::testing::ElementsAre;

using VectorBase = CORBA::servant_traits<Views::Both>::base_type;
using ViewBase = CORBA::servant_traits<Views::Both>::views_type;

/// The calls that a servant of either kind received.
struct Received {
  std::promise<std::vector<double>> posted;
  std::vector<std::int16_t> taps;
};

template <class Values>
double sum_of(const Values& values, const std::string& label) {
  if (label == "unwanted") throw Views::Unwanted{static_cast<std::uint32_t>(values.size())};
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The operations without views, the same for both kinds.
template <class Skeleton>
class WithoutViews : public virtual Skeleton {
 public:
  void take_flags(const Views::Flags&) override {}
  void take_words(const Views::Words&) override {}
  void take_pair(const Views::Pair&) override {}
  void take_points(const Views::Points&) override {}
  Views::Doubles give(Views::Doubles& more, Views::Doubles& again) override {
    more = {1};
    again.push_back(2);
    return {3};
  }
  Views::Doubles current() override { return {4, 5}; }
  double area() override { return 2.5; }
  void scale(double) override {}
};

class VectorServant final : public WithoutViews<VectorBase> {
 public:
  explicit VectorServant(Received& received) : received_(received) {}
  void post(std::uint32_t, const Views::Wave& values) override {
    received_.posted.set_value(values);
  }
  double sum(const Views::Doubles& values, const std::string& label,
             const Views::Bytes& weights) override {
    return sum_of(values, label) + static_cast<double>(weights.size());
  }
  Views::Shorts taps() override { return received_.taps; }
  void taps(const Views::Shorts& value) override { received_.taps = value; }
  std::uint32_t count(const Views::Bytes& bytes) override {
    return static_cast<std::uint32_t>(bytes.size());
  }

 private:
  Received& received_;
};

class ViewServant final : public WithoutViews<ViewBase> {
 public:
  explicit ViewServant(Received& received) : received_(received) {}
  void post(std::uint32_t, View<double> values) override {
    received_.posted.set_value({values.begin(), values.end()});
  }
  double sum(View<double> values, const std::string& label, View<std::uint8_t> weights) override {
    return sum_of(values, label) + static_cast<double>(weights.size());
  }
  Views::Shorts taps() override { return received_.taps; }
  void taps(View<std::int16_t> value) override {
    received_.taps.assign(value.begin(), value.end());
  }
  std::uint32_t count(View<std::uint8_t> bytes) override {
    return static_cast<std::uint32_t>(bytes.size());
  }

 private:
  Received& received_;
};

struct Way {
  std::string collocation;
  bool servant_has_views;
};
void PrintTo(const Way& one, std::ostream* out) { *out << one.collocation; }

class ViewCalls : public ::testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    orb_ = CORBA::ORB_init(
        {"-ORBendPoint", "giop:tcp:127.0.0.1:0", "-ORBcollocation", GetParam().collocation});
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();
    PortableServer::Servant servant = std::make_shared<VectorServant>(received_);
    if (GetParam().servant_has_views) servant = std::make_shared<ViewServant>(received_);
    both_ = IDL::traits<Views::Both>::narrow(poa->id_to_reference(poa->activate_object(servant)));
    ASSERT_NE(both_, nullptr);
  }
  void TearDown() override { orb_->destroy(); }

  template <class T>
  Loan<T> a_loan(std::vector<T> values) {
    auto loan = orbweaver::corba::loan<T>(*both_, values.size());
    std::ranges::copy(values, loan.values().begin());
    return loan;
  }

  std::shared_ptr<CORBA::ORB> orb_;
  Received received_;
  CORBA::object_reference<Views::Both> both_;
};

INSTANTIATE_TEST_SUITE_P(Collocation, ViewCalls,
                         ::testing::Values(Way{"off", false}, Way{"off", true},
                                           Way{"queued", false}, Way{"queued", true},
                                           Way{"direct", false}, Way{"direct", true}),
                         [](const auto& test) {
                           return test.param.collocation +
                                  (test.param.servant_has_views ? "_views" : "_vectors");
                         });

TEST_P(ViewCalls, take_each_form_of_a_sequence_and_mix_them) {
  const Views::Doubles vector{1, 2, 3};
  const std::array<double, 2> array{4, 5};
  EXPECT_EQ(both_->sum(vector, "", Views::Bytes{9, 9}), 8);
  EXPECT_EQ(both_->sum(std::span{vector}, "", a_loan<std::uint8_t>({1})), 7);
  EXPECT_EQ(both_->sum(array, "", View<std::uint8_t>{}), 9);
  EXPECT_EQ(both_->sum(View{std::vector{6.5, 1.0}}, "", Views::Bytes{1, 2, 3}), 10.5);
  EXPECT_EQ(both_->sum(a_loan<double>({8}), "", Views::Bytes{}), 8);
}

TEST_P(ViewCalls, take_no_elements_in_each_form) {
  EXPECT_EQ(both_->sum({}, "", {}), 0);
  EXPECT_EQ(both_->sum(View<double>{}, "", Views::Bytes{}), 0);
  EXPECT_EQ(both_->sum(a_loan<double>({}), "", std::span<const std::uint8_t>{}), 0);
}

TEST_P(ViewCalls, of_a_one_way_keep_what_was_borrowed_until_it_runs) {
  auto posted = received_.posted.get_future();
  {
    std::vector<double> soon_gone{1, 2};
    both_->post(1, std::span<const double>{soon_gone});
    std::ranges::fill(soon_gone, -1);
  }
  EXPECT_THAT(posted.get(), ElementsAre(1, 2));
}

TEST_P(ViewCalls, of_a_one_way_give_a_loan_away) {
  auto posted = received_.posted.get_future();
  both_->post(1, a_loan<double>({3, 4}));
  EXPECT_THAT(posted.get(), ElementsAre(3, 4));
}

TEST_P(ViewCalls, set_an_attribute_in_each_form) {
  both_->taps(Views::Shorts{1});
  EXPECT_THAT(both_->taps(), ElementsAre(1));
  both_->taps(a_loan<std::int16_t>({2, 3}));
  EXPECT_THAT(both_->taps(), ElementsAre(2, 3));
}

TEST_P(ViewCalls, raise_exceptions_and_lose_the_loan_all_the_same) {
  auto loan = a_loan<double>({1, 2});
  try {
    (void)both_->sum(std::move(loan), "unwanted", Views::Bytes{});
    ADD_FAILURE() << "nothing was raised";
  } catch (const Views::Unwanted& unwanted) {
    EXPECT_EQ(unwanted.count(), 2U);
  }
  EXPECT_DEBUG_DEATH((void)loan.values(), "moved from or sent");  // NOLINT(bugprone-use-after-move)
}

TEST_P(ViewCalls, reach_what_is_inherited_from_bases_without_views) {
  EXPECT_EQ(both_->count(a_loan<std::uint8_t>({1, 2, 3})), 3U);
  EXPECT_EQ(both_->area(), 2.5);
  Views::Doubles more, again{1};
  EXPECT_THAT(both_->give(more, again), ElementsAre(3));
  EXPECT_THAT(more, ElementsAre(1));
  EXPECT_THAT(again, ElementsAre(1, 2));
}

TEST_P(ViewCalls, reach_the_servant_through_a_reference_to_a_base) {
  const CORBA::object_reference<Views::Sink> sink = both_;
  EXPECT_EQ(sink->sum(a_loan<double>({8}), "", Views::Bytes{1}), 9);
  const CORBA::object_reference<Base::Shape> shape = both_;
  EXPECT_EQ(shape->area(), 2.5);
}

template <class Argument>
concept CanBeSent = requires(Views::Sink& sink, Argument&& argument) {
  sink.post(1U, std::forward<Argument>(argument));
};
static_assert(CanBeSent<Loan<double>>);
static_assert(!CanBeSent<Loan<double>&>, "a loan is given away: it must be moved");
static_assert(!std::is_copy_constructible_v<Loan<double>>);
static_assert(CanBeSent<View<double>&> && CanBeSent<View<double>>);
static_assert(!CanBeSent<View<float>> && !CanBeSent<Loan<float>>);
static_assert(CanBeSent<std::vector<double>&> && !CanBeSent<std::vector<float>&>);

TEST(Elements, of_a_view_share_it_and_of_a_vector_copy_it_when_kept) {
  const View<double> view{std::vector{1.0, 2.0}};
  EXPECT_EQ(Elements<double>{view}.keep().data(), view.data());
  const std::vector<double> vector{1.0};
  const auto kept = Elements<double>{vector}.keep();
  EXPECT_NE(kept.data(), vector.data());
  EXPECT_THAT(kept, ElementsAre(1.0));
}

}  // namespace
