// SPDX-License-Identifier: Apache-2.0
// omniorb-by-hand-client WAY REFERENCE CALLS: as orbweaver-by-hand-client.
#include <by_hand.hh>

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

// omniORB may answer a call before a one-way call that came ahead of it has run.
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: omniorb-by-hand-client unix|tcp REFERENCE CALLS\n", stderr);
    return 2;
  }
  try {
    // As ../orb_options.cpp sets up the harness's client: 64 MiB messages, no timeout, the way.
    const std::string way = std::string("* ") + argv[1];
    const char* options[][2] = {{"giopMaxMsgSize", "67108864"},
                                {"clientCallTimeOutPeriod", "0"},
                                {"clientTransportRule", way.c_str()},
                                {nullptr, nullptr}};
    int none = 0;
    CORBA::ORB_var orb = CORBA::ORB_init(none, nullptr, "omniORB4", options);
    const CORBA::Object_var object = orb->string_to_object(argv[2]);
    const ByHand::Target_var target = ByHand::Target::_narrow(object);
    const auto calls = std::stoul(argv[3]);
    ByHand::Samples values;
    values.length(1024);
    for (CORBA::ULong n = 0; n < 1024; ++n) values[n] = 1.0;
    time_null_calls(target, calls);
    time_calls(target, values, calls);
    time_stream(target, values, 4 * calls);
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "omniorb-by-hand-client: %s\n", failure._name());
    return 1;
  }
}
