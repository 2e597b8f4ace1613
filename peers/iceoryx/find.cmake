# SPDX-License-Identifier: Apache-2.0
find_package(iceoryx_posh QUIET)
find_program(IOX_ROUDI iox-roudi)
if(NOT iceoryx_posh_FOUND OR NOT IOX_ROUDI)
  orbweaver_peer_missing(iceoryx)
  return()
endif()
message(STATUS "Peer iceoryx: ${iceoryx_posh_VERSION}")
add_subdirectory(iceoryx)
