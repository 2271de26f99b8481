# With -fsanitize=thread (the preset tsan), ThreadSanitizer watches the trusted programs: mergelab, mergelab-judge and
# their tests. It is kept out of what serves a submission: the engine defines ThreadSanitizer's functions itself, and
# compilers and workers run under limits of address space, of which it takes terabytes.
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  return()
endif()

foreach(folder bench grader/simt grader/wire grader/worker)
  get_property(targets DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL UTILITY)
      target_compile_options(${target} PRIVATE -fno-sanitize=thread)
      target_link_options(${target} PRIVATE -fno-sanitize=thread)
    endif()
  endforeach()
endforeach()
