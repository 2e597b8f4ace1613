// Facts about an object that need no call: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/peer.hpp>
