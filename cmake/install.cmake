# What `x install PREFIX` puts there: rooms as libraries with their headers (find_package(orbweaver), targets
# orbweaver::corba and so on, and orbweaver_idl()), the programs, and the IDL compiler's back end for omniidl.
include(CMakePackageConfigHelpers)

set(package lib/cmake/orbweaver)
install(EXPORT orbweaver NAMESPACE orbweaver:: FILE orbweaver-targets.cmake DESTINATION ${package})
install(FILES cmake/orbweaver-config.cmake cmake/idl.cmake DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/orbweaver-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/orbweaver-config-version.cmake DESTINATION ${package})
install(DIRECTORY idlc/cpp11 DESTINATION share/orbweaver/idlc FILES_MATCHING PATTERN "*.py")
install(DIRECTORY idlc/idl DESTINATION share/orbweaver/idlc)
install(DIRECTORY idl/lab idl/corba DESTINATION share/orbweaver/idl FILES_MATCHING PATTERN "*.idl")
