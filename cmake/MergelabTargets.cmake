# How the project's targets are made: one function per kind, so that flags and include roots are set in one place.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

# Warnings, never exported: every target of ours, and nobody else's.
function(mergelab_configure target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic)
  if(MERGELAB_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/grader")
endfunction()

# mergelab_library(NAME SOURCES ... [LINK ...]): a room of grader/ as a static library.
function(mergelab_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  mergelab_configure(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# mergelab_program(NAME SOURCES ... [LINK ...])
function(mergelab_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  mergelab_configure(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
endfunction()

# mergelab_test(NAME SOURCES ... [LINK ...] [DEPENDS targets that the test runs] [PROPERTIES ...]): a GoogleTest
# program; each of its tests is one test of ctest, with these properties.
function(mergelab_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;DEPENDS;PROPERTIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  mergelab_configure(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${CMAKE_BINARY_DIR}/generated")
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300 ${ARG_PROPERTIES})
endfunction()
