// The stamp and the metadata of a data port's packet: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/packet_stamp.hpp>
