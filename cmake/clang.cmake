# SPDX-License-Identifier: Apache-2.0
# libstdc++ shows std::expected only to compilers that claim all of C++20's concepts; clang below 19 has what
# it takes from version 16 on, but does not claim it.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
    message(FATAL_ERROR "clang ${CMAKE_CXX_COMPILER_VERSION} cannot compile std::expected; "
                        "use clang 16 or newer, e.g. -DCMAKE_CXX_COMPILER=clang++-16")
  endif()
  add_compile_options(-U__cpp_concepts -D__cpp_concepts=202002L -Wno-builtin-macro-redefined)
endif()

# A struct of IDL that holds an Any is compared by nothing; its operator== is deleted, as it should be.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options(-Wno-defaulted-function-deleted)
endif()
