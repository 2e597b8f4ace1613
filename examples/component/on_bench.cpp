// SPDX-License-Identifier: Apache-2.0
// Gain on a bench, without a domain: a packet goes in, a packet comes out.
#include "gain.cpp"

#include <orbweaver/component/testing/bench.hpp>

#include <cstdio>

int main() {
  component::testing::Bench<Gain> gain({{"gain", "2"}});
  gain.push({1, -0.5, 3});
  for (const auto sample : gain.take()) std::printf("%.0f\n", sample);
}
