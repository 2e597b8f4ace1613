# SPDX-License-Identifier: Apache-2.0
if(ORBWEAVER_SANITIZE)
  add_compile_options(-fsanitize=${ORBWEAVER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
  add_link_options(-fsanitize=${ORBWEAVER_SANITIZE})
  # clang's check of an object's type probes memory through a pipe. Where a test leaves no descriptor free, it cannot make
  # one, and reports a good object.
  add_compile_options($<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=vptr>)
endif()
