# SPDX-License-Identifier: Apache-2.0
"""What the Debian packages are made of, as far as it can be read without building them.

packaging/debian/try_in_root.sh installs the packages and tries them.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import source_package
from source_package import place_of, write_changelog
from version import Version, distribution, state_of, version_of

ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "packaging/debian"
UNITS = ("orbweaver-domain", "orbweaver-node")
EXPOSURE_AT_MOST = 25  # tenths, as systemd-analyze counts it


def needs(program: str, package: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        shutil.which(program) is None, reason=f"{program} is not here: apt install {package}"
    )


def run(*words: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def paragraphs() -> list[dict[str, str]]:
    """Of the control file: first of the source, then one of each package."""
    found: list[dict[str, str]] = []
    for text in (DEBIAN / "control").read_text("utf-8").strip().split("\n\n"):
        fields = re.findall(r"^(\S+): *((?:.*\n?)(?:^ .*\n?)*)", text, re.MULTILINE)
        found.append({name: value.strip() for name, value in fields})
    return found


def packages() -> list[str]:
    return [one["Package"] for one in paragraphs()[1:]]


@needs("dh_listpackages", "debhelper")
def test_debhelper_reads_the_same_packages(tmp_path: Path) -> None:
    (tmp_path / "debian").mkdir()
    shutil.copy(DEBIAN / "control", tmp_path / "debian")
    assert run("dh_listpackages", folder=tmp_path).split() == packages()


def test_each_package_says_what_it_is_for() -> None:
    for one in paragraphs()[1:]:
        short, *long = one["Description"].splitlines()
        assert 10 < len(short) <= 80, one["Package"]
        assert long, one["Package"]
        assert all(len(line) <= 80 for line in long), one["Package"]


def test_each_file_of_debhelper_is_of_a_package() -> None:
    kinds = {".install", ".examples", ".doc-base", ".postinst", ".postrm", ".lintian-overrides"}
    for path in DEBIAN.iterdir():
        if path.suffix in kinds:
            assert path.stem in packages(), path.name


def test_packages_of_one_source_fit_each_other_alone() -> None:
    own = re.compile(r"\b((?:lib)?orbweaver[\w.-]*)( \(= \$\{binary:Version\}\))?")
    for one in paragraphs()[1:]:
        for kind in ("Depends", "Recommends"):
            for name, version in own.findall(one.get(kind, "")):
                assert name in packages()
                assert version, f"{one['Package']}: {kind}: {name}"


def test_the_library_has_the_name_of_its_soname() -> None:
    version = re.search(
        r"orbweaver VERSION (\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text("utf-8")
    )
    assert version
    assert f"liborbweaver{version[1]}" in packages()


@needs("dpkg-parsechangelog", "dpkg-dev")
def test_the_changelog_has_the_version_of_the_tree(tmp_path: Path) -> None:
    version = version_of(ROOT)
    write_changelog(tmp_path / "changelog", version)
    shown = {
        field: run("dpkg-parsechangelog", "-l", tmp_path / "changelog", "-S", field).strip()
        for field in ("Source", "Version", "Maintainer", "Date")
    }
    assert shown == {
        "Source": "orbweaver", "Version": version.text, "Maintainer": version.maintainer,
        "Date": version.date,
    }  # fmt: skip


def test_a_changelog_that_is_right_is_left_alone(tmp_path: Path) -> None:
    changelog = tmp_path / "changelog"
    version = Version("1.0", "Mon, 30 Nov 2026 08:00:00 +0000", "A <a@b.invalid>")
    write_changelog(changelog, version)
    changelog.chmod(0o400)
    before = changelog.stat().st_mtime_ns
    write_changelog(changelog, version)
    assert changelog.stat().st_mtime_ns == before


@needs("dpkg", "dpkg")
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("0.2.0~dev3105.ge39022f7+deb12", "0.2.0~dev3106.g00000000+deb12"),
        ("0.2.0~dev3105.ge39022f7.1a2b3c4d+deb12", "0.2.0+deb12"),
        ("0.2.0+deb12", "0.2.0+ubuntu24.04"),
        ("0.2.0+deb12", "0.2.1~dev1.ge39022f7+deb12"),
    ],
)
def test_a_later_state_of_the_tree_is_a_later_version(older: str, newer: str) -> None:
    run("dpkg", "--compare-versions", older, "lt", newer)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ('ID=debian\nVERSION_ID="12"\n', "+deb12"),
        ('VERSION_ID="24.04"\nID=ubuntu\n', "+ubuntu24.04"),
        ("ID=debian\n", "+deb"),
    ],
)
def test_a_version_names_the_distribution(said: str, name: str) -> None:
    assert distribution(said) == name


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One commit of a file, and nothing that differs from it."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "known").write_text("first\n")
    run("git", "init", "-q", folder=tree)
    run("git", "add", "known", folder=tree)
    run("git", "-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "m", folder=tree)
    return tree


@needs("git", "git")
@pytest.mark.parametrize("name", ["known", "new", "folder/new", "né w"])
def test_another_content_is_another_version(name: str, checkout: Path) -> None:
    states = [state_of(checkout, "1.2.3")]
    (checkout / name).parent.mkdir(exist_ok=True)
    for content in (b"one\n", b"two\n", b"two\r\n", b"\xff\n", b"\xfe\n"):
        (checkout / name).write_bytes(content)
        states.append(state_of(checkout, "1.2.3"))
        assert state_of(checkout, "1.2.3") == states[-1]
    assert len(set(states)) == 6
    assert all(re.fullmatch(r"~dev1\.g\w{8}\.\w{8}", state) for state in states[1:])


ODD_NAMES = [b"latin-\xe9", b"two\nlines", b"blank end "]


@needs("git", "git")
def test_a_source_package_takes_files_of_any_name(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_package, "ROOT", checkout)
    folder, version = tmp_path / "source", Version("1.0", "now", "A <a@b.invalid>")
    (folder / "debian").mkdir(parents=True)
    for name in ODD_NAMES:
        (checkout / os.fsdecode(name)).write_bytes(name)
    for _ in range(2):
        source_package.make(folder, version)
        found = {os.fsencode(path.name) for path in folder.iterdir()}
        assert found == {b"known", b"debian", *ODD_NAMES}
    (checkout / os.fsdecode(ODD_NAMES[0])).unlink()
    source_package.make(folder, version)
    assert not (folder / os.fsdecode(ODD_NAMES[0])).exists()


@needs("git", "git")
def test_what_git_ignores_is_of_no_version(checkout: Path) -> None:
    (checkout / ".git/info/exclude").write_text("build\n")
    before = state_of(checkout, "1.2.3")
    (checkout / "build").write_text("made")
    assert state_of(checkout, "1.2.3") == before


def root_of_noble(key: Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The root is not made: `mmdebstrap` notes what it is given, and ends with an error."""
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c",
         f"""mmdebstrap() {{ printf '%s\\n' "$@"; return 1; }}
             . {DEBIAN}/try/root.sh; ubuntu_key=$1; make_bare_root noble "$2" """,
         "bash", key, folder],
        capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin", **environment},
    )  # fmt: skip


def test_packages_of_ubuntu_are_not_taken_without_its_key(tmp_path: Path) -> None:
    key = tmp_path / "key.gpg"
    refused = root_of_noble(key, tmp_path / "root")
    assert refused.returncode == 1
    assert (refused.stdout, refused.stderr.count("\n")) == ("", 1)
    assert f"copy {key} here" in refused.stderr
    assert "[trusted=yes]" in root_of_noble(key, tmp_path / "root", UNSIGNED_UBUNTU="yes").stdout
    key.touch()
    signed = root_of_noble(key, tmp_path / "root", UNSIGNED_UBUNTU="yes").stdout
    assert f"deb [signed-by={key}] " in signed
    assert "trusted" not in signed


@needs("git", "git")
def test_a_second_build_compiles_what_changed(tmp_path: Path) -> None:
    """debhelper leaves the build out where its mark of an earlier one is."""
    seen, out, tool = tmp_path / "seen", tmp_path / "out", tmp_path / "bin/dpkg-buildpackage"
    tool.parent.mkdir()
    tool.write_text(f"#!/bin/sh\nls debian > {seen}\ntouch ../a.deb\n")
    tool.chmod(0o755)
    for name in ("files", "debhelper-build-stamp"):
        mark = out / "source/debian" / name
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    done = subprocess.run(
        [ROOT / "packaging/package.sh", out], capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": f"{tool.parent}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    listed = seen.read_text().split()
    assert {"changelog", "control", "rules"} <= set(listed)
    assert {"files", "debhelper-build-stamp"}.isdisjoint(listed)


def test_the_folder_debian_is_that_of_packaging() -> None:
    assert place_of("packaging/debian/rules") == "debian/rules"
    assert place_of("packaging/version.py") == "packaging/version.py"


@pytest.fixture
def units(tmp_path: Path) -> dict[str, Path]:
    """The units, with a program that is there."""
    made: dict[str, Path] = {}
    for name in UNITS:
        text = (ROOT / f"packaging/systemd/{name}.service").read_text("utf-8")
        assert f"ExecStart=/usr/local/bin/{name} " in text
        made[name] = tmp_path / f"{name}.service"
        made[name].write_text(text.replace(f"/usr/local/bin/{name}", "/bin/true"))
    return made


@needs("systemd-analyze", "systemd")
@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_well_formed(name: str, units: dict[str, Path]) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *units.values()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert [line for line in done.stderr.splitlines() if name in line] == []


@needs("systemd-analyze", "systemd")
@pytest.mark.parametrize("name", UNITS)
def test_a_unit_may_do_no_more_than_it_needs(name: str, units: dict[str, Path]) -> None:
    run("systemd-analyze", "security", "--no-pager", "--offline=true",
        f"--threshold={EXPOSURE_AT_MOST}", units[name])  # fmt: skip


@needs("systemd-analyze", "systemd")
def test_a_unit_that_may_do_anything_is_noticed(units: dict[str, Path]) -> None:
    unit = units["orbweaver-domain"]
    unit.write_text("[Service]\nExecStart=/bin/true\n")
    done = subprocess.run(
        ["systemd-analyze", "security", "--no-pager", "--offline=true",
         f"--threshold={EXPOSURE_AT_MOST}", unit],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
