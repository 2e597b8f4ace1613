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

# In a distribution the loader finds the shared library by itself, and what programs alone link lies where it does not look.
option(ORBWEAVER_OF_DISTRIBUTION "Install as a part of the system, below /usr" OFF)
set(ORBWEAVER_FRAMEWORK_FOLDER ${ORBWEAVER_LIBRARY_FOLDER})
set(ORBWEAVER_LOADED_FOLDER ${ORBWEAVER_LIBRARY_FOLDER})
if(ORBWEAVER_OF_DISTRIBUTION)
  set(ORBWEAVER_LOADED_FOLDER ${ORBWEAVER_LIBRARY_FOLDER}/orbweaver)
  set(ORBWEAVER_FRAMEWORK_FOLDER lib/orbweaver)
endif()

set(ORBWEAVER_SMALL_LINK -Wl,--gc-sections)

# orbweaver_share(<static library>): its objects go into the shared library too.
function(orbweaver_share target)
  orbweaver_share_options(${target})
  set_target_properties(${target} PROPERTIES ORBWEAVER_PRECOMPILED parts)
  set_property(GLOBAL APPEND PROPERTY ORBWEAVER_SHARED_PARTS ${target})
endfunction()

# orbweaver_share_with_programs(<static library>): its objects go into the library that programs have in common.
function(orbweaver_share_with_programs target)
  set_property(GLOBAL APPEND PROPERTY ORBWEAVER_FRAMEWORK_PARTS ${target})
  if(ORBWEAVER_SHARED)
    orbweaver_share_options(${target})
    set_target_properties(${target} PROPERTIES ORBWEAVER_PRECOMPILED parts)
  endif()
endfunction()

# orbweaver_share_alone(<static library>): its objects go into a shared library of its own, lib<static library>.so.
function(orbweaver_share_alone target)
  set_property(GLOBAL APPEND PROPERTY ORBWEAVER_SHARED_ALONE ${target})
  if(ORBWEAVER_SHARED)
    orbweaver_share_options(${target})
    set_target_properties(${target} PROPERTIES ORBWEAVER_PRECOMPILED parts)
  endif()
  # A program that links the static library has it, though nothing in the program names it.
  target_link_options(${target} INTERFACE LINKER:--undefined=${target})
endfunction()

# orbweaver_compile_small(<static library> [<files>...]): no message passes through it, so it is compiled for size, which halves
# it. The files are those that stay as fast as all else. At -Os, GCC 12 warns of variables that std::optional guards.
set(ORBWEAVER_SMALL -Os)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND ORBWEAVER_SMALL -Wno-maybe-uninitialized)
endif()
function(orbweaver_compile_small target)
  if(NOT CMAKE_BUILD_TYPE MATCHES "^Rel")
    return()
  endif()
  target_compile_options(${target} PRIVATE ${ORBWEAVER_SMALL})
  orbweaver_share_options(${target})  # so that one precompiled header fits all of them
  set_target_properties(${target} PROPERTIES ORBWEAVER_PRECOMPILED small)
  if(ARGN)  # compiled with other options than the header
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O2 SKIP_PRECOMPILE_HEADERS ON)
  endif()
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
# that has it, so nothing of the static rooms behind it is taken but what is APART. The libraries whose templates the
# shared library does not export stand before the static rooms, too.
set(ORBWEAVER_BEFORE_ROOMS orbweaver_shared stdc++ ${ORBWEAVER_SPDLOG})
function(orbweaver_link_shared program)
  if(NOT ORBWEAVER_SHARED)
    return()
  endif()
  set(folder bin ${ARGN})
  list(GET folder -1 folder)
  file(RELATIVE_PATH library /${folder} /${ORBWEAVER_LIBRARY_FOLDER})
  target_link_libraries(${program} PRIVATE ${ORBWEAVER_BEFORE_ROOMS})
  target_link_options(${program} PRIVATE ${ORBWEAVER_SMALL_LINK})
  # From the program's own place, so that a prefix can be moved. A device that runs a copy elsewhere says where the
  # library is.
  if(NOT ORBWEAVER_OF_DISTRIBUTION)
    set_target_properties(${program} PROPERTIES INSTALL_RPATH $ORIGIN/${library})
  endif()
endfunction()

# orbweaver_link_framework(<program> <rooms>...): the same for a program of these rooms. Where one of them is COMMON, it takes
# all that are from the library that programs have in common.
function(orbweaver_link_framework program)
  get_property(parts GLOBAL PROPERTY ORBWEAVER_FRAMEWORK_PARTS)
  foreach(room IN LISTS ARGN)
    string(REPLACE "::" "_" room ${room})
    if(ORBWEAVER_SHARED AND room IN_LIST parts)
      target_link_libraries(${program} PRIVATE orbweaver_framework)
      if(ORBWEAVER_OF_DISTRIBUTION)
        set_target_properties(${program} PROPERTIES INSTALL_RPATH $ORIGIN/../${ORBWEAVER_FRAMEWORK_FOLDER})
      endif()
      break()
    endif()
  endforeach()
  orbweaver_link_shared(${program})
endfunction()

# The library <target> of the objects of these static ones.
function(orbweaver_shared_of target)
  add_library(${target} SHARED)
  foreach(part IN LISTS ARGN)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${part}>)
  endforeach()
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
  set(exported ${PROJECT_BINARY_DIR}/${target}.exported)
  set(script ${PROJECT_SOURCE_DIR}/cmake/exported_symbols.py)
  add_custom_command(OUTPUT ${exported} DEPENDS ${ARGN} ${script} VERBATIM
                     COMMAND ${Python3_EXECUTABLE} ${script} --nm ${CMAKE_NM} --to ${exported} ${archives})
  target_sources(${target} PRIVATE ${exported})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${exported} LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
                                             SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions -Wl,--no-undefined -Wl,--version-script=${exported}
                                        ${ORBWEAVER_SMALL_LINK})
endfunction()

# After all rooms. What programs have in common that is no part of the shared library: for them alone, so there is nothing to
# develop with.
function(orbweaver_framework_library)
  get_property(parts GLOBAL PROPERTY ORBWEAVER_FRAMEWORK_PARTS)
  orbweaver_shared_of(orbweaver_framework ${parts})
  target_link_libraries(orbweaver_framework PRIVATE ${ORBWEAVER_BEFORE_ROOMS} ${parts})
  if(NOT ORBWEAVER_OF_DISTRIBUTION)
    set_target_properties(orbweaver_framework PROPERTIES INSTALL_RPATH $ORIGIN)
  endif()
  install(TARGETS orbweaver_framework LIBRARY DESTINATION ${ORBWEAVER_FRAMEWORK_FOLDER} NAMELINK_SKIP)
endfunction()

# After all rooms. Those that a program loads when it needs them, from where the shared library lies.
function(orbweaver_libraries_alone)
  get_property(parts GLOBAL PROPERTY ORBWEAVER_SHARED_ALONE)
  foreach(part IN LISTS parts)
    orbweaver_shared_of(${part}_shared ${part})
    target_link_libraries(${part}_shared PRIVATE ${ORBWEAVER_BEFORE_ROOMS} ${part})
    set_target_properties(${part}_shared PROPERTIES OUTPUT_NAME ${part} INSTALL_RPATH $ORIGIN)
    add_dependencies(programs ${part}_shared)
    install(TARGETS ${part}_shared LIBRARY DESTINATION ${ORBWEAVER_LOADED_FOLDER} NAMELINK_SKIP)
  endforeach()
endfunction()

# After all that is shared was named. It carries the headers of every room.
function(orbweaver_shared_library)
  get_property(parts GLOBAL PROPERTY ORBWEAVER_SHARED_PARTS)
  orbweaver_shared_of(orbweaver_shared ${parts})
  target_link_libraries(orbweaver_shared PUBLIC ${ORBWEAVER_SPDLOG} Threads::Threads)
  target_compile_features(orbweaver_shared PUBLIC cxx_std_23)
  target_include_directories(orbweaver_shared INTERFACE $<INSTALL_INTERFACE:include>)
  # Else the linker copies constants of the library into a program, with the size that they had then.
  target_compile_options(orbweaver_shared INTERFACE $<INSTALL_INTERFACE:-fPIC>)
  set_target_properties(orbweaver_shared PROPERTIES OUTPUT_NAME orbweaver EXPORT_NAME shared)
  install(TARGETS orbweaver_shared EXPORT orbweaver-shared)
endfunction()
