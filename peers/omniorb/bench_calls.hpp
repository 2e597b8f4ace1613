// SPDX-License-Identifier: Apache-2.0
// Two-way calls of a Bench::Target with each type of payload, in each shape.
#pragma once
#include <bench/command.hpp>

#include "bench.hh"
#include "mirror.hh"

namespace peer {

/// What a module of IDL names. `Mirror` is `Bench` under another name: its stubs know nothing of a
/// servant of `Bench`, so omniORB cannot call that directly within the process, but encodes the
/// arguments into memory and decodes them there, on the caller's thread.
struct BenchIdl {
  using Target_ptr = Bench::Target_ptr;
  using Octets = Bench::Octets;
  using Shorts = Bench::Shorts;
  using Floats = Bench::Floats;
  using Samples = Bench::Samples;
};
struct MirrorIdl {
  using Target_ptr = Mirror::Target_ptr;
  using Octets = Mirror::Octets;
  using Shorts = Mirror::Shorts;
  using Floats = Mirror::Floats;
  using Samples = Mirror::Samples;
};

/// The null call for a payload of no bytes.
template <class Idl>
bench::Measured time_twoway(typename Idl::Target_ptr target, const bench::Command& command);

extern template bench::Measured time_twoway<BenchIdl>(Bench::Target_ptr, const bench::Command&);
extern template bench::Measured time_twoway<MirrorIdl>(Mirror::Target_ptr, const bench::Command&);

}  // namespace peer
