// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/port.hpp>

namespace orbweaver::component {
namespace {

using NumbersIn = In<"numbers", standardInterfaces::realLong>;
using SamplesIn = In<"samples", standardInterfaces::realFloat>;
using NumbersOut = Out<"numbers", standardInterfaces::realLong>;

// describe() of a component, and so its program, does not compile without this.
static_assert(have_own_names<>());
static_assert(have_own_names<NumbersIn, SamplesIn>());
static_assert(!have_own_names<NumbersIn, SamplesIn, NumbersOut>());

}  // namespace
}  // namespace orbweaver::component
