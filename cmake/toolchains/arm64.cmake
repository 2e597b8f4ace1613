# SPDX-License-Identifier: Apache-2.0
# 64-bit ARM: Raspberry Pi 3 to 5, Zynq UltraScale+, AM62x.
set(ORBWEAVER_BOARD arm64)
set(ORBWEAVER_TRIPLET aarch64-linux-gnu)
set(ORBWEAVER_QEMU aarch64)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
