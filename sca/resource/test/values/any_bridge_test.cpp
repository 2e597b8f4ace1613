// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb_idl.hpp>
#include <orbweaver/generated/sca/CF/PropertyTypes.hpp>
#include <orbweaver/generated/sca/CF/Types.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orbweaver::resource {
namespace {

using property::Complex, property::Field, property::ObjectReference, property::Scalar;
using property::Sequence, property::Struct, property::StructSequence, property::Type;
using property::UtcTime, property::Value;
using Cause = Refusal::Cause;

/// As a peer receives it: encoded and decoded.
CORBA::Any sent(const CORBA::Any& any) {
  cdr::Encoder encoder;
  cdr::encode(encoder, any);
  cdr::Decoder decoder{encoder.bytes()};
  CORBA::Any received;
  cdr::decode(decoder, received);
  EXPECT_TRUE(decoder.ok());
  return received;
}

template <class T>
CORBA::Any any_of(T value) {
  CORBA::Any any;
  any <<= std::move(value);
  return any;
}

std::vector<Scalar> one_of_each_scalar() {
  return {true,
          'x',
          -1.5,
          2.5F,
          std::int16_t{-7},
          std::int32_t{70000},
          std::int64_t{-5000000000},
          ObjectReference{},
          std::uint8_t{200},
          std::string{"text"},
          std::uint32_t{4000000000},
          std::uint64_t{1} << 63,
          std::uint16_t{60000},
          UtcTime{1000, 0.25, false}};
}

bool has_complex(const Scalar& scalar) {
  const auto type = property::type_of(scalar);
  return type != Type::objref && type != Type::string && type != Type::utctime;
}

class AnyBridgeOf : public testing::TestWithParam<Value> {
 protected:
  AnyBridge bridge{nullptr};
};

TEST_P(AnyBridgeOf, a_value_gives_the_same_value_behind_the_wire) {
  const auto any = bridge.to_any(GetParam());
  ASSERT_TRUE(any) << any.error().text;
  for (const auto& entry : {*any, sent(*any)}) {
    const auto value = bridge.to_value(entry);
    ASSERT_TRUE(value) << value.error().text;
    EXPECT_EQ(*value, GetParam()) << property::to_text(*value);
  }
}

std::vector<Value> scalars() {
  std::vector<Value> all;
  for (const auto& scalar : one_of_each_scalar()) all.emplace_back(scalar);
  return all;
}
std::vector<Value> sequences() {
  std::vector<Value> all;
  for (const auto& scalar : one_of_each_scalar()) {
    all.emplace_back(Sequence{property::type_of(scalar), false, {scalar, scalar}});
    all.emplace_back(Sequence{property::type_of(scalar), false, {}});
  }
  return all;
}
std::vector<Value> complexes() {
  std::vector<Value> all;
  for (const auto& scalar : one_of_each_scalar()) {
    if (!has_complex(scalar)) continue;
    all.emplace_back(Complex{scalar, scalar});
    all.emplace_back(Sequence{property::type_of(scalar), true, {Complex{scalar, scalar}}});
  }
  return all;
}
Struct a_struct() {
  return {{{"gain", Value{Scalar{1.5F}}},
           {"taps", Value{Sequence{Type::short_, false, {Scalar{std::int16_t{3}}}}}}}};
}
std::vector<Value> structs() {
  return {a_struct(), Struct{}, StructSequence{{a_struct(), Struct{}}}, StructSequence{},
          Struct{{{"inner", Value{a_struct()}}}}};
}

INSTANTIATE_TEST_SUITE_P(Scalars, AnyBridgeOf, testing::ValuesIn(scalars()));
INSTANTIATE_TEST_SUITE_P(Sequences, AnyBridgeOf, testing::ValuesIn(sequences()));
INSTANTIATE_TEST_SUITE_P(Complexes, AnyBridgeOf, testing::ValuesIn(complexes()));
INSTANTIATE_TEST_SUITE_P(Structs, AnyBridgeOf, testing::ValuesIn(structs()));

class AnAnyBridge : public testing::Test {
 protected:
  [[nodiscard]] std::string id_of(const Value& value) const {
    return bridge.to_any(value).value().type()->id();
  }
  [[nodiscard]] Cause cause_of(const CORBA::Any& any) const {
    const auto value = bridge.to_value(any);
    EXPECT_FALSE(value);
    return value ? Cause::unknown : value.error().cause;
  }
  AnyBridge bridge{nullptr};
};

TEST_F(AnAnyBridge, sends_the_types_that_the_field_sends) {
  EXPECT_EQ(id_of(Sequence{Type::short_, false, {}}), "IDL:omg.org/CORBA/ShortSeq:1.0");
  EXPECT_EQ(id_of(Sequence{Type::string, false, {}}), "IDL:omg.org/CORBA/StringSeq:1.0");
  EXPECT_EQ(id_of(Sequence{Type::utctime, false, {}}), "IDL:CF/UTCTimeSequence:1.0");
  EXPECT_EQ(id_of(Sequence{Type::float_, true, {}}), "IDL:CF/complexFloatSeq:1.0");
  EXPECT_EQ(id_of(Complex{Scalar{1.0F}, Scalar{2.0F}}), "IDL:CF/complexFloat:1.0");
  EXPECT_EQ(id_of(Struct{}), "IDL:CF/Properties:1.0");
  EXPECT_EQ(id_of(StructSequence{}), "IDL:omg.org/CORBA/AnySeq:1.0");
}

TEST_F(AnAnyBridge, refuses_what_no_property_has) {
  EXPECT_EQ(cause_of({}), Cause::unsupported);
  EXPECT_EQ(cause_of(any_of(1.0L)), Cause::unsupported);
  EXPECT_EQ(cause_of(any_of(CF::ErrorNumberType::CF_EIO)), Cause::unsupported);
  EXPECT_EQ(cause_of(any_of(CF::DeviceAssignmentType{"a", "b"})), Cause::unsupported);
  EXPECT_EQ(cause_of(any_of(CF::DeviceAssignmentSequence{})), Cause::unsupported);
  EXPECT_EQ(cause_of(any_of(CORBA::AnySeq{any_of(std::int16_t{1})})), Cause::unsupported);
}

TEST_F(AnAnyBridge, refuses_a_time_without_a_number) {
  EXPECT_EQ(cause_of(any_of(CF::UTCTime(1, NAN, 0))), Cause::unreadable);
  EXPECT_EQ(cause_of(any_of(CF::UTCTime(1, 1e300, 0))), Cause::unreadable);
  EXPECT_EQ(cause_of(any_of(CF::UTCTime(1, 0, 1.5))), Cause::unreadable);
}

TEST_F(AnAnyBridge, has_the_time_of_redhawk_with_a_signed_status) {
  const auto status = CF::_tc_UTCTime->member_type(0);
  EXPECT_EQ(status->kind(), CORBA::TCKind::tk_short);
}

TEST_F(AnAnyBridge, makes_the_present_of_now) {
  const auto any = bridge.to_any(Scalar{UtcTime{0, 0, true}});
  ASSERT_TRUE(any);
  CF::UTCTime time;
  ASSERT_TRUE(*any >>= time);
  EXPECT_GT(time.twsec(), 1.6e9);
}

TEST_F(AnAnyBridge, refuses_structs_that_are_nested_too_deeply) {
  CORBA::Any any = any_of(CF::Properties{});
  Value value{Struct{}};
  for (int i = 1; i < kMostNesting; ++i) {
    any = any_of(CF::Properties{CF::DataType{"in", any}});
    value = Struct{{{"in", value}}};
  }
  EXPECT_TRUE(bridge.to_value(any)) << "this deep is allowed";
  EXPECT_TRUE(bridge.to_any(value));
  EXPECT_EQ(cause_of(any_of(CF::Properties{CF::DataType{"in", any}})), Cause::too_deep);
  const auto deeper = bridge.to_any(Struct{{{"in", value}}});
  ASSERT_FALSE(deeper);
  EXPECT_EQ(deeper.error().cause, Cause::too_deep);
}

TEST_F(AnAnyBridge, refuses_a_sequence_with_too_many_items) {
  EXPECT_TRUE(bridge.to_value(any_of(CORBA::OctetSeq(1000))));
  EXPECT_EQ(cause_of(any_of(CORBA::OctetSeq(kMostItems + 1))), Cause::too_long);
}

TEST_F(AnAnyBridge, names_the_member_that_it_refuses) {
  const auto value = bridge.to_value(any_of(CF::Properties{CF::DataType{"gain", any_of(1.0L)}}));
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().text, "gain: no property has values of the CORBA type long double");
}

TEST_F(AnAnyBridge, refuses_items_of_another_type_than_their_sequence) {
  const auto any = bridge.to_any(Sequence{Type::short_, false, {Scalar{1.0}}});
  ASSERT_FALSE(any);
  EXPECT_EQ(any.error().cause, Cause::wrong_type);
  EXPECT_FALSE(bridge.to_any(Complex{Scalar{1.0}, Scalar{1.0F}}));
  EXPECT_FALSE(bridge.to_any(Complex{Scalar{std::string{}}, Scalar{std::string{}}}));
}

class AnyBridgeWithAnOrb : public testing::Test {
 protected:
  ~AnyBridgeWithAnOrb() override { orb->destroy(); }
  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  AnyBridge bridge{orb};
};

TEST_F(AnyBridgeWithAnOrb, makes_references_of_texts_and_texts_of_references) {
  const auto any = bridge.to_any(Scalar{ObjectReference{"corbaloc::localhost:1/modem"}});
  ASSERT_TRUE(any) << any.error().text;
  const auto value = bridge.to_value(*any);
  ASSERT_TRUE(value) << value.error().text;
  const auto& text = std::get<ObjectReference>(std::get<Scalar>(*value)).text;
  EXPECT_EQ(text.substr(0, 4), "IOR:");
  EXPECT_EQ(AnyBridge{nullptr}.to_value(*any).error().cause, Cause::unreadable);
}

TEST_F(AnyBridgeWithAnOrb, refuses_a_text_that_is_no_reference) {
  const auto any = bridge.to_any(Scalar{ObjectReference{"modem"}});
  ASSERT_FALSE(any);
  EXPECT_EQ(any.error().cause, Cause::unreadable);
  EXPECT_NE(any.error().text.find("'modem' is no reference"), std::string::npos);
}

}  // namespace
}  // namespace orbweaver::resource
