// Values for the library fmt: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/fmt.hpp>
