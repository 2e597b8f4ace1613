// SPDX-License-Identifier: Apache-2.0
// tao-by-hand-producer WAY REFERENCE PACKETS: as orbweaver-by-hand-producer. Stages listen in one
// way alone, so that WAY chooses nothing here.
#include <pipelineC.h>
#include <tao/AnyTypeCode/Any.h>
#include <tao/Messaging/Messaging.h>
#include <tao/ORB.h>
#include <tao/Strategies/advanced_resource.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>

namespace {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// As the lab sets up tao-producer (../call_policies.cpp): the default scope, and 5 s a call.
void set_policies(CORBA::ORB_ptr orb) {
  CORBA::Any scope, longest;
  scope <<= Messaging::SYNC_WITH_TRANSPORT;
  longest <<= TimeBase::TimeT{50'000'000};
  CORBA::PolicyList policies(2);
  policies.length(2);
  policies[0] = orb->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, scope);
  policies[1] = orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, longest);
  const CORBA::Object_var object = orb->resolve_initial_references("ORBPolicyManager");
  CORBA::PolicyManager_var(CORBA::PolicyManager::_narrow(object.in()))
      ->set_policy_overrides(policies, CORBA::SET_OVERRIDE);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: tao-by-hand-producer unix|tcp REFERENCE PACKETS\n", stderr);
    return 2;
  }
  try {
    // As the lab sets up tao-producer (../orb_options.cpp), the words about servers included.
    std::string words[] = {"producer", "-ORBSvcConfDirective",
                           "static Advanced_Resource_Factory \"-ORBProtocolFactory UIOP_Factory"
                           " -ORBProtocolFactory IIOP_Factory -ORBFlushingStrategy blocking\"",
                           "-ORBSvcConfDirective",
                           "static Server_Strategy_Factory"
                           " \"-ORBConcurrency thread-per-connection\""};
    char* options[] = {words[0].data(), words[1].data(), words[2].data(),
                       words[3].data(), words[4].data(), nullptr};
    int count = 5;
    CORBA::ORB_var orb = CORBA::ORB_init(count, options);
    set_policies(orb.in());
    const CORBA::Object_var object = orb->string_to_object(argv[2]);
    const Lab::PacketSink_var next = Lab::PacketSink::_narrow(object.in());
    const auto packets = static_cast<CORBA::ULong>(std::stoul(argv[3]));
    Lab::Samples values;
    values.length(1024);
    for (CORBA::ULong n = 0; n < 1024; ++n) values[n] = 1.0;
    const auto began = now_ns();
    for (CORBA::ULong n = 1; n <= packets; ++n)
      next->send_packet({n, static_cast<CORBA::ULongLong>(began)}, values);
    next->end_of_stream(packets);
    std::printf("began at %lld ns\n", static_cast<long long>(began));
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "tao-by-hand-producer: %s\n", failure._name());
    return 1;
  }
}
