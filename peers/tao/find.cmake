# SPDX-License-Identifier: Apache-2.0
if(DEFINED ENV{TAO_ROOT})
  message(STATUS "Peer tao: $ENV{TAO_ROOT}")
  add_subdirectory(tao)
endif()
