// SPDX-License-Identifier: Apache-2.0
// orbweaver-by-hand-client WAY REFERENCE CALLS: times null calls, calls with 8 KiB of doubles, and
// a stream of one-way calls of 8 KiB, and prints a line for each. See peers/by_hand.md.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/lab/by_hand.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace {

using Target = CORBA::object_reference<ByHand::Target>;

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

void print_median(const char* what, std::vector<std::int64_t>& times) {
  std::sort(times.begin(), times.end());
  std::printf("%s: %lld ns\n", what, static_cast<long long>(times[times.size() / 2]));
}

void time_null_calls(const Target& target, unsigned long calls) {
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

void time_calls(const Target& target, const ByHand::Samples& values, unsigned long calls) {
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

std::uint64_t stream(const Target& target, const ByHand::Samples& values, unsigned long calls) {
  for (unsigned long n = 0; n < calls; ++n) target->post_samples(values);
  std::uint64_t arrived = target->received();
  while (arrived < calls) arrived += target->received();
  return arrived;
}

void time_stream(const Target& target, const ByHand::Samples& values, unsigned long calls) {
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
    std::fputs("usage: orbweaver-by-hand-client unix|tcp REFERENCE CALLS\n", stderr);
    return 2;
  }
  try {
    // As orbweaver-bench-client sets it up: only the way is chosen, the rest is the default.
    const auto orb = CORBA::ORB_init({"-ORBtransport", argv[1]});
    const auto target = IDL::traits<ByHand::Target>::narrow(orb->string_to_object(argv[2]));
    const auto calls = std::stoul(argv[3]);
    const ByHand::Samples values(1024, 1.0);
    time_null_calls(target, calls);
    time_calls(target, values, calls);
    time_stream(target, values, 4 * calls);
    orb->destroy();
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "orbweaver-by-hand-client: %s\n", failure.what());
    return 1;
  }
}
