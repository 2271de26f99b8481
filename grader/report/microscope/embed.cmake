# Makes a C++ file of the microscope's page: cmake -DFOLDER=... -DSTYLES=a.css,b.css -DSCRIPTS=a.js,b.js -DOUTPUT=... -P embed.cmake.
# A string literal per source file: compilers have to take no more than 65536 characters of one.
cmake_minimum_required(VERSION 3.25)

# base64_of(HEX OUT): of a SHA-256 in hexadecimal digits, as a Content-Security-Policy wants it.
function(base64_of hex out)
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  set(text "")
  foreach(at RANGE 0 63 3)  # three hexadecimal digits are two of base64; the last three are one and two zeros
    string(SUBSTRING "${hex}00" ${at} 3 digits)
    math(EXPR high "0x${digits} >> 6")
    math(EXPR low "0x${digits} & 63")
    string(SUBSTRING "${alphabet}" ${high} 1 first)
    string(SUBSTRING "${alphabet}" ${low} 1 second)
    string(APPEND text "${first}${second}")
  endforeach()
  string(SUBSTRING "${text}" 0 43 text)
  set(${out} "sha256-${text}=" PARENT_SCOPE)
endfunction()

# literal(TEXT): adds a part to the file.
function(literal text)
  file(APPEND "${OUTPUT}" "R\"microscope(${text})microscope\", ")
endfunction()

file(READ "${FOLDER}/page.html" page)
set(style "")
string(REPLACE "," ";" names "${STYLES}")
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}" text)
  string(APPEND style "${text}")
endforeach()
string(REPLACE "," ";" names "${SCRIPTS}")
set(script "")
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}" text)
  string(APPEND script "${text}")
endforeach()
string(SHA256 script_hash "${script}")
string(SHA256 style_hash "${style}")
base64_of(${script_hash} script_hash)
base64_of(${style_hash} style_hash)
string(REPLACE "@SCRIPT_HASH@" "${script_hash}" page "${page}")
string(REPLACE "@STYLE_HASH@" "${style_hash}" page "${page}")

# The page is cut where style, data and script go.
set(parts "")
foreach(mark IN ITEMS STYLE DATA SCRIPT)
  string(FIND "${page}" "@${mark}@" at)
  string(LENGTH "@${mark}@" length)
  string(SUBSTRING "${page}" 0 ${at} before)
  math(EXPR at "${at} + ${length}")
  string(SUBSTRING "${page}" ${at} -1 page)
  set(before_${mark} "${before}")
endforeach()

file(WRITE "${OUTPUT}" "// Made of grader/report/microscope/ by embed.cmake.
#include \"report/microscope.hpp\"

namespace mergelab::report {

std::span<const std::string_view> page_before_data() {
  static constexpr std::string_view kParts[] = {")
literal("${before_STYLE}")
literal("${style}")
literal("${before_DATA}")
file(APPEND "${OUTPUT}" "};
  return kParts;
}

std::span<const std::string_view> page_after_data() {
  static constexpr std::string_view kParts[] = {")
literal("${before_SCRIPT}")
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}" text)
  literal("${text}")
endforeach()
literal("${page}")
file(APPEND "${OUTPUT}" "};
  return kParts;
}

}  // namespace mergelab::report
")
