# SPDX-License-Identifier: Apache-2.0
# An overlay port that builds the source tree that it lies in:
#   vcpkg install orbweaver --overlay-ports=<tree>/packaging/vcpkg
cmake_path(SET SOURCE_PATH NORMALIZE "${CURRENT_PORT_DIR}/../../..")

# Static ones are installed beside the shared library, and programs link that.
vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY)
set(VCPKG_BUILD_TYPE release)

find_program(OMNIIDL omniidl)
if(NOT OMNIIDL)
  message(FATAL_ERROR "omniidl is not on the search path: apt install omniidl, or pip install cmeel-omniorb")
endif()
vcpkg_find_acquire_program(PKGCONFIG)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DBUILD_TESTING=OFF
    -DORBWEAVER_BENCHMARKS=OFF
    -DORBWEAVER_PEERS=OFF
    -DORBWEAVER_SHARED=ON
    -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON
    "-DORBWEAVER_OMNIIDL=${OMNIIDL}"
    "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}"
)
vcpkg_cmake_build(TARGET programs)
vcpkg_cmake_build(TARGET orbweaver_shared)
vcpkg_cmake_install()

# Every file finds the others from its own place, so CMake's files stay in lib/cmake, and the programs in bin.
set(VCPKG_POLICY_SKIP_MISPLACED_CMAKE_FILES_CHECK enabled)
set(VCPKG_POLICY_SKIP_LIB_CMAKE_MERGE_CHECK enabled)
set(VCPKG_POLICY_ALLOW_EXES_IN_BIN enabled)
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
