# find_package(mergelab): the target mergelab::merge, which is the headers of mergelab::device_merge, device_merge_sort and
# device_k_way_merge.
if(NOT TARGET mergelab::merge)
  get_filename_component(mergelab_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(mergelab::merge INTERFACE IMPORTED)
  set_target_properties(mergelab::merge PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${mergelab_prefix}/include")
  target_compile_features(mergelab::merge INTERFACE cxx_std_17 cuda_std_17)
endif()
