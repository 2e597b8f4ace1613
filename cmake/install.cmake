# SPDX-License-Identifier: Apache-2.0
# What `x install PREFIX` puts there: rooms as static libraries and one shared one, with their headers
# (find_package(orbweaver), targets orbweaver::corba and so on, and orbweaver_idl(); or pkg-config), the programs, the
# command `orbweaver`, and the IDL compiler's back end for omniidl. Every path is found from the place of the file that
# names it, so that the prefix can be moved.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/orbweaver)
orbweaver_install_rooms(ORBWEAVER_APART)
install(EXPORT orbweaver NAMESPACE orbweaver:: FILE orbweaver-targets.cmake DESTINATION ${package})
if(ORBWEAVER_SHARED)
  orbweaver_shared_library()
  orbweaver_framework_library()
  orbweaver_libraries_alone()
  install(EXPORT orbweaver-shared NAMESPACE orbweaver:: FILE orbweaver-shared-targets.cmake DESTINATION ${package})
  file(RELATIVE_PATH ORBWEAVER_INCLUDE_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /include)
  file(RELATIVE_PATH ORBWEAVER_IDLC_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /share/orbweaver/idlc)
  configure_file(cmake/orbweaver.pc.in orbweaver.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/orbweaver.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
orbweaver_strip_static_libraries()

get_property(ORBWEAVER_ROOMS GLOBAL PROPERTY ORBWEAVER_ROOMS)
get_property(ORBWEAVER_SHARED_IDL GLOBAL PROPERTY ORBWEAVER_SHARED_IDL)
file(RELATIVE_PATH ORBWEAVER_IDL_FROM_PACKAGE /${package} /share/orbweaver)
configure_file(cmake/orbweaver-config.cmake orbweaver-config.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/orbweaver-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/orbweaver-config.cmake ${PROJECT_BINARY_DIR}/orbweaver-config-version.cmake
              cmake/idl.cmake cmake/component.cmake cmake/component_library.map cmake/describe_program.cmake DESTINATION ${package})
install(DIRECTORY idlc/idl DESTINATION share/orbweaver/idlc)

# Headers, and what writes #include lines: see the script.
get_property(headers GLOBAL PROPERTY ORBWEAVER_HEADERS)
file(GLOB compiler CONFIGURE_DEPENDS idlc/cpp11/*.py)
set(installed ${PROJECT_BINARY_DIR}/installed)
add_custom_command(
  OUTPUT ${installed}/stamp
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/installed_headers.py
          --tree ${PROJECT_SOURCE_DIR} --generated ${PROJECT_BINARY_DIR}/generated --to ${installed}
  COMMAND ${CMAKE_COMMAND} -E touch ${installed}/stamp
  DEPENDS ${headers} ${compiler} cmake/installed_headers.py orbweaver_sca_idl_sources orbweaver_sca_component_idl_sources
          orbweaver_sca_control_idl_sources orbweaver_sca_domain_idl_sources orbweaver_corba_idl_sources
          orbweaver_cos_event_idl_sources
  COMMENT "Gathering the headers of an installation" VERBATIM)
add_custom_target(installed_headers ALL DEPENDS ${installed}/stamp)
add_dependencies(programs installed_headers)
install(DIRECTORY ${installed}/include DESTINATION .)
install(DIRECTORY ${installed}/idlc/ DESTINATION share/orbweaver/idlc)
install(DIRECTORY idl/lab idl/corba idl/sca DESTINATION share/orbweaver/idl FILES_MATCHING PATTERN "*.idl")
install(FILES LICENSE DESTINATION share/doc/orbweaver)

# Completion and manual pages, of what the installed programs say of themselves.
install(CODE [[
  set(programs ${CMAKE_INSTALL_MANIFEST_FILES})
  list(FILTER programs INCLUDE REGEX "/bin/[^/]+$")
  list(TRANSFORM programs REPLACE ".*/" "")
]])
install(CODE "execute_process(COMMAND \"${Python3_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/tools/render_commands.py\"
                              \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" \${programs})")

# What the program `orbweaver` starts for the commands that are written in Python.
install(FILES lab/launcher.py DESTINATION lib/orbweaver)
install(DIRECTORY lab/src/orbweaver DESTINATION lib/orbweaver/python PATTERN __pycache__ EXCLUDE)
