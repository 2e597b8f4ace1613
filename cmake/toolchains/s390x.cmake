# SPDX-License-Identifier: Apache-2.0
# IBM Z, 64 bits: no board, but the machine of this distribution whose first byte is the highest.
set(ORBWEAVER_BOARD s390x)
set(ORBWEAVER_TRIPLET s390x-linux-gnu)
set(ORBWEAVER_QEMU s390x)
set(CMAKE_SYSTEM_PROCESSOR s390x)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
