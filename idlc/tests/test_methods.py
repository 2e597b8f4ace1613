# SPDX-License-Identifier: Apache-2.0
"""-Wbmethods: the operations of each interface as functions of a class in C++."""

import json

from compiler import Compiler

RADIO = """\
#include "range.idl"
module Radio {
  exception Refused { string why; };
  local interface Here {};
  abstract interface Named {};
  interface Base { readonly attribute long gain; };
  interface Tuner : Base {
    attribute double frequency;
    Range limits(in double at, out double step) raises (Refused);
    oneway void feed(in string text);
  };
};
"""


def test_each_interface_that_can_be_served_has_its_functions(compiler: Compiler) -> None:
    compiler.put("range.idl", "struct Range { double low; double high; };")
    compiled = compiler.compile(RADIO, "-Wbmethods")

    assert (compiled.status, compiled.complaints) == (0, [])
    assert compiled.files == ["methods.json"]
    described = json.loads(compiled.text("methods.json"))
    assert described["included"] == ["range.idl"]
    base, tuner = described["interfaces"]
    assert base["name"] == "::Radio::Base"
    assert tuner["repository_id"] == "IDL:Radio/Tuner:1.0"
    assert tuner["operations"] == ["feed", "frequency", "gain", "limits"]
    assert tuner["methods"] == [
        "std::int32_t gain() { return {}; }",
        "double frequency() { return {}; }",
        "void frequency(double value) {}",
        "::Range limits(double at, double& step) { return {}; }",
        "void feed(const std::string& text) {}",
    ]
