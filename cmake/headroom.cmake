# SPDX-License-Identifier: Apache-2.0
# Helpers: one call a package, a module, a test program.

# Finds a Debian package or says which apt-get line brings it.
function(headroom_package NAME DEBIAN)
  find_package(${NAME} QUIET ${ARGN})
  if(NOT ${NAME}_FOUND)
    message(FATAL_ERROR "${NAME} is missing: apt-get install ${DEBIAN}")
  endif()
endfunction()

# Warnings for all of our own code; -Werror comes from the presets.
add_library(headroom_flags INTERFACE)
target_compile_features(headroom_flags INTERFACE cxx_std_20)
target_include_directories(headroom_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(headroom_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor
  -Wduplicated-cond -Wlogical-op -fno-math-errno)

# headroom_library(NAME SOURCES a.cpp ... [USES public libraries] [PRIVATE libraries of the sources only])
function(headroom_library NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  add_library(headroom_${NAME} STATIC ${ARG_SOURCES})
  target_link_libraries(headroom_${NAME} PUBLIC headroom_flags ${ARG_USES} PRIVATE ${ARG_PRIVATE})
endfunction()

# headroom_test(NAME SOURCES a_test.cpp ... USES libraries [LABEL unit]): one Catch2 program, its main precompiled once.
function(headroom_test NAME)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;USES" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL unit)
  endif()
  add_executable(${NAME}_test ${ARG_SOURCES})
  target_link_libraries(${NAME}_test PRIVATE ${ARG_USES} Catch2::Catch2WithMain)
  target_precompile_headers(${NAME}_test PRIVATE <catch2/catch.hpp>)
  add_test(NAME ${NAME} COMMAND ${NAME}_test WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${NAME} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 900)
endfunction()
