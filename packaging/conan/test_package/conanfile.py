# SPDX-License-Identifier: Apache-2.0
"""A contract of the user's own, compiled and linked against the package; and the command."""

from pathlib import Path

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class UsesOrbweaver(ConanFile):
    """Fails if the package cannot be used."""

    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "CMakeToolchain"
    test_type = "explicit"

    def requirements(self) -> None:
        """The package that was just made."""
        self.requires(self.tested_reference_str)

    def layout(self) -> None:
        """CMake's."""
        cmake_layout(self)

    def build(self) -> None:
        """By find_package(orbweaver) and orbweaver_idl()."""
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self) -> None:
        """Runs where the package was built for this machine."""
        if can_run(self):
            package = self.dependencies["orbweaver"].package_folder
            for program in (Path(self.build_folder) / "meter", f"{package}/bin/orbweaver"):
                self.run(f"'{program}' --version", env="conanrun")
