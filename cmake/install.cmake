# What `x install PREFIX` puts there: rooms as static libraries and one shared one, with their headers
# (find_package(orbweaver), targets orbweaver::corba and so on, and orbweaver_idl(); or pkg-config), the programs, the
# command `orbweaver`, and the IDL compiler's back end for omniidl. Every path is found from the place of the file that
# names it, so that the prefix can be moved.
include(CMakePackageConfigHelpers)

set(package lib/cmake/orbweaver)
install(EXPORT orbweaver NAMESPACE orbweaver:: FILE orbweaver-targets.cmake DESTINATION ${package})
if(ORBWEAVER_SHARED)
  orbweaver_shared_library()
  install(EXPORT orbweaver-shared NAMESPACE orbweaver:: FILE orbweaver-shared-targets.cmake DESTINATION ${package})
  configure_file(cmake/orbweaver.pc.in orbweaver.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/orbweaver.pc DESTINATION lib/pkgconfig)
endif()
orbweaver_strip_static_libraries()

get_property(ORBWEAVER_ROOMS GLOBAL PROPERTY ORBWEAVER_ROOMS)
get_property(ORBWEAVER_SHARED_IDL GLOBAL PROPERTY ORBWEAVER_SHARED_IDL)
configure_file(cmake/orbweaver-config.cmake orbweaver-config.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/orbweaver-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/orbweaver-config.cmake ${PROJECT_BINARY_DIR}/orbweaver-config-version.cmake
              cmake/idl.cmake cmake/component.cmake cmake/describe_program.cmake DESTINATION ${package})
install(DIRECTORY idlc/cpp11 DESTINATION share/orbweaver/idlc FILES_MATCHING PATTERN "*.py")
install(DIRECTORY idlc/idl DESTINATION share/orbweaver/idlc)
install(DIRECTORY idl/lab idl/corba idl/sca DESTINATION share/orbweaver/idl FILES_MATCHING PATTERN "*.idl")
install(FILES LICENSE DESTINATION share/doc/orbweaver)

# Completion and manual pages, of what the installed programs say of themselves.
install(CODE "execute_process(COMMAND \"${Python3_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/tools/render_commands.py\"
                              \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")")

# What the program `orbweaver` starts for the commands that are written in Python.
install(FILES lab/launcher.py DESTINATION lib/orbweaver)
install(DIRECTORY lab/src/orbweaver DESTINATION lib/orbweaver/python PATTERN __pycache__ EXCLUDE)
