# The libraries that we use: from the distribution's packages, or from an install prefix given as
# MERGELAB_DEPS_DIR (an environment or cache variable), for machines without a network.

if(NOT MERGELAB_DEPS_DIR AND DEFINED ENV{MERGELAB_DEPS_DIR})
  set(MERGELAB_DEPS_DIR "$ENV{MERGELAB_DEPS_DIR}" CACHE PATH "Install prefix with the dependencies")
endif()
if(MERGELAB_DEPS_DIR)
  list(PREPEND CMAKE_PREFIX_PATH "${MERGELAB_DEPS_DIR}" "${MERGELAB_DEPS_DIR}/usr")
  # An installed program finds these libraries too, also those of a folder inside the checkout, which CMake leaves out.
  if(NOT MERGELAB_PORTABLE)
    list(APPEND CMAKE_INSTALL_RPATH "${MERGELAB_DEPS_DIR}/lib" "${MERGELAB_DEPS_DIR}/usr/lib"
         "${MERGELAB_DEPS_DIR}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
  endif()
endif()

# All but the libraries of C and C++, which every machine with a compiler has, and of which a student's object and the engine
# need the same copy. Debian has no static fmt. libarchive names every format in a table; what nobody calls is left out, and the
# libraries that it would need.
if(MERGELAB_PORTABLE)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(Boost_USE_STATIC_LIBS ON)
  add_compile_definitions(FMT_HEADER_ONLY)
  add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=") # GoogleTest's macros have __FILE__
  add_link_options(-Wl,--as-needed,--gc-sections)
  set(missing "")
  foreach(part archive=libarchive-dev sqlite3=libsqlite3-dev boost_context=libboost-context-dev seccomp=libseccomp-dev
          nettle=nettle-dev acl=libacl1-dev lzma=liblzma-dev zstd=libzstd-dev bz2=libbz2-dev z=zlib1g-dev)
    string(REGEX MATCH "(.*)=(.*)" part "${part}")
    find_library(STATIC_${CMAKE_MATCH_1} ${CMAKE_MATCH_1})
    mark_as_advanced(STATIC_${CMAKE_MATCH_1})
    if(NOT STATIC_${CMAKE_MATCH_1})
      string(APPEND missing " ${CMAKE_MATCH_2}")
    endif()
  endforeach()
  if(missing)
    message(FATAL_ERROR "static libraries are missing: install${missing} (Debian's and Ubuntu's names)")
  endif()
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
if(MERGELAB_PORTABLE) # what the static libarchive is made of
  set_property(TARGET LibArchive::LibArchive APPEND PROPERTY INTERFACE_LINK_LIBRARIES
    "${STATIC_nettle};${STATIC_acl};${STATIC_lzma};${STATIC_zstd};${STATIC_bz2};${STATIC_z}")
endif()
include(GoogleTest)

# Optional: with it the sandbox refuses system calls that no submission needs. It has no CMake package.
find_path(SECCOMP_INCLUDE_DIR seccomp.h)
find_library(SECCOMP_LIBRARY seccomp)
mark_as_advanced(SECCOMP_INCLUDE_DIR SECCOMP_LIBRARY)
