# Takes what Orbweaver needs from Debian 12's packages: no server of Conan is asked.
# conan create packaging/conan -pr:a packaging/conan/system-libraries.profile
[settings]
os=Linux
arch={{ detect_api.detect_arch() }}
build_type=Release
compiler=gcc
compiler.version={{ detect_api.default_compiler_version("gcc", detect_api.detect_gcc_compiler("g++")[1]) }}
compiler.libcxx=libstdc++11
compiler.cppstd=23

[platform_requires]
spdlog/1.10.0
nlohmann_json/3.11.2
libxml2/2.9.14
openssl/3.0.17
tomlplusplus/3.3.0
cli11/2.1.2
liquid-dsp/1.5.0
libsndfile/1.2.0

[conf]
tools.cmake.cmaketoolchain:generator=Ninja
