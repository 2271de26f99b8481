# An installed mergelab: `cmake --install build --prefix P` makes P/bin/mergelab, which finds everything relative to
# itself, so that P can be moved. P/share/mergelab is laid out like the source tree. A hand-out leaves the reference
# solutions out: `cmake --install build --prefix P --component course`.

set(mergelab_home "libexec/mergelab")
set(mergelab_data "share/mergelab")

foreach(target IN ITEMS mergelab mergelab-judge mergelab-init mergelab-worker mergelab-worker-gpu simt-cc simt-run mergelab-bench)
  if(TARGET ${target})
    install(TARGETS ${target} RUNTIME DESTINATION "${mergelab_home}/bin" COMPONENT course)
  endif()
endforeach()
foreach(target IN ITEMS simt yardstick_cub yardstick_copy yardstick_empty)
  if(TARGET ${target})
    install(TARGETS ${target} LIBRARY DESTINATION "${mergelab_home}/lib" COMPONENT course)
  endif()
endforeach()
install(CODE "
  file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin\")
  file(CREATE_LINK ../${mergelab_home}/bin/mergelab \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/mergelab\" SYMBOLIC)
" COMPONENT course)

install(DIRECTORY labs skeletons datasets include DESTINATION "${mergelab_data}" COMPONENT course
  PATTERN ".mergelab.json*" EXCLUDE PATTERN "*.bak" EXCLUDE)
# Submissions see all of /usr, so solutions don't go there.
install(CODE "
  if(\"\${CMAKE_INSTALL_PREFIX}/\" MATCHES \"^/usr/\")
    message(FATAL_ERROR \"submissions can read what lies below /usr, so the solutions are not installed there; take another place, such as --prefix /opt/mergelab, or leave them out with --component course\")
  endif()
" COMPONENT solutions)
install(DIRECTORY solutions DESTINATION "${mergelab_data}" COMPONENT solutions)
# What a student's file is compiled with.
install(DIRECTORY grader/worker/signatures DESTINATION "${mergelab_data}/grader/worker" COMPONENT course)
install(FILES grader/worker/adapter.inc grader/worker/call.h grader/worker/iostream DESTINATION "${mergelab_data}/grader/worker" COMPONENT course)
install(DIRECTORY grader/simt/include DESTINATION "${mergelab_data}/grader/simt" COMPONENT course)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION "${mergelab_data}" COMPONENT course)
install(DIRECTORY docs DESTINATION "${mergelab_data}" COMPONENT course PATTERN "*.1" EXCLUDE)
install(FILES docs/mergelab.1 DESTINATION share/man/man1 COMPONENT course)
