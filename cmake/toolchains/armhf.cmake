# SPDX-License-Identifier: Apache-2.0
# 32-bit ARM, version 7 with floating point: Zynq-7000, AM57xx, Raspberry Pi 2 to 4 with a 32-bit system.
set(ORBWEAVER_BOARD armhf)
set(ORBWEAVER_TRIPLET arm-linux-gnueabihf)
set(ORBWEAVER_QEMU arm)
set(CMAKE_SYSTEM_PROCESSOR armv7l)
# Files beyond 2 GiB, and times beyond 2038: glibc has both for those that ask for them.
# -Wno-psabi: everything is of one compiler, whose notes on what its versions before 7.1 did hide warnings.
set(CMAKE_CXX_FLAGS_INIT "-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -Wno-psabi")
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
