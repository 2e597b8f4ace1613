# SPDX-License-Identifier: Apache-2.0
# With ccache as the compiler's launcher: what one clone of the project compiled, another one in any folder finds,
# precompiled headers included. In the launcher itself, so that it holds for `ninja` as it does for `./x`.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "(^|/)ccache$")
  set(CMAKE_CXX_COMPILER_LAUNCHER
      env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_PCH_EXTSUM=1 ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
