# SPDX-License-Identifier: Apache-2.0
# Tests find their files by whole paths. Each stands in a source of its own: as an option of the compiler it would stand
# in the command of every file of the test, and a clone in another folder would find none of them in ccache.

# orbweaver_test_folder(<target> <variable> <folder>): the target has `extern const char* const <variable>;`.
function(orbweaver_test_folder target variable folder)
  set(source ${PROJECT_BINARY_DIR}/test_folders/${target}_${variable}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY
       CONTENT "extern const char* const @variable@;\nconst char* const @variable@ = \"@folder@\";\n")
  target_sources(${target} PRIVATE ${source})
endfunction()
