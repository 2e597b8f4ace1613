# It needs the system alone.
add_subdirectory(raw)
