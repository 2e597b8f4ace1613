include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(spdlog)
find_dependency(nlohmann_json)
find_dependency(CLI11)
include(${CMAKE_CURRENT_LIST_DIR}/orbweaver-targets.cmake)

# orbweaver_idl(): the IDL compiler, for the users' own contracts.
set(ORBWEAVER_IDLC ${CMAKE_CURRENT_LIST_DIR}/../../../share/orbweaver/idlc)
set(ORBWEAVER_IDL_ROOTS ${CMAKE_CURRENT_LIST_DIR}/../../../share/orbweaver/idl)
cmake_path(NORMAL_PATH ORBWEAVER_IDLC)
cmake_path(NORMAL_PATH ORBWEAVER_IDL_ROOTS)
include(${CMAKE_CURRENT_LIST_DIR}/idl.cmake)
