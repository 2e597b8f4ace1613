# SPDX-License-Identifier: Apache-2.0
"""How a debugger is started."""

from orbweaver.deployment.debugger import Debugger


def test_gdb_is_given_the_program_itself_as_the_file_of_its_name_may_be_gone() -> None:
    assert Debugger("gdb -q -nx").words(7) == ["gdb", "-q", "-nx", "/proc/7/exe", "-p", "7"]
    assert Debugger("/usr/bin/gdb").words(7) == ["/usr/bin/gdb", "/proc/7/exe", "-p", "7"]


def test_another_debugger_is_given_the_process_alone() -> None:
    assert Debugger("lldb").words(7) == ["lldb", "-p", "7"]
