# stator_library(<name> [LINKS <targets>...]): a static library of every source in the current
# folder (subfolders included), so that adding a file is one step. Sources that match COLD, a
# regular expression, are what no request for items runs through: in the release they are compiled
# for size.
function(stator_library name)
  cmake_parse_arguments(ARG "" "" "LINKS;EXCLUDE;COLD" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${ARG_EXCLUDE}")
  endif()
  if(ARG_COLD)
    set(cold ${sources})
    list(FILTER cold INCLUDE REGEX "${ARG_COLD}")
    set_source_files_properties(${cold} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-Os>")
  endif()
  add_library(stator_${name} STATIC ${sources})
  target_link_libraries(stator_${name} PUBLIC ${ARG_LINKS} PRIVATE stator_options)
  target_include_directories(stator_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  if(STATOR_FUZZ)
    # The fuzzers see which branches of the libraries an input takes. What links them without a
    # fuzzer finds empty functions in the sanitizer's runtime.
    target_compile_options(stator_${name} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
