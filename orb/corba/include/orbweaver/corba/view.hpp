// Received sequences, read where they arrived: one of Orbweaver's extensions of the mapping.
#pragma once
#include <orbweaver/corba/extensions/view.hpp>
