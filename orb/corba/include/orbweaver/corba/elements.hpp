// The parameter of a stub with views for an `in` sequence: one of Orbweaver's extensions of the
// mapping.
#pragma once
#include <orbweaver/corba/extensions/elements.hpp>
