// Values as text: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/text.hpp>
