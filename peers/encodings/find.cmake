# SPDX-License-Identifier: Apache-2.0
# No peer of its own: what other encodings cost, for the lab's experiment `marshalling`.
if(PKG_CONFIG_FOUND)
  pkg_check_modules(TIRPC QUIET IMPORTED_TARGET libtirpc)
endif()
if(NOT TIRPC_FOUND)
  message(STATUS "Peer encodings: missing; install it with: apt-get install libtirpc-dev pkg-config")
  return()
endif()
message(STATUS "Peer encodings: libtirpc ${TIRPC_VERSION}")
add_subdirectory(encodings)
