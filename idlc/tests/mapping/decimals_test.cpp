// SPDX-License-Identifier: Apache-2.0
// Decimal numbers of IDL: over a connection, in an Any, and as constants.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/mapping/decimals.hpp>
#include <orbweaver/generated/mapping/decimals_poa.hpp>

#include <gtest/gtest.h>

namespace {

using namespace Decimals;

class TillServant final : public CORBA::servant_traits<Till>::base_type {
 public:
  Whole balance() override { return balance_; }
  void balance(const Whole& value) override { balance_ = value; }
  Price add(const Price& left, Fraction& middle, Even& right) override {
    if (left > Price{100}) throw TooDear{Price{100}};
    right = middle;
    middle = -middle;
    return left + LEAST;
  }
  Bill turned(const Bill& one, const Amount& other) override {
    Bill bill{one.total(), {one.items().rbegin(), one.items().rend()}, one.parts()};
    if (other._d()) bill.total(other.exact());
    return bill;
  }
  CORBA::Any echo(const CORBA::Any& value) override { return value; }

 private:
  Whole balance_;
};

class DecimalCalls : public testing::TestWithParam<const char*> {
 protected:
  DecimalCalls() : orb_(CORBA::ORB_init({"-ORBcollocation", GetParam()})) {
    const auto root = orb_->resolve_initial_references("RootPOA");
    const auto poa = IDL::traits<PortableServer::POA>::narrow(root);
    const auto id = poa->activate_object(CORBA::make_reference<TillServant>());
    poa->the_POAManager()->activate();
    till_ = IDL::traits<Till>::narrow(poa->id_to_reference(id));
  }
  ~DecimalCalls() override { orb_->destroy(); }

  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<Till> till_;
};

TEST_P(DecimalCalls, extreme_values_travel_both_ways) {
  const Whole most{"9999999999999999999999999999999"};
  till_->balance(most);
  EXPECT_EQ(till_->balance(), most);
  till_->balance(-most);
  EXPECT_EQ(till_->balance().to_string(), "-9999999999999999999999999999999");
  Fraction middle{"0.1234567890123456789012345678901"};
  Even right;
  EXPECT_EQ(till_->add(Price{"-1.00"}, middle, right), Price{"-0.99"});
  EXPECT_EQ(middle.to_string(), "-0.1234567890123456789012345678901");
  EXPECT_EQ(right.to_string(), "0.1234");
  EXPECT_THROW(till_->add(Price{"100.01"}, middle, right), TooDear);
}

TEST_P(DecimalCalls, they_travel_inside_other_types) {
  const Bill bill{Price{3}, {Price{1}, Price{2}}, {Fraction{}, Fraction{"-0.5"}}};
  Amount amount;
  amount.exact(Price{"7.25"});
  const Bill turned = till_->turned(bill, amount);
  EXPECT_EQ(turned.total(), Price{"7.25"});
  EXPECT_EQ(turned.items().front(), Price{2});
  EXPECT_EQ(turned.parts()[1], CORBA::Fixed{"-0.5"});
}

TEST_P(DecimalCalls, an_any_holds_them_with_their_type) {
  CORBA::Any any;
  any <<= Price{"12.34"};
  const CORBA::Any back = till_->echo(any);
  EXPECT_EQ(back.type()->fixed_digits(), 5);
  EXPECT_EQ(back.type()->fixed_scale(), 2);
  Price price;
  ASSERT_TRUE(back >>= price);
  EXPECT_EQ(price, Price{"12.34"});
  Even other;
  EXPECT_FALSE(back >>= other);
  EXPECT_EQ(_tc_Price->content_type()->kind(), CORBA::TCKind::tk_fixed);
}

TEST(Decimals, constants_have_the_digits_of_their_value) {
  EXPECT_EQ(PI.to_string(), "3.14159");
  EXPECT_EQ(LESS.to_string(), "-0.5");
  EXPECT_EQ(TWICE, 3);
  EXPECT_EQ(LEAST, Price{"0.01"});
}

INSTANTIATE_TEST_SUITE_P(, DecimalCalls, testing::Values("off", "direct", "queued"));

}  // namespace
