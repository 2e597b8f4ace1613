// What a component's class includes brings no stub and no skeleton with it: they would cost most of the time that it
// takes to compile.
#include <orbweaver/component/program.hpp>

#include <cstddef>
#include <type_traits>

namespace orbweaver::component {
namespace {

template <class T, std::size_t = sizeof(T)>
std::true_type is_whole(T*);
std::false_type is_whole(...);
template <class T>
inline constexpr bool kIsWhole = decltype(is_whole(static_cast<T*>(nullptr)))::value;

static_assert(kIsWhole<StreamBase>);
static_assert(!kIsWhole<standardInterfaces::complexFloat>);
static_assert(!kIsWhole<Packet::OctetStream>);
static_assert(!kIsWhole<resource::ProgramContext>);
static_assert(!kIsWhole<resource::ResourceParts>);
static_assert(!kIsWhole<ports::UsesOptions>);

}  // namespace
}  // namespace orbweaver::component
