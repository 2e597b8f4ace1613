// SPDX-License-Identifier: Apache-2.0
// What scenarios have in common.
#pragma once
#include "scenarios/rig/lives.hpp"
#include "scenarios/rig/options.hpp"
#include "scenarios/rig/orb.hpp"
#include "scenarios/rig/run.hpp"
#include "scenarios/rig/sender.hpp"
#include "scenarios/rig/sink.hpp"
#include "scenarios/rig/world.hpp"
