# How the headers of library/ are tested: a module calls them, for the CPU engine or for a GPU, and a GoogleTest program loads it. What
# these tests share is in tests/device_library.
include(MergelabGlob)
set(library_headers "${PROJECT_SOURCE_DIR}/library/include")

# What a test program knows: its module, and its suite's name where it has one.
function(mergelab_tell_of_module test module suite)
  target_compile_definitions(${test} PRIVATE LIBRARY_MODULE="${module}")
  if(suite)
    target_compile_definitions(${test} PRIVATE LIBRARY_SUITE=${suite})
  endif()
endfunction()

# mergelab_engine_tests(NAME SUITE ... MODULE FILE.cu TEST FILE.cpp HEADERS ... [FLAGS ...] [DEFINITIONS ...] [LONG ...]):
# a program of the test, NAME_test, whose module has the engine's checks. HEADERS: folders of library/include/mergelab that the
# module is made of; FLAGS: what it is compiled with; DEFINITIONS: the test's own; LONG: tests as in mergelab_test, without
# their suite.
function(mergelab_engine_tests name)
  cmake_parse_arguments(ARG "" "SUITE;MODULE;TEST" "HEADERS;FLAGS;DEFINITIONS;LONG" ${ARGN})
  list(TRANSFORM ARG_HEADERS REPLACE "(.+)" "${library_headers}/mergelab/\\1/*")
  list(TRANSFORM ARG_LONG PREPEND ${ARG_SUITE}.)
  set(here "${CMAKE_CURRENT_SOURCE_DIR}")
  set(shared "${PROJECT_SOURCE_DIR}/tests/device_library")
  mergelab_glob(headers "${library_headers}/mergelab/*.cuh" ${ARG_HEADERS} "${here}/*.cuh"
                "${shared}/*.cuh" "${shared}/requests.hpp")
  set(module "${CMAKE_CURRENT_BINARY_DIR}/${name}.so")
  add_custom_command(OUTPUT "${module}"
    COMMAND simt-cc --compiler "${CMAKE_CXX_COMPILER}" -O1 -g1 "-I${library_headers}" ${ARG_FLAGS} --instrument
            -o "${module}" "${here}/${ARG_MODULE}"
    DEPENDS simt-cc simt ${ARG_MODULE} ${headers} COMMENT "Compiling ${name} for the CPU engine" VERBATIM)
  add_custom_target(${name}_module DEPENDS "${module}")
  mergelab_test(${name}_test SOURCES ${ARG_TEST} LINK simt ${CMAKE_DL_LIBS} DEPENDS ${name}_module LONG ${ARG_LONG})
  mergelab_tell_of_module(${name}_test "${module}" ${ARG_SUITE})
  target_compile_definitions(${name}_test PRIVATE ${ARG_DEFINITIONS})
endfunction()

# mergelab_gpu_library_test(NAME MODULE ... TEST FILE.cpp [SOURCES FILE.cu ...] [MODULE_DEFINITIONS ...] [SUITE ...] [DEFINITIONS ...]
# [SANITIZED TEST]): a test on a GPU of a CUDA module, which is made of SOURCES unless it is there already.
# SANITIZED: another program, of which compute-sanitizer's tools are asked. All of them make mergelab_gpu_tests.
function(mergelab_gpu_library_test test)
  cmake_parse_arguments(ARG "" "MODULE;TEST;SUITE;SANITIZED" "SOURCES;MODULE_DEFINITIONS;DEFINITIONS" ${ARGN})
  if(ARG_SOURCES)
    mergelab_cuda_module(${ARG_MODULE} SOURCES ${ARG_SOURCES})
    target_include_directories(${ARG_MODULE} PRIVATE "${library_headers}")
    target_compile_definitions(${ARG_MODULE} PRIVATE ${ARG_MODULE_DEFINITIONS})
  endif()
  mergelab_test(${test} SOURCES ${ARG_TEST} LINK CUDA::cudart ${CMAKE_DL_LIBS} DEPENDS ${ARG_MODULE} ${ARG_SANITIZED}
                PROPERTIES LABELS gpu RUN_SERIAL ON)
  mergelab_tell_of_module(${test} "$<TARGET_FILE:${ARG_MODULE}>" "${ARG_SUITE}")
  target_compile_definitions(${test} PRIVATE MERGELAB_ON_GPU ${ARG_DEFINITIONS})
  if(ARG_SANITIZED)
    target_compile_definitions(${test} PRIVATE LIBRARY_TESTS="$<TARGET_FILE:${ARG_SANITIZED}>"
                               COMPUTE_SANITIZER="${CUDAToolkit_BIN_DIR}/compute-sanitizer")
  endif()
  if(NOT TARGET mergelab_gpu_tests)
    add_custom_target(mergelab_gpu_tests)
  endif()
  add_dependencies(mergelab_gpu_tests ${test})
endfunction()
