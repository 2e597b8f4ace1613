# SPDX-License-Identifier: Apache-2.0
# orbweaver_idl(<target> [<file.idl>...] [VIEWS <file.idl>...] [AMI <file.idl>...]
#               [USES <other idl targets>])
#
# A static library of what the IDL compiler makes of the files: types, stubs and skeletons. Users include
# <name.hpp> and <name_poa.hpp>, where the name is the IDL file's path below the folder of the CMakeLists.txt, or below one
# of ORBWEAVER_IDL_ROOTS. Generated files lie in the build tree only. IDL files include each other by these paths.
# Behind VIEWS: those whose sequences may also be passed without a copy (docs/understand/buffers.md).
# Behind AMI: those whose interfaces may also be called asynchronously (docs/understand/ami.md). A file may be behind both.
#
# The IDL files that come with the compiler need no root: ${ORBWEAVER_IDLC}/idl/ir.idl is the interface repository's.
#
# The file that includes this one says where the compiler's back end is: ORBWEAVER_IDLC; and may set ORBWEAVER_IDL_ROOTS, and
# ORBWEAVER_IDL_PREFIX, a path before the names of generated headers. They are kept as properties: where Orbweaver is a part of
# another project, that one's files call the function, and see none of these variables.

find_program(ORBWEAVER_OMNIIDL omniidl REQUIRED)
file(GLOB ORBWEAVER_IDL_COMPILER CONFIGURE_DEPENDS ${ORBWEAVER_IDLC}/cpp11/*.py)
set_property(GLOBAL PROPERTY ORBWEAVER_IDLC ${ORBWEAVER_IDLC})
set_property(GLOBAL PROPERTY ORBWEAVER_IDL_COMPILER ${ORBWEAVER_IDL_COMPILER})
set_property(GLOBAL PROPERTY ORBWEAVER_IDL_ROOTS ${ORBWEAVER_IDL_ROOTS})

function(orbweaver_idl target)
  cmake_parse_arguments(idl "" "" "USES;VIEWS;AMI" ${ARGN})
  set(sources "")
  foreach(list IN ITEMS UNPARSED_ARGUMENTS VIEWS AMI)
    set(whole "")
    foreach(file IN LISTS idl_${list})
      get_filename_component(file ${file} ABSOLUTE)
      list(APPEND whole ${file})
    endforeach()
    set(idl_${list} ${whole})
  endforeach()
  set(files ${idl_UNPARSED_ARGUMENTS} ${idl_VIEWS} ${idl_AMI})
  list(REMOVE_DUPLICATES files)
  foreach(file IN LISTS files)
    set(options "")
    if(file IN_LIST idl_VIEWS)
      list(APPEND options -Wbviews)
    endif()
    if(file IN_LIST idl_AMI)
      list(APPEND options -Wbami)
    endif()
    orbweaver_compile_idl(${file} "${options}" generated)
    list(APPEND sources ${generated})
  endforeach()

  # A target of its own lets generation start before the rooms that the library links are built.
  add_custom_target(${target}_sources DEPENDS ${sources})
  add_library(${target} STATIC ${sources})
  add_dependencies(${target} ${target}_sources)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>)
  target_link_libraries(${target} PUBLIC ${idl_USES} orbweaver::corba)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic)
  set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "")
endfunction()

# The command that compiles one file with the given options; sets `result` to what it generates.
function(orbweaver_compile_idl file options result)
  get_filename_component(source ${file} ABSOLUTE)
  get_property(idlc GLOBAL PROPERTY ORBWEAVER_IDLC)
  get_property(compiler GLOBAL PROPERTY ORBWEAVER_IDL_COMPILER)
  set(out ${PROJECT_BINARY_DIR}/generated)
  set(stem "")
  set(roots "")
  if(NOT DEFINED ORBWEAVER_IDL_ROOTS)
    get_property(ORBWEAVER_IDL_ROOTS GLOBAL PROPERTY ORBWEAVER_IDL_ROOTS)
  endif()
  foreach(root IN LISTS ORBWEAVER_IDL_ROOTS ITEMS ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(root ${root} ABSOLUTE)
    list(APPEND roots ${root})
  endforeach()
  list(TRANSFORM roots PREPEND -I OUTPUT_VARIABLE includes)
  # First, since it may lie below another root; of what is included the user's comes first.
  get_filename_component(root ${idlc}/idl ABSOLUTE)
  list(PREPEND roots ${root})
  foreach(root IN LISTS roots)
    cmake_path(IS_PREFIX root ${source} NORMALIZE below)
    if(below)
      file(RELATIVE_PATH stem ${root} ${source})
      break()
    endif()
  endforeach()
  if(NOT stem)
    message(FATAL_ERROR "${source} lies below none of: ${roots}; move it there, or set ORBWEAVER_IDL_ROOTS")
  endif()
  string(REGEX REPLACE "\\.idl$" "" stem ${stem})

  # The preprocessor's name for its dependency file must hold neither comma nor space: it is relative.
  string(MAKE_C_IDENTIFIER ${stem} depends)
  set(depends ${depends}.d)
  set(base ${out}/${ORBWEAVER_IDL_PREFIX}${stem})
  set(outputs ${base}.hpp ${base}_poa.hpp ${base}.cpp)
  list(TRANSFORM roots PREPEND -Wbroot=)
  set(prefix "")
  if(ORBWEAVER_IDL_PREFIX)
    set(prefix -Wbprefix=${ORBWEAVER_IDL_PREFIX})
  endif()
  file(MAKE_DIRECTORY ${out})
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1
            ${ORBWEAVER_OMNIIDL} -bcpp11 -p${idlc} ${includes}
            -I${idlc}/idl -Wp-MD,${depends}
            ${roots} -Wbout=${out} ${prefix} -Wbdepends=${depends}
            ${options} ${source}
    DEPENDS ${source} ${compiler}
    DEPFILE ${out}/${depends}
    WORKING_DIRECTORY ${out}
    COMMENT "IDL ${stem}" VERBATIM)
  set(${result} ${outputs} PARENT_SCOPE)
endfunction()
