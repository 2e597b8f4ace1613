// SPDX-License-Identifier: Apache-2.0
// TAO has no use for the module under another name that omniORB encodes within the process by:
// --marshal, which calls it, is refused.
#pragma once
#include "bench.hh"

namespace Mirror = Bench;
