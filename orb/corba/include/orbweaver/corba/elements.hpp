// What a stub with views takes for an `in` sequence: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/elements.hpp>
