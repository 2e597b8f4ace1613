# SPDX-License-Identifier: Apache-2.0
# Programs are linked with mold where it is installed: the hundreds of programs of the tests take a tenth of the time.
# Not those that are weighed, which should weigh what the system's linker makes of them.
option(ORBWEAVER_MOLD "Link with mold if it is installed" ON)
if(ORBWEAVER_MOLD)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=mold ORBWEAVER_HAS_MOLD)
  if(ORBWEAVER_HAS_MOLD)
    add_link_options(-fuse-ld=mold)
  endif()
endif()
