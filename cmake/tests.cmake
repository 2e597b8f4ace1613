# SPDX-License-Identifier: Apache-2.0
# What ctest runs, all of it and nothing else: the sanitizers build this target alone.
add_custom_target(test_programs)

# orbweaver_test_program(<target> <prefix> <label> [system_tests|none])
#
# A program of GoogleTest, whose tests ctest knows as <prefix>/<name>. `system_tests`: it calls through the ORB
# (cmake/precompile.cmake); `none`: it is compiled in another way.
function(orbweaver_test_program target prefix label)
  target_link_libraries(${target} PRIVATE GTest::gmock_main)
  add_dependencies(test_programs ${target})
  set(kind tests ${ARGN})
  list(POP_BACK kind last)
  orbweaver_precompile_tests(${target} ${last})
  gtest_discover_tests(${target} TEST_PREFIX "${prefix}/" DISCOVERY_TIMEOUT 60 PROPERTIES LABELS ${label} TIMEOUT 300)
endfunction()
