# Calipers for CMake: find_package(Calipers) defines the targets
#   Calipers::calipers         the shared library
#   Calipers::calipers_static  the static library
# The folder of the archive may lie anywhere.

get_filename_component(_calipers "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_package(Threads REQUIRED)

if(NOT TARGET Calipers::calipers)
  add_library(Calipers::calipers SHARED IMPORTED)
  set_target_properties(Calipers::calipers PROPERTIES
    IMPORTED_LOCATION "${_calipers}/lib/libcalipers_c.so"
    IMPORTED_SONAME libcalipers_c.so
    INTERFACE_INCLUDE_DIRECTORIES "${_calipers}/include")
  add_library(Calipers::calipers_static STATIC IMPORTED)
  set_target_properties(Calipers::calipers_static PROPERTIES
    IMPORTED_LOCATION "${_calipers}/lib/libcalipers_c.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES C
    INTERFACE_INCLUDE_DIRECTORIES "${_calipers}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
endif()
unset(_calipers)
