// Stands in for a part of ACE.
#pragma once
#include <ace/ace_names.h>
