// SPDX-License-Identifier: Apache-2.0
// Anys and TypeCodes of generated types.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/mapping/anys_poa.hpp>

#include <gtest/gtest.h>

namespace {

namespace cdr = orbweaver::cdr;
using CORBA::Any;
using CORBA::TCKind;

Any arrived(const Any& any, cdr::ByteOrder order) {
  cdr::Encoder out{order};
  out.put_octet(0);
  cdr::encode(out, any);
  cdr::Decoder in{out.bytes(), order};
  static_cast<void>(in.get_octet());
  auto back = cdr::decode<Any>(in);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.remaining(), 0U);
  return back;
}

template <class T>
Any any_of(T value) {
  Any any;
  any <<= std::move(value);
  return any;
}

Anys::Point some_point() {
  Anys::Point point;
  point.shade(Anys::Colour::green);
  point.rows()[1][2] = {0.5, -1};
  point.extra() <<= std::int32_t{7};
  point.kind(Anys::_tc_Table);
  point.inside().deep() <<= "deep";
  return point;
}

TEST(GeneratedTypeCode, tells_a_struct_and_its_members) {
  const CORBA::typecode_reference type = Anys::_tc_Point;
  EXPECT_EQ(type->kind(), TCKind::tk_struct);
  EXPECT_EQ(type->id(), "IDL:Anys/Point:1.0");
  ASSERT_EQ(type->member_count(), 7U);
  EXPECT_EQ(type->member_name(1), "rows");
  EXPECT_EQ(type->member_type(1)->id(), "IDL:Anys/Table:1.0");
  EXPECT_EQ(type->member_type(3)->kind(), TCKind::tk_any);
  EXPECT_EQ(type->member_type(4)->kind(), TCKind::tk_TypeCode);
  EXPECT_EQ(type->member_type(5)->id(), "IDL:omg.org/CORBA/Object:1.0");
  EXPECT_TRUE(type->member_type(6)->equal(Anys::Point::_tc_Inner));
}

TEST(GeneratedTypeCode, tells_aliases_of_arrays_of_aliases) {
  EXPECT_EQ(Anys::_tc_Table->kind(), TCKind::tk_alias);
  const auto outer = Anys::_tc_Table->content_type();
  EXPECT_EQ(outer->kind(), TCKind::tk_array);
  EXPECT_EQ(outer->length(), 2U);
  EXPECT_EQ(outer->content_type()->length(), 3U);
  EXPECT_TRUE(outer->content_type()->content_type()->equal(Anys::_tc_Doubles));
}

TEST(GeneratedTypeCode, tells_enums_exceptions_and_interfaces) {
  EXPECT_EQ(Anys::_tc_Colour->member_name(1), "green");
  EXPECT_EQ(Anys::_tc_Lost->kind(), TCKind::tk_except);
  EXPECT_EQ(Anys::_tc_Later->kind(), TCKind::tk_objref);
  EXPECT_EQ(Anys::_tc_Later->id(), Anys::Later::_id);
  EXPECT_EQ(Anys::Later::_tc_Level->name(), "Level");
}

TEST(GeneratedTypeCode, survives_its_journey) {
  cdr::Encoder out;
  const CORBA::typecode_reference type = Anys::Later::_tc_Place;
  cdr::encode(out, type);
  cdr::Decoder in{out.bytes()};
  EXPECT_TRUE(cdr::decode<CORBA::typecode_reference>(in)->equal(type));
}

TEST(GeneratedAny, holds_a_struct_with_anys_inside) {
  for (const auto order : {cdr::ByteOrder::big, cdr::ByteOrder::little}) {
    const auto any = arrived(arrived(any_of(some_point()), order), cdr::kNativeOrder);
    Anys::Point back;
    ASSERT_TRUE(any >>= back);
    EXPECT_EQ(back.shade(), Anys::Colour::green);
    EXPECT_EQ(back.rows(), some_point().rows());
    EXPECT_TRUE(back.kind()->equal(Anys::_tc_Table));
    std::int32_t number = 0;
    EXPECT_TRUE(back.extra() >>= number);
    EXPECT_EQ(number, 7);
    std::string text;
    EXPECT_TRUE(back.inside().deep() >>= text);
    EXPECT_EQ(text, "deep");
  }
}

TEST(GeneratedAny, holds_enums_and_aliases) {
  Anys::Colour colour{};
  ASSERT_TRUE(arrived(any_of(Anys::Colour::green), cdr::ByteOrder::big) >>= colour);
  EXPECT_EQ(colour, Anys::Colour::green);
  Anys::Table table;
  table[0][1] = {3};
  Anys::Table back;
  ASSERT_TRUE(arrived(any_of(table), cdr::ByteOrder::big) >>= back);
  EXPECT_EQ(back, table);
}

TEST(GeneratedAny, holds_exceptions_with_their_repository_id) {
  const auto any = arrived(any_of(Anys::Lost{"gone", any_of(true)}), cdr::ByteOrder::big);
  Anys::Lost back;
  ASSERT_TRUE(any >>= back);
  EXPECT_EQ(back.why(), "gone");
}

TEST(GeneratedAny, takes_exceptions_without_their_repository_id_too) {
  cdr::Encoder out;
  const CORBA::typecode_reference type = Anys::_tc_Lost;
  cdr::encode(out, type);
  cdr::encode(out, Anys::Lost{"gone", any_of(true)});
  cdr::Decoder in{out.bytes()};
  const auto any = cdr::decode<Any>(in);
  Anys::Lost back;
  ASSERT_TRUE(any >>= back);
  EXPECT_EQ(back.why(), "gone");
}

TEST(GeneratedAny, does_not_take_one_struct_for_another) {
  Anys::Point::Inner inner;
  EXPECT_FALSE(any_of(some_point()) >>= inner);
}

class Servant final : public CORBA::servant_traits<Anys::Later>::base_type {
 public:
  Any now() override { return now_; }
  void now(const Any& value) override { now_ = value; }
  Any echo(const Any& x, Anys::Point& p, CORBA::typecode_reference& type) override {
    type = x.type();
    if (!x.has_value()) throw Anys::Lost{"nothing", p.extra()};
    p.extra(x);
    return x;
  }
  void tell(const Any& x, CORBA::typecode_reference type) override {
    now_ = x;
    now_.type(type);
  }

 private:
  Any now_;
};

class AnyCalls : public ::testing::TestWithParam<const char*> {
 protected:
  AnyCalls() {
    auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();
    const auto id = poa->activate_object(CORBA::make_reference<Servant>());
    later_ = IDL::traits<Anys::Later>::narrow(poa->id_to_reference(id));
  }

  std::shared_ptr<CORBA::ORB> orb_ = CORBA::ORB_init({"-ORBcollocation", GetParam()});
  IDL::traits<Anys::Later>::ref_type later_;
};

TEST_P(AnyCalls, pass_anys_in_every_direction) {
  auto point = some_point();
  CORBA::typecode_reference type;
  const auto back = later_->echo(any_of(some_point()), point, type);
  EXPECT_TRUE(type->equal(Anys::_tc_Point));
  Anys::Point inner;
  EXPECT_TRUE(point.extra() >>= inner);
  EXPECT_TRUE(back >>= inner);
  EXPECT_EQ(inner.rows(), some_point().rows());
}

TEST_P(AnyCalls, pass_references_in_anys) {
  later_->now(any_of(later_));
  IDL::traits<Anys::Later>::ref_type back;
  ASSERT_TRUE(later_->now() >>= back);
  EXPECT_TRUE(back->_is_equivalent(later_));
  IDL::traits<CORBA::Object>::ref_type base;
  EXPECT_TRUE(later_->now() >>= base);
  EXPECT_TRUE(base->_is_equivalent(later_));
}

TEST_P(AnyCalls, raise_exceptions_that_hold_anys) {
  auto point = some_point();
  CORBA::typecode_reference type;
  try {
    static_cast<void>(later_->echo(Any{}, point, type));
    ADD_FAILURE() << "nothing was raised";
  } catch (const Anys::Lost& lost) {
    std::int32_t number = 0;
    EXPECT_TRUE(lost._cxx_what() >>= number);
    EXPECT_EQ(number, 7);
  }
}

TEST_P(AnyCalls, pass_anys_one_way) {
  Anys::Doubles doubles{1, 2};
  later_->tell(any_of(doubles), Anys::_tc_Doubles);
  // A lane keeps the order of calls.
  const auto now = later_->now();
  EXPECT_EQ(now.type()->kind(), TCKind::tk_alias);
  Anys::Doubles back;
  ASSERT_TRUE(now >>= back);
  EXPECT_EQ(back, doubles);
}

INSTANTIATE_TEST_SUITE_P(Each, AnyCalls, ::testing::Values("off", "queued"));

}  // namespace
