// SPDX-License-Identifier: Apache-2.0
// Two-way calls of a Bench::Target with each type of payload, in each shape.
#pragma once
#include <orbweaver/generated/lab/bench.hpp>

#include <bench/command.hpp>

namespace orbweaver::lab {

using BenchReference = CORBA::object_reference<Bench::Target>;

/// The null call for a payload of no bytes.
[[nodiscard]] bench::Measured time_twoway(const BenchReference& target,
                                          const bench::Command& command);

}  // namespace orbweaver::lab
