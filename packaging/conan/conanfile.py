# SPDX-License-Identifier: Apache-2.0
"""Conan 2: builds the source tree that this recipe lies in. docs/guides/recipes.md tries it."""

import re
import shutil
from pathlib import Path

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy

SOURCES = (
    "CMakeLists.txt", "LICENSE", "cmake/*", "idl/*", "idlc/*", "lab/launcher.py", "lab/src/*",
    "orb/*", "peers/*", "programs/*", "sca/*", "services/*", "tools/*", "waveforms/*",
)  # fmt: skip


class Orbweaver(ConanFile):
    """The shared and the static libraries, headers, the IDL compiler, and the programs."""

    name = "orbweaver"
    description = "CORBA ORB and SCA component framework: the messaging core of a software radio"
    license = "Apache-2.0"
    topics = ("corba", "orb", "sca", "sdr")
    settings = "os", "arch", "compiler", "build_type"

    def set_version(self) -> None:
        """The version stands in CMakeLists.txt alone; an exported recipe has it beside it."""
        places = [Path(self.recipe_folder) / name for name in (".", "../..")]
        files = [place / "CMakeLists.txt" for place in places]
        text = next((file.read_text("utf-8") for file in files if file.is_file()), "")
        found = re.search(r"^project\(orbweaver VERSION (\S+)", text, re.MULTILINE)
        self.version = self.version or (found and found[1])

    def export(self) -> None:
        """set_version() reads it where the recipe was exported, too."""
        copy(self, "CMakeLists.txt", Path(self.recipe_folder) / "../..", self.export_folder)

    def export_sources(self) -> None:
        """What a build without tests reads."""
        tree = Path(self.recipe_folder) / "../.."
        for pattern in SOURCES:
            copy(self, pattern, tree, self.export_sources_folder)

    def requirements(self) -> None:
        """Headers of Orbweaver include those of the first two."""
        for name in ("spdlog/[>=1.10 <2]", "nlohmann_json/[>=3.11 <4]"):
            self.requires(name, transitive_headers=True, transitive_libs=True)
        for name in ("libxml2/[>=2.9 <3]", "openssl/[>=3.0 <4]", "tomlplusplus/[>=3.3 <4]"):
            self.requires(name, transitive_libs=True)
        for name in ("cli11/[>=2.1 <3]", "liquid-dsp/[>=1.4 <2]", "libsndfile/[>=1.2 <2]"):
            self.requires(name)

    def validate(self) -> None:
        """Linux alone, in C++23."""
        check_min_cppstd(self, 23)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("Orbweaver runs on Linux")

    def validate_build(self) -> None:
        """Conan Center has no omniidl."""
        if shutil.which("omniidl") is None:
            raise ConanInvalidConfiguration(
                "omniidl is not on the search path: apt install omniidl, or pip install "
                "cmeel-omniorb"
            )

    def layout(self) -> None:
        """CMake's."""
        cmake_layout(self)

    def generate(self) -> None:
        """No tests, benchmarks or other ORBs."""
        toolchain = CMakeToolchain(self)
        for option in ("BUILD_TESTING", "ORBWEAVER_BENCHMARKS", "ORBWEAVER_PEERS"):
            toolchain.cache_variables[option] = False
        for option in ("ORBWEAVER_SHARED", "ORBWEAVER_PRECOMPILE"):
            toolchain.cache_variables[option] = True
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self) -> None:
        """What is installed."""
        cmake = CMake(self)
        cmake.configure()
        for target in ("programs", "orbweaver_shared"):
            cmake.build(target=target)

    def package(self) -> None:
        """As ./x install does."""
        CMake(self).install()

    def package_info(self) -> None:
        """Orbweaver brings its own files for CMake: find_package(orbweaver)."""
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/orbweaver"]
        self.cpp_info.libs = ["orbweaver"]
