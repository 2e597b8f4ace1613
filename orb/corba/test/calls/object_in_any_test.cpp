// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/engine/orb_core.hpp>

#include <gtest/gtest.h>

namespace {

namespace cdr = orbweaver::cdr;
using CORBA::Any;
using Reference = CORBA::object_reference<CORBA::Object>;

Any any_of(const Reference& object) {
  Any any;
  any <<= object;
  return any;
}

Reference extracted(const Any& any) {
  Reference object;
  EXPECT_TRUE(any >>= object);
  return object;
}

TEST(Any, holds_references_before_and_after_a_journey) {
  const auto orb = CORBA::ORB_init();
  const auto object = orb->string_to_object("corbaloc::127.0.0.1:1/key");
  const auto any = any_of(object);
  EXPECT_EQ(extracted(any), object);

  cdr::Encoder out;
  cdr::encode(out, any);
  cdr::Decoder in{out.bytes()};
  in.set_context(orbweaver::corba::OrbAccess::core(*orb).get());
  const auto back = cdr::decode<Any>(in);
  const auto again = extracted(back);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->_is_equivalent(object));
}

TEST(Any, tells_when_the_orb_of_its_reference_is_gone) {
  Any back;
  {
    const auto orb = CORBA::ORB_init();
    cdr::Encoder out;
    cdr::encode(out, any_of(orb->string_to_object("corbaloc::127.0.0.1:1/key")));
    cdr::Decoder in{out.bytes()};
    in.set_context(orbweaver::corba::OrbAccess::core(*orb).get());
    back = cdr::decode<Any>(in);
  }
  Reference object;
  EXPECT_THROW(static_cast<void>(back >>= object), CORBA::MARSHAL);
}

}  // namespace
