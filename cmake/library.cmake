# stator_library(<name> [LINKS <targets>...]): a static library of every source in the current
# folder (subfolders included), so that adding a file is one step.
function(stator_library name)
  cmake_parse_arguments(ARG "" "" "LINKS;EXCLUDE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(ARG_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${ARG_EXCLUDE}")
  endif()
  add_library(stator_${name} STATIC ${sources})
  target_link_libraries(stator_${name} PUBLIC ${ARG_LINKS} PRIVATE stator_options)
  target_include_directories(stator_${name} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()
