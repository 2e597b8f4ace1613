// What travels beside the packet of a data port: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/packet_stamp.hpp>
