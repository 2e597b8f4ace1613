# SPDX-License-Identifier: Apache-2.0
# Run after a component's program was linked: puts the profiles of its class into it, as sections of its ELF file.
#
#   cmake -DPROGRAM=... -DFOLDER=... -DCALLED=... -DOBJCOPY=... -P describe_program.cmake
#
# With CALLED they are in FOLDER already. Else the program writes them there; if it cannot, it stays as it is.
cmake_minimum_required(VERSION 3.25)
list(GET PROGRAM -1 file)
if(NOT CALLED)
  set(CALLED described)
  file(REMOVE_RECURSE ${FOLDER})
  file(MAKE_DIRECTORY ${FOLDER})
  list(REMOVE_ITEM PROGRAM "")
  execute_process(COMMAND ${PROGRAM} --profiles ${FOLDER} ${CALLED} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said
                  TIMEOUT 60)
  if(status)
    message(STATUS "${file} does not say what its class is, so no profile is held against it: ${said}")
    return()
  endif()
endif()
execute_process(COMMAND ${OBJCOPY} --add-section .orbweaver.scd=${FOLDER}/${CALLED}.scd.xml
                        --add-section .orbweaver.prf=${FOLDER}/${CALLED}.prf.xml ${file}
                RESULT_VARIABLE status ERROR_VARIABLE said)
if(status)
  message(FATAL_ERROR "${OBJCOPY} cannot put the profiles into ${file}: ${said}")
endif()
