// SPDX-License-Identifier: Apache-2.0
// Reads the -ORB options of ORB_init.
#pragma once
#include <orbweaver/corba/initial_texts.hpp>
#include <orbweaver/wire/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orbweaver::corba {

struct OrbArguments {
  std::string id;  // -ORBid; empty: none
  wire::Options options;
  std::optional<std::size_t> lane_low;  // in `options`, too, once all are read
  detail::InitialTexts initial;
};

/// Takes the -ORB options and their values out of `arguments`.
/// Throws CORBA::BAD_PARAM: which option, what it got, what it takes.
[[nodiscard]] OrbArguments take_orb_arguments(std::vector<std::string>& arguments);

}  // namespace orbweaver::corba
