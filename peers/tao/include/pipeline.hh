// SPDX-License-Identifier: Apache-2.0
// TAO's stubs and skeletons under the name that the classic programs include.
#pragma once
#include "pipelineS.h"
