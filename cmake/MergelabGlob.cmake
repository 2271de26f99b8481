# mergelab_glob(LIST PATTERN ...): the files that match, looked for again when one of their folders has changed.
# CONFIGURE_DEPENDS would have each build look, so that ./lab could not see that there is nothing to do.
function(mergelab_glob list)
  file(GLOB files LIST_DIRECTORIES false ${ARGN})
  foreach(pattern IN LISTS ARGN)
    get_filename_component(folders "${pattern}" DIRECTORY)
    file(GLOB folders "${folders}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folders})
  endforeach()
  set(${list} ${files} PARENT_SCOPE)
endfunction()
