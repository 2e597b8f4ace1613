# SPDX-License-Identifier: Apache-2.0
# In the place of orb/os: its headers where they only declare functions, the simulator's where they define what threads and
# locks are; and the simulator's functions, except those of the product that make no system call.
add_library(orbweaver_sim_kernel STATIC)
file(GLOB sim_kernel CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/sim/kernel/src/*.cpp)
target_sources(orbweaver_sim_kernel PRIVATE ${sim_kernel})
target_include_directories(orbweaver_sim_kernel PUBLIC ${PROJECT_SOURCE_DIR}/tests/sim/kernel/include
                                                PRIVATE ${PROJECT_SOURCE_DIR}/tests/sim/kernel/src)
target_compile_features(orbweaver_sim_kernel PUBLIC cxx_std_23)
find_package(Boost REQUIRED COMPONENTS context)
find_package(fmt REQUIRED)
target_link_libraries(orbweaver_sim_kernel PUBLIC orbweaver_warnings PRIVATE Boost::context fmt::fmt)

# The folder that it names holds links to the headers: so none of the product's is found by mistake.
function(orbweaver_simulated_os sources include)
  set(simulated ${PROJECT_SOURCE_DIR}/tests/sim/os)
  file(GLOB functions CONFIGURE_DEPENDS ${simulated}/src/*.cpp)
  set(product ${PROJECT_SOURCE_DIR}/orb/os)
  set(${sources} ${functions} ${product}/src/system_error.cpp ${product}/src/cpu_list.cpp ${product}/src/thread_error.cpp
      ${product}/src/process_text.cpp ${product}/src/one_line.cpp ${product}/src/this_library.cpp ${product}/src/shared_object.cpp
      PARENT_SCOPE)
  set(merged ${PROJECT_BINARY_DIR}/simulated_os)
  file(GLOB headers RELATIVE ${product}/include/orbweaver/os CONFIGURE_DEPENDS ${product}/include/orbweaver/os/*.hpp)
  file(MAKE_DIRECTORY ${merged}/orbweaver/os)
  foreach(header IN LISTS headers)
    set(source ${simulated}/include/orbweaver/os/${header})
    if(NOT EXISTS ${source})
      set(source ${product}/include/orbweaver/os/${header})
    endif()
    file(CREATE_LINK ${source} ${merged}/orbweaver/os/${header} SYMBOLIC)
  endforeach()
  set(${include} ${merged} PARENT_SCOPE)
endfunction()
