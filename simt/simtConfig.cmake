# find_package(simt): the programs simt::cc, simt::nvcc and simt::run, and SIMT_TOOLCHAIN_FILE, with which a project of
# enable_language(CUDA) is built for this machine's processor.
if(NOT TARGET simt::nvcc)
  get_filename_component(simt_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  foreach(simt_program cc nvcc run)
    add_executable(simt::${simt_program} IMPORTED)
    set_target_properties(simt::${simt_program} PROPERTIES IMPORTED_LOCATION "${simt_prefix}/bin/simt-${simt_program}")
  endforeach()
  set(SIMT_TOOLCHAIN_FILE "${CMAKE_CURRENT_LIST_DIR}/simt-nvcc.cmake")
endif()
