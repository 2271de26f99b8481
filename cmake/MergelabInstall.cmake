# An installed mergelab: `cmake --install build --prefix P` makes P/bin/mergelab, which finds everything relative to
# itself, so that P can be moved. P/share/mergelab is laid out like the source tree. A hand-out leaves the reference
# solutions out: `cmake --install build --prefix P --component course`.
#
# The component `programs` is only the programs, for a hand-out: `mergelab release --with-programs` makes it from a portable
# build.

set(mergelab_home "libexec/mergelab")
set(mergelab_data "share/mergelab")

foreach(target IN ITEMS mergelab mergelab-judge mergelab-init mergelab-worker mergelab-worker-gpu simt-cc simt-run mergelab-bench)
  if(TARGET ${target})
    install(TARGETS ${target} RUNTIME DESTINATION "${mergelab_home}/bin" COMPONENT course)
    install(TARGETS ${target} RUNTIME DESTINATION bin COMPONENT programs EXCLUDE_FROM_ALL)
  endif()
endforeach()
if(TARGET simt-cc)
  install(FILES "$<TARGET_FILE_DIR:simt-cc>/simt-nvcc" DESTINATION "${mergelab_home}/bin" COMPONENT course)
  install(FILES "$<TARGET_FILE_DIR:simt-cc>/simt-nvcc" DESTINATION bin COMPONENT programs EXCLUDE_FROM_ALL)
  install(FILES simt/simt-nvcc.cmake DESTINATION "${mergelab_data}/simt" COMPONENT course)
endif()
set(modules simt)
if(TARGET yardsticks)
  get_property(names TARGET yardsticks PROPERTY YARDSTICKS)
  list(APPEND modules ${names})
endif()
foreach(target IN LISTS modules)
  if(TARGET ${target})
    install(TARGETS ${target} LIBRARY DESTINATION "${mergelab_home}/lib" COMPONENT course)
    install(TARGETS ${target} LIBRARY DESTINATION lib COMPONENT programs EXCLUDE_FROM_ALL)
  endif()
endforeach()
# The terms of what is linked statically. The sources beside the programs let anybody link them again with another version.
foreach(package libacl1 libarchive-dev libboost-context-dev libbz2-dev libc6-dev libcli11-dev libfmt-dev libgcc-12-dev
        libgcc-13-dev libgcc-14-dev libgtest-dev liblzma-dev libseccomp-dev libsqlite3-dev libzstd1 nettle-dev nlohmann-json3-dev zlib1g-dev)
  install(FILES "/usr/share/doc/${package}/copyright" DESTINATION licenses RENAME "${package}.txt" COMPONENT programs OPTIONAL
          EXCLUDE_FROM_ALL)
endforeach()
install(FILES "${CMAKE_BINARY_DIR}/commit" DESTINATION "${mergelab_home}" COMPONENT course OPTIONAL)
install(CODE "
  file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin\")
  file(CREATE_LINK ../${mergelab_home}/bin/mergelab \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/mergelab\" SYMBOLIC)
" COMPONENT course)

install(DIRECTORY labs datasets include DESTINATION "${mergelab_data}" COMPONENT course
  PATTERN ".mergelab.json*" EXCLUDE PATTERN "*.bak" EXCLUDE PATTERN "settings.json" EXCLUDE)
# What `reset` and `diff` take where there is no solution.
install(DIRECTORY labs/ DESTINATION "${mergelab_data}/skeletons" COMPONENT course FILES_MATCHING PATTERN "*.cuh")
# Submissions see all of /usr, so solutions don't go there.
install(CODE "
  if(\"\${CMAKE_INSTALL_PREFIX}/\" MATCHES \"^/usr/\")
    message(FATAL_ERROR \"submissions can read what lies below /usr, so the solutions are not installed there; take another place, such as --prefix /opt/mergelab, or leave them out with --component course\")
  endif()
" COMPONENT solutions)
install(DIRECTORY solutions DESTINATION "${mergelab_data}" COMPONENT solutions OPTIONAL)
# What the $schema of a course's files names, for editors.
install(DIRECTORY grader/course DESTINATION "${mergelab_data}/grader" COMPONENT course FILES_MATCHING PATTERN "*.schema.json")
# What a student's file is compiled with.
install(FILES grader/worker/adapter.inc grader/worker/call_arguments.inc grader/worker/transport.inc grader/worker/call.h grader/worker/iostream DESTINATION "${mergelab_data}/grader/worker" COMPONENT course)
install(DIRECTORY simt/include DESTINATION "${mergelab_data}/simt" COMPONENT course)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION "${mergelab_data}" COMPONENT course OPTIONAL)
install(DIRECTORY docs DESTINATION "${mergelab_data}" COMPONENT course PATTERN "*.1" EXCLUDE)
install(FILES docs/mergelab.1 DESTINATION share/man/man1 COMPONENT course)

# `cpack` in the build folder makes mergelab_VERSION_ARCHITECTURE.deb and a tar.gz of the component `course`: no solutions.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # of the targets only mergelab_tools is needed, which ./lab builds
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL course)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGE_CONTACT "mergelab <mergelab@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "course in parallel merging for CUDA, with its grader")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ (>= 4:12) | clang (>= 1:14)")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS bubblewrap)
include(CPack)
