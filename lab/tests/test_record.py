# SPDX-License-Identifier: Apache-2.0
import errno
import json
import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from orbweaver.model.schema import Run, Runs, to_json
from orbweaver.problems import BadInput, CannotKeep
from orbweaver.record.document import document
from orbweaver.record.provenance import commit, compiler, cpu_model, provenance
from orbweaver.record.store import store, write_whole
from samples import run

ROOT = Path(__file__).resolve().parents[2]


def test_a_record_survives_its_file() -> None:
    record = run()
    text = to_json(record)
    assert json.loads(text)["schema"] == "orbweaver-result/1"
    assert Run.model_validate_json(text) == record
    assert Runs.model_validate_json(to_json(Runs(runs=[record]))).runs == [record]


@pytest.mark.parametrize(
    ("field", "value"),
    [("schema", "orbweaver-result/2"), ("stages", []), ("floor_ms", "soon"), ("mood", "good")],
)
def test_a_file_that_breaks_the_schema_is_refused(field: str, value: object) -> None:
    broken = json.loads(to_json(run())) | {field: value}
    with pytest.raises(ValidationError):
        Run.model_validate(broken)


def test_the_keys_are_those_of_the_design() -> None:
    record = json.loads(to_json(run()))
    assert set(record) >= {"schema", "experiment", "orb", "provenance", "config", "floor_ms",
                           "producer", "stages", "published"}  # fmt: skip
    assert set(record["provenance"]) == {"version", "commit", "date", "cpu", "cores", "kernel",
                                         "compiler", "pinning", "scheduler", "load",
                                         "governor"}  # fmt: skip
    assert set(record["config"]) == {"mode", "messaging", "sync", "worker", "dispatch", "pace_ms",
                                     "packets", "elements", "type", "work", "work_ms", "transport",
                                     "processes", "collocation", "parallel", "cores"}  # fmt: skip
    assert set(record["stages"][0]) == {"name", "last_ms", "received", "lost", "busy",
                                        "reordered_previous", "reordered_original", "reordered_out",
                                        "overtaken", "late",
                                        "latency_us",
                                        "max_concurrency", "max_queue", "trace"}  # fmt: skip


def test_the_documentation_is_that_of_the_schema() -> None:
    page = ROOT / "docs" / "reference" / "result-file.md"
    assert page.read_text("utf-8") == document(), (
        "run: python -m orbweaver.record.document docs/reference/result-file.md"
    )


def test_repeats_take_the_first_free_number(tmp_path: Path) -> None:
    paths = [store(run(), tmp_path) for _ in range(2)]
    (tmp_path / "exp6" / "orbweaver" / "9.json").touch()
    (tmp_path / "exp6" / "orbweaver" / "notes.json").touch()
    paths.append(store(run(), tmp_path))
    assert [path.name for path in paths] == ["1.json", "2.json", "10.json"]
    assert not list(tmp_path.rglob(".*"))


def test_a_folder_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "exp6").touch()
    with pytest.raises(BadInput, match="cannot write results to"):
        store(run(), tmp_path)


def test_a_full_disk_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left on device") as raised:
        write_whole(Path("/dev/full"), "whole")
    assert raised.value.filename == "/dev/full"


def test_a_full_disk_names_the_result_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("orbweaver.record.store.os.fdopen", full)
    with pytest.raises(CannotKeep, match=r"exp6/orbweaver/1\.json: No space left on device"):
        store(run(), tmp_path)


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    """A device is no different: it must not be replaced by a file, least of all for root."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "whole")
    assert os.read(reader, 100) == b"whole"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_link_keeps_pointing_where_it_did(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    write_whole(link, "whole")
    assert link.is_symlink()
    assert target.read_text() == "whole"


def test_provenance_tells_pinning_and_machine() -> None:
    origin = provenance("0,1", "other", None)
    assert origin.pinning == "cpus 0,1"
    assert origin.compiler == "unknown"
    assert origin.kernel.startswith("Linux ")
    assert origin.cores >= 1


def test_the_processor_of_different_kernels() -> None:
    assert cpu_model("processor\t: 0\nmodel name\t: Fast 9000\n") == "Fast 9000"
    assert cpu_model("CPU part\t: 0xd08\n") == "0xd08"
    assert cpu_model("")


def test_a_folder_without_a_repository_has_no_commit(tmp_path: Path) -> None:
    assert commit(tmp_path) == "unknown"
    assert commit(None) == "unknown"


def test_the_compiler_is_the_one_that_cmake_noted(tmp_path: Path) -> None:
    notes = tmp_path / "CMakeFiles" / "3.25.1"
    notes.mkdir(parents=True)
    (notes / "CMakeCXXCompiler.cmake").write_text(
        'set(CMAKE_CXX_COMPILER_ID "GNU")\nset(CMAKE_CXX_COMPILER_VERSION "12.2.0")\n'
    )
    assert compiler(tmp_path / "bin") == "GNU 12.2.0"
    (tmp_path / "CMakeCache.txt").write_text("CMAKE_BUILD_TYPE:STRING=RelWithDebInfo\n")
    assert compiler(tmp_path / "bin") == "GNU 12.2.0 RelWithDebInfo"
