# SPDX-License-Identifier: Apache-2.0
# Orbweaver inside another project (add_subdirectory, FetchContent): its libraries as orbweaver::<name>, and orbweaver_idl().
# No program, test, benchmark or peer; nothing is installed, and no variable of the other project changes.
#
#   ORBWEAVER_SCA=OFF   the ORB, its services and the IDL compiler alone: needs spdlog and omniidl, not libxml2, JSON or toml++
set(BUILD_TESTING OFF)
set(ORBWEAVER_BENCHMARKS OFF)
set(ORBWEAVER_FUZZ OFF)

find_package(Threads REQUIRED)
find_package(spdlog REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
if(ORBWEAVER_SCA)
  find_package(nlohmann_json REQUIRED)
  find_package(LibXml2 REQUIRED)
  find_package(tomlplusplus REQUIRED)
endif()
# Without them, the rooms `tls` and `rules` are left out.
find_package(OpenSSL QUIET)
if(NOT ORBWEAVER_SCA)
  find_package(tomlplusplus QUIET)
endif()

include(cmake/clang.cmake)
include(cmake/stack_tables.cmake)
include(cmake/warnings.cmake)
include(cmake/static.cmake)
include(cmake/shared.cmake)
include(cmake/room.cmake)
include(cmake/rooms.cmake)
set(ORBWEAVER_IDLC ${PROJECT_SOURCE_DIR}/idlc)
set(ORBWEAVER_IDL_ROOTS ${PROJECT_SOURCE_DIR}/idl)
set(ORBWEAVER_IDL_PREFIX orbweaver/generated/)
include(cmake/idl.cmake)
add_subdirectory(idl)
