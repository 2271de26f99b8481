# How the project's targets are made: one function per kind, so that flags and include roots are set in one place.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")
if(NOT MERGELAB_PORTABLE)
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()

# What is long to parse is parsed once for all targets with the same flags: in precompiled headers, which hold what
# many files include. ccache knows nothing of them and needs none. Every file includes what it uses, itself or
# through a header of ours, and compiles without them: cmake -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# What several files include is parsed once for them: they are compiled as one, in two thirds of the time. Two of them can't
# have the same name in their unnamed namespaces. OFF compiles each file separately, which is quicker after a small change.
option(MERGELAB_UNITY "Compile several source files of a target as one" ON)

# Warnings, never exported: every target of ours, and nobody else's.
function(mergelab_configure target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${MERGELAB_UNITY} UNITY_BUILD_BATCH_SIZE 24)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic)
  if(MERGELAB_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  target_include_directories(${target} PRIVATE "${mergelab_SOURCE_DIR}/grader" "${mergelab_SOURCE_DIR}"
                                               "${mergelab_SOURCE_DIR}/include")
endfunction()

# mergelab_optimise(TARGET LEVEL): in a Release build this level instead of -O3, which takes twice the time to compile.
function(mergelab_optimise target level)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>)
endfunction()

# mergelab_precompile(NAME LEVEL HEADERS ...): precompiled headers for targets of this level.
function(mergelab_precompile name level)
  add_library(${name} OBJECT "${mergelab_SOURCE_DIR}/cmake/precompiled.cpp")
  mergelab_configure(${name})
  mergelab_optimise(${name} ${level})
  target_precompile_headers(${name} PRIVATE ${ARGN} <algorithm> <array> <chrono> <cstdint> <filesystem> <fstream>
    <functional> <map> <memory> <optional> <set> <sstream> <stdexcept> <string> <string_view> <utility> <vector>)
endfunction()
mergelab_precompile(mergelab_precompiled -O1)

# mergelab_library(NAME SOURCES ... [FAST ...] [LINK ...]): a room of grader/ as a static library. FAST are further sources,
# which work through a lab's data: they are optimised as the build type says.
function(mergelab_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;FAST;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES} ${ARG_FAST})
  mergelab_configure(${name})
  mergelab_optimise(${name} -O1)
  target_precompile_headers(${name} REUSE_FROM mergelab_precompiled)
  set_source_files_properties(${ARG_FAST} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3> SKIP_PRECOMPILE_HEADERS ON)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# mergelab_program(NAME SOURCES ... [LINK ...] [FAST]): FAST if it works through a lab's data itself.
function(mergelab_program name)
  cmake_parse_arguments(ARG "FAST" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} "${mergelab_SOURCE_DIR}/grader/base/standard_streams.cpp")
  mergelab_configure(${name})
  if(ARG_FAST)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF) # -O3 in one large file takes as long and warns of what can't be
  else()
    mergelab_optimise(${name} -O1)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
endfunction()

# mergelab_test(NAME SOURCES ... [LINK ...] [DEPENDS targets that the test runs] [PROPERTIES ...] [LONG FILTER ...] [JSON]):
# a GoogleTest program; each of its tests is one test of ctest, with these properties. Tests that take more than some two
# seconds of a processor are in suites whose names end with Slow, and have ctest's label `long`. Those that LONG names run a
# small part of what they could (see in_long_run), and as long.NAME, with that label, all of it. JSON: most of its files read
# JSON, which is then among the precompiled headers.
function(mergelab_test name)
  cmake_parse_arguments(ARG "JSON" "" "SOURCES;LINK;DEPENDS;PROPERTIES;LONG" ${ARGN})
  list(JOIN ARG_LONG ":" ARG_LONG)
  set(precompiled mergelab_precompiled_test)
  set(headers "${mergelab_SOURCE_DIR}/tests/support/test.hpp")
  if(ARG_JSON)
    set(precompiled mergelab_precompiled_test_json)
    list(APPEND headers "${mergelab_SOURCE_DIR}/tests/support/json_once.hpp")
  endif()
  if(NOT TARGET ${precompiled})
    mergelab_precompile(${precompiled} -O0 ${headers})
    target_link_libraries(${precompiled} PRIVATE GTest::gtest nlohmann_json::nlohmann_json)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  mergelab_configure(${name})
  mergelab_optimise(${name} -O0)
  target_precompile_headers(${name} REUSE_FROM ${precompiled})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  target_include_directories(${name} PRIVATE "${mergelab_SOURCE_DIR}/tests" "${CMAKE_BINARY_DIR}/generated")
  if(ARG_JSON)
    target_link_libraries(${name} PRIVATE mergelab_test_json)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set(slow "*Slow.*:*Slow/*")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_FILTER "-${slow}" PROPERTIES TIMEOUT 300 ${ARG_PROPERTIES})
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_FILTER "${slow}"
                       PROPERTIES TIMEOUT 300 LABELS long ${ARG_PROPERTIES})
  if(ARG_LONG)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX "long." TEST_FILTER "${ARG_LONG}"
                         PROPERTIES TIMEOUT 1200 LABELS long ENVIRONMENT MERGELAB_LONG_TESTS=1 ${ARG_PROPERTIES})
  endif()
endfunction()
