# The libraries that we use: from the distribution's packages, or from an install prefix given as
# MERGELAB_DEPS_DIR (an environment or cache variable), for machines without a network.

if(NOT MERGELAB_DEPS_DIR AND DEFINED ENV{MERGELAB_DEPS_DIR})
  set(MERGELAB_DEPS_DIR "$ENV{MERGELAB_DEPS_DIR}" CACHE PATH "Install prefix with the dependencies")
endif()
if(MERGELAB_DEPS_DIR)
  list(PREPEND CMAKE_PREFIX_PATH "${MERGELAB_DEPS_DIR}" "${MERGELAB_DEPS_DIR}/usr")
  # An installed program finds these libraries too, also those of a folder inside the checkout, which CMake leaves out.
  list(APPEND CMAKE_INSTALL_RPATH "${MERGELAB_DEPS_DIR}/lib" "${MERGELAB_DEPS_DIR}/usr/lib"
       "${MERGELAB_DEPS_DIR}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
endif()

# mergelab_need(NAME TARGET PACKAGES): a library whose find module doesn't say which package has it.
function(mergelab_need name target packages)
  find_package(${name} QUIET GLOBAL)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${name} is missing: install ${packages}; or put it into MERGELAB_DEPS_DIR")
  endif()
endfunction()

find_package(Threads REQUIRED)
find_package(GTest REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(fmt 9 REQUIRED)
if(MERGELAB_SIMT)
  find_package(Boost 1.74 REQUIRED COMPONENTS context)
endif()
mergelab_need(LibArchive LibArchive::LibArchive "libarchive-dev (Debian, Ubuntu, Alpine), libarchive-devel (Fedora, openSUSE) or libarchive (Arch)")
mergelab_need(SQLite3 SQLite::SQLite3 "libsqlite3-dev (Debian, Ubuntu), sqlite-devel (Fedora), sqlite3-devel (openSUSE), sqlite (Arch) or sqlite-dev (Alpine)")
include(GoogleTest)

# Optional: with it the sandbox refuses system calls that no submission needs. It has no CMake package.
find_path(SECCOMP_INCLUDE_DIR seccomp.h)
find_library(SECCOMP_LIBRARY seccomp)
mark_as_advanced(SECCOMP_INCLUDE_DIR SECCOMP_LIBRARY)
