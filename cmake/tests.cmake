# What ctest runs, all of it and nothing else: the sanitizers build this target alone.
add_custom_target(test_programs)

# orbweaver_test_program(<target> <prefix> <label> [<header>...])
#
# A program of GoogleTest, whose tests ctest knows as <prefix>/<name>. ORBWEAVER_PRECOMPILE compiles what every test
# includes, and the headers named, once: a third of the time of the sanitizers' builds. The release build does not, and
# so shows what a test forgot to include.
function(orbweaver_test_program target prefix label)
  target_link_libraries(${target} PRIVATE GTest::gmock_main)
  add_dependencies(test_programs ${target})
  if(ORBWEAVER_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE <gmock/gmock.h> <chrono> <filesystem> <functional> <random> <thread>
                                                ${ARGN})
    # So that ccache can tell what else a file includes; clang says it without.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
  gtest_discover_tests(${target} TEST_PREFIX "${prefix}/" DISCOVERY_TIMEOUT 60 PROPERTIES LABELS ${label} TIMEOUT 120)
endfunction()
