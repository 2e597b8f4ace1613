// SPDX-License-Identifier: Apache-2.0
// Stands in for a header of TAOX11, whose content the prelude has.
#pragma once
