// Memory to fill where the transport needs it: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/loan.hpp>
