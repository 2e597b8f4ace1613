// SPDX-License-Identifier: Apache-2.0
// The classes of the receiver, all in one program: without what makes a program of each.
#pragma once

#include <orbweaver/component/program.hpp>

#undef ORBWEAVER_COMPONENT
#define ORBWEAVER_COMPONENT(Class) static_assert(true, "a semicolon may follow")

#include "audio.cpp"        // NOLINT(bugprone-suspicious-include)
#include "demodulator.cpp"  // NOLINT(bugprone-suspicious-include)
#include "source.cpp"       // NOLINT(bugprone-suspicious-include)
#include "tuner.cpp"        // NOLINT(bugprone-suspicious-include)
#include "wav.cpp"          // NOLINT(bugprone-suspicious-include)
