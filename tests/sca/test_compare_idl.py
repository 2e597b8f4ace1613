# SPDX-License-Identifier: Apache-2.0
"""What is compared with other frameworks' IDL, and that a difference is found."""

from pathlib import Path

import pytest
from compare_idl import (
    IDL,
    OMNIORB,
    Declarations,
    Difference,
    differences,
    main,
    ours,
    read,
    theirs,
)

PORT = """
module CF {
  interface Port {
    exception InvalidPort { unsigned short errorCode; string msg; };
    exception OccupiedPort {};
    void connectPort(in Object connection, in string connectionId)
        raises (InvalidPort, OccupiedPort);
    void disconnectPort(in string connectionId) raises (InvalidPort);
  };
};
"""


@pytest.fixture(scope="module")
def mine() -> Declarations:
    return ours()


def compared(mine: Declarations, folder: Path, idl: str) -> list[Difference]:
    (folder / "foreign.idl").write_text(idl)
    found = theirs(folder)
    assert not found.refused
    return [
        difference
        for difference in differences(mine, found)
        if difference.name.startswith("CF::Port::")
    ]


def test_what_is_declared_alike_does_not_differ(mine: Declarations, tmp_path: Path) -> None:
    assert compared(mine, tmp_path, PORT) == []


@pytest.mark.parametrize(
    ("was", "becomes", "kind"),
    [
        (
            "in string connectionId) raises (InvalidPort);",
            "in string name) raises (InvalidPort);",
            "names",
        ),
        ("in string connectionId) raises (InvalidPort);", "in string connectionId);", "wire"),
        (
            "in string connectionId) raises (InvalidPort);",
            "in wstring connectionId) raises (InvalidPort);",
            "wire",
        ),
        (
            "void disconnectPort(in string connectionId)",
            "long disconnectPort(in string connectionId)",
            "wire",
        ),
        ("unsigned short errorCode; string msg;", "string msg; unsigned short errorCode;", "wire"),
        ("exception OccupiedPort {};", "exception OccupiedPort {};\n    void reset();", "theirs"),
        ("module CF {", '#pragma prefix "omg.org"\nmodule CF {', "wire"),
    ],
)
def test_a_difference_is_found(
    mine: Declarations, tmp_path: Path, was: str, becomes: str, kind: str
) -> None:
    assert was in PORT
    found = compared(mine, tmp_path, PORT.replace(was, becomes))
    assert {entry.kind for entry in found} == {kind}


def test_files_that_another_layout_names_otherwise_are_found_by_their_names(
    mine: Declarations, tmp_path: Path
) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "Port.idl").write_text(PORT)
    found = compared(mine, tmp_path, "#include <ossie/CF/Port.idl>\ninterface Mine : CF::Port {};")
    assert found == []


def test_the_command_fails_only_for_what_travels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "foreign.idl").write_text(PORT.replace("string connectionId)", "string name)"))
    assert main([str(tmp_path)]) == 0
    (tmp_path / "foreign.idl").write_text(PORT.replace("short errorCode", "long errorCode"))
    assert main([str(tmp_path)]) == 1
    assert "wire     CF::Port::InvalidPort" in capsys.readouterr().out


@pytest.mark.skipif(not OMNIORB.exists(), reason="the package omniorb-idl is not installed")
@pytest.mark.parametrize("name", ["CosEventComm", "CosEventChannelAdmin"])
def test_event_channels_are_declared_as_omniorb_has_them(mine: Declarations, name: str) -> None:
    foreign = read([OMNIORB / f"COS/{name}.idl"], [OMNIORB, OMNIORB / "COS"])
    assert foreign.named
    assert differences(mine, foreign) == []


def test_every_interface_file_is_read(mine: Declarations) -> None:
    interfaces = [entry for entry in mine.named.values() if entry.shape.startswith("interface")]
    declared = sum(
        file.read_text().count("  interface ")
        for file in IDL.rglob("*.idl")
        if "lab" not in file.parts
    )
    forward = 2  # AggregateDevice, BindingIterator
    assert len(interfaces) == declared - forward
