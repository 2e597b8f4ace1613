# SPDX-License-Identifier: Apache-2.0
# Headers that most files include are compiled once: they are more than half of what a file costs to compile.
#
# GCC takes a precompiled header only where the options that make code are the same, so there is one for each way of
# compiling: the shared library's parts, those for size, rooms that call nothing through the ORB, programs that do, those that
# read a command line, tests. It hides an include that a file forgot; `./x lint` compiles without.
option(ORBWEAVER_PRECOMPILE "Compile the headers that most files include once" OFF)

set(ORBWEAVER_PRECOMPILE_HEADER ${CMAKE_CURRENT_LIST_DIR}/precompile_header.sh)
set(ORBWEAVER_STANDARD_HEADERS
    <algorithm> <array> <atomic> <charconv> <chrono> <condition_variable> <cstdint> <cstring> <deque> <expected>
    <filesystem> <functional> <iostream> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span> <sstream>
    <string> <string_view> <thread> <tuple> <unordered_map> <utility> <variant> <vector>)
set(ORBWEAVER_CALL_HEADERS <orbweaver/corba/orb.hpp> <orbweaver/corba/poa.hpp> <orbweaver/corba/stub.hpp>)

# Programs of tests are compiled with it, too: they need not be fast, and the optimizer takes a third of the time. Under
# clang's sanitizers it takes two thirds, and a test's own branches lead no fuzzer anywhere; GCC's thread sanitizer costs
# the least with -Og.
set(ORBWEAVER_TEST_OPTIONS $<$<CONFIG:RelWithDebInfo>:-O0>)
if(ORBWEAVER_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  list(APPEND ORBWEAVER_TEST_OPTIONS -O0 -fno-sanitize=fuzzer-no-link)
elseif(ORBWEAVER_SANITIZE)
  list(APPEND ORBWEAVER_TEST_OPTIONS -Og)
endif()

# GCC 12 warns, wrongly, of strings that are moved where <string> was compiled before; and only so can ccache tell what
# else a file includes. clang needs neither; it would keep the times of the files, which a header out of the cache has
# not. Whether a file changed is ninja's to see.
set(ORBWEAVER_PRECOMPILED_OPTIONS
    "$<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread>"
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")

# CMake's own way gives clang the header's path once more, where ccache does not make it relative to this tree.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE>)
endif()

# A target's property ORBWEAVER_PRECOMPILED says which it takes.

# Marks a program as one of tests; `kind` is tests, or system_tests if it calls through the ORB.
function(orbweaver_precompile_tests target kind)
  set_target_properties(${target} PROPERTIES ORBWEAVER_PRECOMPILED ${kind})
  target_compile_options(${target} PRIVATE ${ORBWEAVER_TEST_OPTIONS})
endfunction()

# After all targets are known: each of the project's own takes the header that fits.
function(orbweaver_precompile_all)
  if(NOT ORBWEAVER_PRECOMPILE)
    return()
  endif()
  orbweaver_precompiled(parts ${ORBWEAVER_STANDARD_HEADERS})
  orbweaver_share_options(orbweaver_precompiled_parts)
  orbweaver_precompiled(small ${ORBWEAVER_STANDARD_HEADERS} OPTIONS ${ORBWEAVER_SMALL})
  orbweaver_share_options(orbweaver_precompiled_small)
  orbweaver_precompiled(plain ${ORBWEAVER_STANDARD_HEADERS})
  orbweaver_precompiled(programs ${ORBWEAVER_STANDARD_HEADERS} ${ORBWEAVER_CALL_HEADERS} USES orbweaver_corba)
  orbweaver_precompiled(commands ${ORBWEAVER_STANDARD_HEADERS} ${ORBWEAVER_CALL_HEADERS} <CLI/CLI.hpp> <nlohmann/json.hpp>
                        USES orbweaver_corba CLI11::CLI11 nlohmann_json::nlohmann_json)
  if(BUILD_TESTING)
    orbweaver_precompiled(tests ${ORBWEAVER_STANDARD_HEADERS} <gmock/gmock.h>
                          USES GTest::gmock OPTIONS ${ORBWEAVER_TEST_OPTIONS})
    orbweaver_precompiled(system_tests ${ORBWEAVER_STANDARD_HEADERS} ${ORBWEAVER_CALL_HEADERS} <gmock/gmock.h>
                          USES orbweaver_corba GTest::gmock OPTIONS ${ORBWEAVER_TEST_OPTIONS})
  endif()
  orbweaver_precompile_below(${PROJECT_SOURCE_DIR})
endfunction()

# orbweaver_precompiled(<kind> <headers>... [USES <targets>...] [OPTIONS <compile options>...])
function(orbweaver_precompiled kind)
  cmake_parse_arguments(pch "" "" "USES;OPTIONS" ${ARGN})
  set(target orbweaver_precompiled_${kind})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp CONTENT "")
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp)
  target_link_libraries(${target} PRIVATE orbweaver_warnings ${pch_USES})
  target_compile_options(${target} PRIVATE ${pch_OPTIONS} "${ORBWEAVER_PRECOMPILED_OPTIONS}")
  target_precompile_headers(${target} PRIVATE ${pch_UNPARSED_ARGUMENTS})
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
                          "${ORBWEAVER_PRECOMPILE_HEADER};${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
endfunction()

function(orbweaver_precompile_below folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    orbweaver_precompile_kind(${target} kind)
    if(kind AND NOT kind STREQUAL none)
      target_precompile_headers(${target} REUSE_FROM orbweaver_precompiled_${kind})
      target_compile_options(${target} PRIVATE "${ORBWEAVER_PRECOMPILED_OPTIONS}")
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    orbweaver_precompile_below(${below})
  endforeach()
endfunction()

# Nothing: other peers' programs, and what has nothing to do with the ORB.
function(orbweaver_precompile_kind target result)
  get_target_property(kind ${target} ORBWEAVER_PRECOMPILED)
  get_target_property(type ${target} TYPE)
  get_target_property(linked ${target} LINK_LIBRARIES)
  if(kind OR NOT type MATCHES "STATIC_LIBRARY|EXECUTABLE")
    # as it says, or none
  elseif(linked MATCHES "orbweaver_command_line")
    set(kind commands)
  elseif(linked MATCHES "orbweaver(::|_)(corba|component|launched|naming|events|lab_idl|lab_parts)")
    set(kind programs)
  endif()
  set(${result} ${kind} PARENT_SCOPE)
endfunction()
