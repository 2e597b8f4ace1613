// SPDX-License-Identifier: Apache-2.0
// What a component's class includes brings no stub and no skeleton with it: they would cost most of
// the time that it takes to compile.
#include <orbweaver/component/program.hpp>

namespace orbweaver::component {
namespace {

template <class T>
concept IsWhole = sizeof(T) > 0;

static_assert(IsWhole<StreamBase>);
static_assert(!IsWhole<standardInterfaces::complexFloat>);
static_assert(!IsWhole<Packet::OctetStream>);
static_assert(!IsWhole<resource::ProgramContext>);
static_assert(!IsWhole<resource::ResourceParts>);
static_assert(!IsWhole<ports::UsesOptions>);

}  // namespace
}  // namespace orbweaver::component
