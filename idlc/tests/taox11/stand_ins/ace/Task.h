// SPDX-License-Identifier: Apache-2.0
// Stands in for a part of ACE.
#pragma once
#include <ace/ace_names.h>
