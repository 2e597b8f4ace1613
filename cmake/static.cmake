# SPDX-License-Identifier: Apache-2.0
# What links statically if ORBWEAVER_STATIC says so. Debian has spdlog and fmt as shared libraries only: then they are
# compiled into the room that uses them.
set(ORBWEAVER_SPDLOG spdlog::spdlog)
if(ORBWEAVER_STATIC)
  set(ORBWEAVER_SPDLOG spdlog::spdlog_header_only)
  set_target_properties(spdlog::spdlog_header_only PROPERTIES
                        INTERFACE_LINK_LIBRARIES "Threads::Threads;fmt::fmt-header-only")
  # So that fmt does not bring all of the library's locales along.
  add_compile_definitions(FMT_STATIC_THOUSANDS_SEPARATOR=',')
  string(APPEND CMAKE_EXE_LINKER_FLAGS " -static")  # peers clear the link options
endif()
