# Warnings are errors, in our own targets only: dependencies come in as system headers.
add_library(stator_options INTERFACE)
target_include_directories(stator_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(stator_options INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual
  -Woverloaded-virtual -Wnull-dereference -Wdouble-promotion -Wimplicit-fallthrough -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The annotated mutexes of model/mutex.h are checked at compile time by Clang only.
  target_compile_options(stator_options INTERFACE -Wthread-safety)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports null dereferences inside libstdc++ and variants of ours that cannot happen,
  # and loses track of std::variant's engaged alternative (maybe-uninitialized).
  target_compile_options(stator_options INTERFACE
    -Wno-null-dereference -Wno-maybe-uninitialized)
endif()

if(STATOR_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Asio uses atomic_thread_fence, which GCC's ThreadSanitizer does not model and warns about.
  target_compile_options(stator_options INTERFACE -Wno-tsan)
endif()
if(STATOR_SANITIZE)
  target_compile_options(stator_options INTERFACE
    -fsanitize=${STATOR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(stator_options INTERFACE -fsanitize=${STATOR_SANITIZE})
endif()
if(STATOR_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Relative to where the compiler runs, so that the compiler cache serves every clone.
  file(RELATIVE_PATH ignored ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/cmake/sanitizers.ignore)
  # Clang 14 cannot compile coroutines with its check of calls through function pointers. After the
  # options above, which include it.
  target_compile_options(stator_options INTERFACE -fno-sanitize=function
    -fsanitize-ignorelist=${ignored})
endif()
if(STATOR_VERIFY)
  target_compile_definitions(stator_options INTERFACE STATOR_VERIFY)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
