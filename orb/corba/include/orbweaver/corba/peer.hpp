// What is known of an object without a call: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/peer.hpp>
