if(ORBWEAVER_SANITIZE)
  add_compile_options(-fsanitize=${ORBWEAVER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
  add_link_options(-fsanitize=${ORBWEAVER_SANITIZE})
endif()
