# Components of a radio and their profiles, in a folder that is the root of an SCA file system: sdr/dom of the build tree, and
# lib/orbweaver/sdr/dom of an installation. Both look the same; $SDRROOT is the folder sdr.
include_guard(GLOBAL)
set(ORBWEAVER_SDR ${CMAKE_BINARY_DIR}/sdr CACHE PATH "Where components and profiles are put: the folder of dom")
set(ORBWEAVER_INSTALLED_SDR lib/orbweaver/sdr)

# orbweaver_component(<name> IN <folder below dom> SOURCES <files>... PROFILES <files>... [LIBRARIES <targets>...]
#                     [FOR <target>])
#
# A class that ends with ORBWEAVER_COMPONENT(), in two forms: the program <name>, and lib<name>.so for a host process. LIBRARIES
# must be position independent, and link no room of Orbweaver: in a host process the rooms are the host's. FOR, within
# Orbweaver's own tree: it is built for that target, and not installed.
function(orbweaver_component name)
  cmake_parse_arguments(component "" "IN;FOR" "SOURCES;PROFILES;LIBRARIES" ${ARGN})
  set(folder ${ORBWEAVER_SDR}/dom/${component_IN})

  add_library(${name}_class STATIC ${component_SOURCES})
  set_target_properties(${name}_class PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${name}_class PUBLIC orbweaver::component ${component_LIBRARIES})

  add_executable(${name} $<TARGET_OBJECTS:${name}_class>)
  target_link_libraries(${name} PRIVATE orbweaver::component_main orbweaver::component ${component_LIBRARIES})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${folder})

  add_library(${name}_library MODULE $<TARGET_OBJECTS:${name}_class>)
  target_link_libraries(${name}_library PRIVATE ${component_LIBRARIES})
  set_target_properties(${name}_library PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ${name}
                                                   LIBRARY_OUTPUT_DIRECTORY ${folder})

  orbweaver_place_profiles(${component_IN} ${component_PROFILES})
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
