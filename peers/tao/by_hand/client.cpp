// SPDX-License-Identifier: Apache-2.0
// tao-by-hand-client WAY REFERENCE CALLS: as orbweaver-by-hand-client. The server listens in one
// way alone, so that WAY chooses nothing here.
#include <by_handC.h>
#include <tao/AnyTypeCode/Any.h>
#include <tao/Messaging/Messaging.h>
#include <tao/ORB.h>
#include <tao/Strategies/advanced_resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace {

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

void print_median(const char* what, std::vector<std::int64_t>& times) {
  std::sort(times.begin(), times.end());
  std::printf("%s: %lld ns\n", what, static_cast<long long>(times[times.size() / 2]));
}

void time_null_calls(ByHand::Target_ptr target, unsigned long calls) {
  for (unsigned long n = 0; n < calls / 10; ++n) target->ping();  // not counted
  std::vector<std::int64_t> times;
  times.reserve(calls);
  for (unsigned long n = 0; n < calls; ++n) {
    const auto begin = now_ns();
    target->ping();
    times.push_back(now_ns() - begin);
  }
  print_median("twoway 0", times);
}

void time_calls(ByHand::Target_ptr target, const ByHand::Samples& values, unsigned long calls) {
  for (unsigned long n = 0; n < calls / 10; ++n) target->push(values);
  std::vector<std::int64_t> times;
  times.reserve(calls);
  for (unsigned long n = 0; n < calls; ++n) {
    const auto begin = now_ns();
    target->push(values);
    times.push_back(now_ns() - begin);
  }
  print_median("twoway 8192", times);
}

std::uint64_t stream(ByHand::Target_ptr target, const ByHand::Samples& values,
                     unsigned long calls) {
  for (unsigned long n = 0; n < calls; ++n) target->post_samples(values);
  std::uint64_t arrived = target->received();
  while (arrived < calls) arrived += target->received();
  return arrived;
}

void time_stream(ByHand::Target_ptr target, const ByHand::Samples& values, unsigned long calls) {
  stream(target, values, calls / 10);
  const auto begin = now_ns();
  const auto arrived = stream(target, values, calls);
  const auto seconds = static_cast<double>(now_ns() - begin) / 1e9;
  std::printf("oneway 8192: %.1f messages/s, %llu arrived\n", static_cast<double>(calls) / seconds,
              static_cast<unsigned long long>(arrived));
}

// As ../call_policies.cpp has it, though it is TAO's default.
void send_with_transport(CORBA::ORB_ptr orb) {
  CORBA::Any scope;
  scope <<= Messaging::SYNC_WITH_TRANSPORT;
  CORBA::PolicyList policies(1);
  policies.length(1);
  policies[0] = orb->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, scope);
  const CORBA::Object_var object = orb->resolve_initial_references("ORBPolicyManager");
  CORBA::PolicyManager_var(CORBA::PolicyManager::_narrow(object.in()))
      ->set_policy_overrides(policies, CORBA::SET_OVERRIDE);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: tao-by-hand-client unix|tcp REFERENCE CALLS\n", stderr);
    return 2;
  }
  try {
    // As ../orb_options.cpp sets up the harness's client, the words about servers included.
    std::string words[] = {"client", "-ORBSvcConfDirective",
                           "static Advanced_Resource_Factory \"-ORBProtocolFactory UIOP_Factory"
                           " -ORBProtocolFactory IIOP_Factory -ORBFlushingStrategy blocking\"",
                           "-ORBSvcConfDirective",
                           "static Server_Strategy_Factory"
                           " \"-ORBConcurrency thread-per-connection\""};
    char* options[] = {words[0].data(), words[1].data(), words[2].data(),
                       words[3].data(), words[4].data(), nullptr};
    int count = 5;
    CORBA::ORB_var orb = CORBA::ORB_init(count, options);
    send_with_transport(orb.in());
    const CORBA::Object_var object = orb->string_to_object(argv[2]);
    const ByHand::Target_var target = ByHand::Target::_narrow(object.in());
    const auto calls = std::stoul(argv[3]);
    ByHand::Samples values;
    values.length(1024);
    for (CORBA::ULong n = 0; n < 1024; ++n) values[n] = 1.0;
    time_null_calls(target.in(), calls);
    time_calls(target.in(), values, calls);
    time_stream(target.in(), values, 4 * calls);
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "tao-by-hand-client: %s\n", failure._name());
    return 1;
  }
}
