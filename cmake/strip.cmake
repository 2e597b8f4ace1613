# SPDX-License-Identifier: Apache-2.0
# Installed files have no debug information, which would be nine tenths of their size. To debug, install with
# -DORBWEAVER_INSTALL_DEBUG=ON, or use the build tree.
option(ORBWEAVER_INSTALL_DEBUG "Install debug information too" OFF)

# Before all other install rules: they strip programs and shared libraries if this says so.
if(NOT ORBWEAVER_INSTALL_DEBUG)
  install(CODE "set(CMAKE_INSTALL_DO_STRIP ON)")
endif()

# After them: CMake leaves static libraries alone, since stripped of their symbols too they would be useless.
function(orbweaver_strip_static_libraries)
  if(NOT ORBWEAVER_INSTALL_DEBUG)
    install(CODE "
      file(GLOB libraries \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/liborbweaver_*.a\")
      execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-debug \${libraries} COMMAND_ERROR_IS_FATAL ANY)")
  endif()
endfunction()
