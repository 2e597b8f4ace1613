# SPDX-License-Identifier: Apache-2.0
# Warnings for our own code; generated code does not link this.
add_library(orbweaver_warnings INTERFACE)
target_compile_options(orbweaver_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wno-missing-field-initializers -Wnon-virtual-dtor -Woverloaded-virtual)
option(ORBWEAVER_WERROR "Warnings are errors" OFF)
if(ORBWEAVER_WERROR)
  target_compile_options(orbweaver_warnings INTERFACE -Werror)
endif()
