# SPDX-License-Identifier: Apache-2.0
# 32-bit ARM has tables by which a stack can be read only for functions that let an exception pass. A crash report names all
# functions on the stack.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^arm(v[0-9].*)?$")
  add_compile_options(-funwind-tables)
endif()
