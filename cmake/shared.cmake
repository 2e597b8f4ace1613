# SPDX-License-Identifier: Apache-2.0
# liborbweaver.so: all rooms in one shared library, of the same objects as the static ones. What is installed and runs
# for users links it; tests, and programs that are measured, link the static ones, so that their figures compare.
#
# No symbol of it may be replaced by a program's, so calls within it stay as direct as in the static libraries.

# Where it is installed, below the prefix.
set(ORBWEAVER_LIBRARY_FOLDER lib)
if(CMAKE_INSTALL_LIBDIR)
  set(ORBWEAVER_LIBRARY_FOLDER ${CMAKE_INSTALL_LIBDIR})
endif()

# orbweaver_share(<static library>): its objects go into the shared library too.
function(orbweaver_share target)
  orbweaver_share_options(${target})
  set_target_properties(${target} PROPERTIES ORBWEAVER_PRECOMPILED parts)
  set_property(GLOBAL APPEND PROPERTY ORBWEAVER_SHARED_PARTS ${target})
endfunction()

# How they are compiled.
function(orbweaver_share_options target)
  if(ORBWEAVER_SHARED)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
  endif()
endfunction()

# orbweaver_link_shared(<program> [<folder>]): takes the rooms from the shared library, where that is made. The folder is
# where the program is installed. Call it before target_link_libraries(): the linker takes a symbol of the first library
# that has it, so nothing of the static rooms behind it is taken but what is APART.
function(orbweaver_link_shared program)
  if(NOT ORBWEAVER_SHARED)
    return()
  endif()
  set(folder bin ${ARGN})
  list(GET folder -1 folder)
  file(RELATIVE_PATH library /${folder} /${ORBWEAVER_LIBRARY_FOLDER})
  target_link_libraries(${program} PRIVATE orbweaver_shared)
  # From the program's own place, so that a prefix can be moved. A device that runs a copy elsewhere says where the
  # library is.
  set_target_properties(${program} PROPERTIES INSTALL_RPATH $ORIGIN/${library})
endfunction()

# After all that is shared was named. It carries the headers of every room.
function(orbweaver_shared_library)
  get_property(parts GLOBAL PROPERTY ORBWEAVER_SHARED_PARTS)
  add_library(orbweaver_shared SHARED)
  foreach(part IN LISTS parts)
    target_sources(orbweaver_shared PRIVATE $<TARGET_OBJECTS:${part}>)
  endforeach()
  target_link_libraries(orbweaver_shared PUBLIC ${ORBWEAVER_SPDLOG} Threads::Threads)
  target_link_options(orbweaver_shared PRIVATE -Wl,-Bsymbolic-functions -Wl,--no-undefined)
  target_compile_features(orbweaver_shared PUBLIC cxx_std_23)
  target_include_directories(orbweaver_shared INTERFACE $<INSTALL_INTERFACE:include>)
  set_target_properties(orbweaver_shared PROPERTIES OUTPUT_NAME orbweaver EXPORT_NAME shared LINKER_LANGUAGE CXX
                        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  install(TARGETS orbweaver_shared EXPORT orbweaver-shared)
endfunction()
