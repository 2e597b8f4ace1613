# SPDX-License-Identifier: Apache-2.0
# Components of a radio and their profiles, in a folder that is the root of an SCA file system: sdr/dom of the build tree, and
# lib/orbweaver/sdr/dom of an installation. Both look the same; $SDRROOT is the folder sdr.
include_guard(DIRECTORY) # its variables are those of the folder that includes it
set(ORBWEAVER_SDR ${CMAKE_BINARY_DIR}/sdr CACHE PATH "Where components and profiles are put: the folder of dom")
set(ORBWEAVER_INSTALLED_SDR lib/orbweaver/sdr)
set(ORBWEAVER_DESCRIBE_PROGRAM ${CMAKE_CURRENT_LIST_DIR}/describe_program.cmake)
set(ORBWEAVER_COMPONENT_LIBRARY_MAP ${CMAKE_CURRENT_LIST_DIR}/component_library.map)

# orbweaver_component(<name> IN <folder below dom> SOURCES <files>... [IDL <files>...] [PROFILES <files>...]
#                     [LIBRARIES <targets>...] [FOR <target>])
#
# A class that ends with ORBWEAVER_COMPONENT(), in two forms: the program <name>, and lib<name>.so for a host process. Without
# PROFILES the program writes them when it is built, from the class; they are called after the last folder of IN. PROFILES
# without a file: none are put there. IDL: of its control ports; x.idl gives <x.hpp> and <x_poa.hpp>, which the class includes;
# components that use one file share an orbweaver_idl() in LIBRARIES. LIBRARIES may be of orbweaver_idl(), and may link rooms of
# Orbweaver: in a host process the rooms are the host's, and lib<name>.so holds none of them. What LIBRARIES link counts as it is
# at the time of this call. Static ones of the project are compiled position independent. FOR, within Orbweaver's own tree: it is
# built for that target of static libraries, and not installed.
function(orbweaver_component name)
  cmake_parse_arguments(component "" "IN;FOR" "SOURCES;IDL;PROFILES;LIBRARIES" ${ARGN})
  set(folder ${ORBWEAVER_SDR}/dom/${component_IN})

  if(component_IDL)
    orbweaver_idl(${name}_idl ${component_IDL})
    list(APPEND component_LIBRARIES ${name}_idl)
  endif()
  add_library(${name}_class STATIC ${component_SOURCES})
  set_target_properties(${name}_class PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${name}_class PUBLIC orbweaver::component ${component_LIBRARIES})

  add_executable(${name} $<TARGET_OBJECTS:${name}_class>)
  if(COMMAND orbweaver_link_shared AND NOT component_FOR)
    orbweaver_link_shared(${name} ${ORBWEAVER_INSTALLED_SDR}/dom/${component_IN})
  endif()
  target_link_libraries(${name} PRIVATE orbweaver::component_main orbweaver::component ${component_LIBRARIES})
  # A device may run a copy of it elsewhere: where the shared library is stands in it as a whole path.
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${folder}
                                           INSTALL_RPATH_USE_LINK_PATH ON)

  add_library(${name}_library MODULE $<TARGET_OBJECTS:${name}_class>)
  orbweaver_link_without_rooms(${name}_library ${component_LIBRARIES})
  target_link_options(${name}_library PRIVATE -Wl,--gc-sections -Wl,--version-script=${ORBWEAVER_COMPONENT_LIBRARY_MAP})
  set_target_properties(${name}_library PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ${name}
                                                   LIBRARY_OUTPUT_DIRECTORY ${folder}
                                                   LINK_DEPENDS ${ORBWEAVER_COMPONENT_LIBRARY_MAP})

  if(component_PROFILES OR PROFILES IN_LIST component_KEYWORDS_MISSING_VALUES)
    orbweaver_place_profiles(${component_IN} ${component_PROFILES})
    orbweaver_describe_program(${name} ${CMAKE_CURRENT_BINARY_DIR}/${name}.described)
  else()
    orbweaver_make_profiles(${name} ${folder} component_PROFILES)
  endif()
  if(NOT component_FOR)
    set(component_FOR programs)
    set(installed ${ORBWEAVER_INSTALLED_SDR}/dom/${component_IN})
    install(TARGETS ${name} RUNTIME DESTINATION ${installed})
    install(TARGETS ${name}_library LIBRARY DESTINATION ${installed})
    install(FILES ${component_PROFILES} DESTINATION ${installed})
  endif()
  if(COMMAND orbweaver_share_options)
    orbweaver_own_component(${name} ${component_FOR})
  endif()
endfunction()

# The program writes its profiles into the folder, and carries them. `files`: what they are.
function(orbweaver_make_profiles name folder files)
  get_filename_component(called ${folder} NAME)
  add_custom_command(TARGET ${name} POST_BUILD COMMAND ${name} --profiles ${folder} ${called} VERBATIM)
  orbweaver_describe_program(${name} ${folder} ${called})
  set(made "")
  foreach(kind spd scd prf)
    list(APPEND made ${folder}/${called}.${kind}.xml)
  endforeach()
  set(${files} ${made} PARENT_SCOPE)
endfunction()

# The program carries what its class is, for readers that do not run it: `orbweaver check` holds profiles against it. They are
# in `folder` already, called as the third argument says; without it the program writes them there. One that cannot be run here,
# or whose class cannot be made here, carries nothing.
function(orbweaver_describe_program name folder)
  if(NOT CMAKE_OBJCOPY OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
    return()
  endif()
  set(called ${ARGN})
  add_custom_command(TARGET ${name} POST_BUILD
                     COMMAND ${CMAKE_COMMAND} "-DPROGRAM=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:${name}>" -DFOLDER=${folder}
                             -DCALLED=${called} -DOBJCOPY=${CMAKE_OBJCOPY} -P ${ORBWEAVER_DESCRIBE_PROGRAM} VERBATIM)
endfunction()

# Links the libraries, and all that they link, but for the rooms of Orbweaver. A static library is linked as a file, since as a
# target it would bring the rooms with it.
function(orbweaver_link_without_rooms target)
  set(waiting ${ARGN})
  set(seen "")
  set(linked "")
  while(waiting)
    list(POP_FRONT waiting library)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.+)>$" "\\1" library "${library}")
    if(TARGET ${library})
      get_target_property(original ${library} ALIASED_TARGET)
      if(original AND NOT library MATCHES "^orbweaver::")  # by these names rooms are known to users
        set(library ${original})
      endif()
    endif()
    orbweaver_is_room(${library} is_room)
    if(is_room OR library IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${library})
    if(NOT TARGET ${library})
      list(APPEND linked ${library})
      continue()
    endif()
    get_target_property(type ${library} TYPE)
    if(NOT type MATCHES "^(STATIC|INTERFACE)_LIBRARY$")
      list(APPEND linked ${library})
      continue()
    endif()
    get_target_property(needed ${library} INTERFACE_LINK_LIBRARIES)
    if(needed)
      list(APPEND waiting ${needed})
    endif()
    target_link_options(${target} PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_LINK_OPTIONS>)
    target_link_directories(${target} PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_LINK_DIRECTORIES>)
    if(type STREQUAL STATIC_LIBRARY)
      list(APPEND linked $<TARGET_FILE:${library}>)
      orbweaver_build_before(${target} ${library})
    endif()
  endwhile()
  if(linked)  # each may need any other
    target_link_libraries(${target} PRIVATE -Wl,--start-group ${linked} -Wl,--end-group)
  endif()
endfunction()

# Whether the library is a room, or of the IDL that comes with Orbweaver.
function(orbweaver_is_room library result)
  set(${result} OFF PARENT_SCOPE)
  if(NOT COMMAND orbweaver_share)  # an installed Orbweaver exports nothing else
    if(library MATCHES "^orbweaver::")
      set(${result} ON PARENT_SCOPE)
    endif()
    return()
  endif()
  if(TARGET ${library})
    get_target_property(original ${library} ALIASED_TARGET)
    if(original)
      set(library ${original})
    endif()
  endif()
  get_property(parts GLOBAL PROPERTY ORBWEAVER_SHARED_PARTS)
  if(library IN_LIST parts)
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

# The static library is compiled to be part of a shared one, and the target is linked again when it has changed.
function(orbweaver_build_before target library)
  get_target_property(imported ${library} IMPORTED)
  if(imported)
    return()
  endif()
  # No header that was precompiled for programs fits it.
  set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON ORBWEAVER_PRECOMPILED none)
  add_dependencies(${target} ${library})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS $<TARGET_FILE:${library}>)
endfunction()

# Within Orbweaver's own tree.
function(orbweaver_own_component name builder)
  orbweaver_share_options(${name}_class)
  set(kind none)
  if(ORBWEAVER_SHARED)
    set(kind parts)
  endif()
  set_target_properties(${name}_class PROPERTIES ORBWEAVER_PRECOMPILED ${kind})
  target_link_libraries(${name}_class PRIVATE orbweaver_warnings)
  add_dependencies(${builder} ${name} ${name}_library)
endfunction()

# orbweaver_profiles(<folder below dom> <files>...)
function(orbweaver_profiles folder)
  orbweaver_place_profiles(${folder} ${ARGN})
  install(FILES ${ARGN} DESTINATION ${ORBWEAVER_INSTALLED_SDR}/dom/${folder})
endfunction()

# In the build tree alone.
function(orbweaver_place_profiles folder)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    configure_file(${file} ${ORBWEAVER_SDR}/dom/${folder}/${name} COPYONLY)
  endforeach()
endfunction()
