// SPDX-License-Identifier: Apache-2.0
// The classes of all components, for tests of them in one process. Each component is one file that
// ends with its program; of that a process has one, so here there is none.
#pragma once
#include <orbweaver/component/program.hpp>

#undef ORBWEAVER_COMPONENT
#define ORBWEAVER_COMPONENT(Class) static_assert(true, "no program")

#include "band/band.cpp"
#include "correlator/correlator.cpp"
#include "deframer/deframer.cpp"
#include "discriminator/discriminator.cpp"
#include "kiss/kiss.cpp"
#include "merger/merger.cpp"
#include "monitor/monitor.cpp"
#include "slicer/slicer.cpp"
#include "source/source.cpp"
#include "tuner/tuner.cpp"
