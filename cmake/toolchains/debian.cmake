# SPDX-License-Identifier: Apache-2.0
# What the toolchain files of this folder have in common: Debian's cross compiler, a sysroot of Debian's packages of the
# other architecture, and QEMU to run what was built. `./x cross ARCH sysroot` makes the sysroot.
#
# Set before: ORBWEAVER_BOARD (Debian's name of the architecture), ORBWEAVER_TRIPLET, ORBWEAVER_QEMU, CMAKE_SYSTEM_PROCESSOR
# (as uname() names it there: profiles ask for it).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${ORBWEAVER_TRIPLET}-gcc)
set(CMAKE_CXX_COMPILER ${ORBWEAVER_TRIPLET}-g++)
set(CMAKE_OBJCOPY ${ORBWEAVER_TRIPLET}-objcopy CACHE FILEPATH "Puts profiles into components")
set(CMAKE_STRIP ${ORBWEAVER_TRIPLET}-strip CACHE FILEPATH "Strips what is installed")
set(CMAKE_LIBRARY_ARCHITECTURE ${ORBWEAVER_TRIPLET})

# Another one, for example a board's own: -DCMAKE_SYSROOT=FOLDER.
if(NOT CMAKE_SYSROOT)
  set(CMAKE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../../build/sysroots/${ORBWEAVER_BOARD})
  cmake_path(NORMAL_PATH CMAKE_SYSROOT)
endif()
if(NOT EXISTS ${CMAKE_SYSROOT}/usr/include)
  message(FATAL_ERROR "no sysroot in ${CMAKE_SYSROOT}; make it: ./x cross ${ORBWEAVER_BOARD} sysroot")
endif()

# Programs of the build (the IDL compiler, Python) are this machine's, all that is linked is the other's.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/${ORBWEAVER_TRIPLET}/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)

# Tests run, and components write their profiles while they are built.
find_program(ORBWEAVER_QEMU_PROGRAM qemu-${ORBWEAVER_QEMU}-static)
if(ORBWEAVER_QEMU_PROGRAM)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${ORBWEAVER_QEMU_PROGRAM};-L;${CMAKE_SYSROOT})
endif()
