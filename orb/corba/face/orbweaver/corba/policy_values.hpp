// SPDX-License-Identifier: Apache-2.0
// TypeCodes of the policies' enumerations, so that an Any for ORB::create_policy can hold one, as
// with other ORBs: any <<= PortableServer::LifespanPolicyValue::PERSISTENT
#pragma once
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/poa_policies.hpp>

#include <cstdint>

namespace orbweaver::corba {

// ---- for the ORB ----

/// An enumeration whose enumerators count from 0 to `most`.
template <class Enum, Enum most>
struct PolicyValueCodec {
  static constexpr std::size_t kLeastSize = 4;
  static void encode(cdr::Encoder& encoder, const Enum& value) {
    encoder.put(static_cast<std::uint32_t>(value));
  }
  static void decode(cdr::Decoder& decoder, Enum& value) {
    const auto number = decoder.get<std::uint32_t>();
    if (number > static_cast<std::uint32_t>(most))
      return decoder.fail(cdr::DecodeError::bad_enumerator);
    value = static_cast<Enum>(number);
  }
};

}  // namespace orbweaver::corba

// NAME lives in PortableServer; MOST is its last enumerator, and the names of all follow.
#define ORBWEAVER_POLICY_VALUE(NAME, MOST, ...)                                       \
  template <>                                                                         \
  struct orbweaver::cdr::Codec<PortableServer::NAME>                                  \
      : corba::PolicyValueCodec<PortableServer::NAME, PortableServer::NAME::MOST> {}; \
  template <>                                                                         \
  struct orbweaver::corba::TypeCodeOf<PortableServer::NAME> {                         \
    static constexpr typecode::Member members[] = {__VA_ARGS__};                      \
    static constexpr typecode::TypeNode node{                                         \
        .kind = typecode::TypeKind::enum_,                                            \
        .id = "IDL:omg.org/PortableServer/" #NAME ":1.0",                             \
        .name = #NAME,                                                                \
        .first_member = members,                                                      \
        .member_count = static_cast<std::uint32_t>(std::size(members))};              \
  };

ORBWEAVER_POLICY_VALUE(ThreadPolicyValue, SINGLE_THREAD_MODEL, {"ORB_CTRL_MODEL"},
                       {"SINGLE_THREAD_MODEL"})
ORBWEAVER_POLICY_VALUE(LifespanPolicyValue, PERSISTENT, {"TRANSIENT"}, {"PERSISTENT"})
ORBWEAVER_POLICY_VALUE(IdUniquenessPolicyValue, MULTIPLE_ID, {"UNIQUE_ID"}, {"MULTIPLE_ID"})
ORBWEAVER_POLICY_VALUE(IdAssignmentPolicyValue, SYSTEM_ID, {"USER_ID"}, {"SYSTEM_ID"})
ORBWEAVER_POLICY_VALUE(ImplicitActivationPolicyValue, NO_IMPLICIT_ACTIVATION,
                       {"IMPLICIT_ACTIVATION"}, {"NO_IMPLICIT_ACTIVATION"})
ORBWEAVER_POLICY_VALUE(ServantRetentionPolicyValue, NON_RETAIN, {"RETAIN"}, {"NON_RETAIN"})
ORBWEAVER_POLICY_VALUE(RequestProcessingPolicyValue, USE_SERVANT_MANAGER,
                       {"USE_ACTIVE_OBJECT_MAP_ONLY"}, {"USE_DEFAULT_SERVANT"},
                       {"USE_SERVANT_MANAGER"})

#undef ORBWEAVER_POLICY_VALUE
