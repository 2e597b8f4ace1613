# SPDX-License-Identifier: Apache-2.0
# Asks Maven for the libraries, once for each pom.xml: what it fetched is at hand for every other build of the tree.
file(SHA256 ${POM} wanted)
set(recipe ${LIBRARIES}.recipe)
if(EXISTS ${recipe} AND EXISTS ${LIBRARIES})
  file(READ ${recipe} had)
  if(had STREQUAL wanted)
    return()
  endif()
endif()
file(REMOVE_RECURSE ${LIBRARIES})
execute_process(
  COMMAND ${MVN} -q -B -f ${POM} -Dmaven.repo.local=${REPOSITORY} dependency:copy-dependencies -DoutputDirectory=${LIBRARIES}
  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "Maven could not fetch the libraries of ${POM}; is its repository reachable?\n${said}")
endif()
file(WRITE ${recipe} ${wanted})
