// Two-way calls of a Bench::Target with each type of payload, in each shape.
#pragma once
#include <bench/command.hpp>

#include "bench.hh"

namespace peer {

/// The null call for a payload of no bytes.
bench::Measured time_twoway(Bench::Target_ptr target, const bench::Command& command);

}  // namespace peer
