# SPDX-License-Identifier: Apache-2.0
# find_package(orbweaver): targets orbweaver::corba, orbweaver::cos_naming and so on, and orbweaver_idl().
#
# With ORBWEAVER_SHARED (else as BUILD_SHARED_LIBS says) they stand for the shared library; so they do where no others are installed.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(spdlog)
# Only orbweaver::component, the rooms above it, and orbweaver::deploy use it.
find_package(nlohmann_json QUIET)
# Of orbweaver::profile alone, which is static only.
find_package(LibXml2 QUIET)
# Of orbweaver::tls and orbweaver::upkeep alone, likewise.
find_package(OpenSSL QUIET)
find_package(tomlplusplus QUIET)

if(NOT DEFINED ORBWEAVER_SHARED)
  set(ORBWEAVER_SHARED ${BUILD_SHARED_LIBS})
  if(NOT EXISTS ${CMAKE_CURRENT_LIST_DIR}/orbweaver-targets.cmake)
    set(ORBWEAVER_SHARED ON)
  endif()
endif()
if(NOT ORBWEAVER_SHARED AND NOT EXISTS ${CMAKE_CURRENT_LIST_DIR}/orbweaver-targets.cmake)
  set(orbweaver_FOUND FALSE)
  set(orbweaver_NOT_FOUND_MESSAGE "ORBWEAVER_SHARED is off, and the static libraries are not installed: apt install liborbweaver-static-dev")
  return()
endif()
if(ORBWEAVER_SHARED)
  include(${CMAKE_CURRENT_LIST_DIR}/orbweaver-shared-targets.cmake)
  foreach(room IN ITEMS @ORBWEAVER_ROOMS@ @ORBWEAVER_SHARED_IDL@)
    if(NOT TARGET orbweaver::${room})
      add_library(orbweaver::${room} INTERFACE IMPORTED)
      target_link_libraries(orbweaver::${room} INTERFACE orbweaver::shared)
    endif()
  endforeach()
  # What is no part of the shared library: a program links it, and it calls the library.
  function(orbweaver_apart name)
    add_library(orbweaver::${name} STATIC IMPORTED)
    set_target_properties(orbweaver::${name} PROPERTIES
                          IMPORTED_LOCATION ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../liborbweaver_${name}.a
                          IMPORTED_LINK_INTERFACE_LANGUAGES CXX INTERFACE_LINK_LIBRARIES "${ARGN};orbweaver::shared")
  endfunction()
  orbweaver_apart(component_main)
@ORBWEAVER_APART@else()
  include(${CMAKE_CURRENT_LIST_DIR}/orbweaver-targets.cmake)
endif()

get_property(several_build_types GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT several_build_types)
  message(NOTICE "orbweaver: CMAKE_BUILD_TYPE is not set, so nothing is optimised and a call takes several times as "
                 "long; set it: -DCMAKE_BUILD_TYPE=Release")
endif()

# orbweaver_idl(): the IDL compiler, for the users' own contracts.
set(ORBWEAVER_IDLC ${CMAKE_CURRENT_LIST_DIR}/@ORBWEAVER_IDL_FROM_PACKAGE@/idlc)
set(ORBWEAVER_IDL_ROOTS ${CMAKE_CURRENT_LIST_DIR}/@ORBWEAVER_IDL_FROM_PACKAGE@/idl)
cmake_path(NORMAL_PATH ORBWEAVER_IDLC)
cmake_path(NORMAL_PATH ORBWEAVER_IDL_ROOTS)
include(${CMAKE_CURRENT_LIST_DIR}/idl.cmake)

# orbweaver_component(): programs and libraries of components, and their profiles.
include(${CMAKE_CURRENT_LIST_DIR}/component.cmake)
