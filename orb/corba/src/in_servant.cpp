#include <orbweaver/corba/in_servant.hpp>

namespace orbweaver::corba {

namespace {

thread_local unsigned servants_on_stack = 0;

}  // namespace

bool is_in_servant() noexcept { return servants_on_stack != 0; }

InServant::InServant() noexcept { ++servants_on_stack; }
InServant::~InServant() { --servants_on_stack; }

}  // namespace orbweaver::corba
