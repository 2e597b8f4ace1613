# SPDX-License-Identifier: Apache-2.0
"""Asynchronous calls (-Wbami)."""

from compiler import Compiler

IDL = """
module M {
  exception E {};
  interface Base { attribute long level; };
  interface I : Base {
    double mix(in long a, inout string b, out long c) raises (E);
    oneway void poke(in long n);
    void delete();
  };
  local interface L { void f(); };
  abstract interface A { void g(); };
};
"""


def test_without_the_option_nothing_is_generated_for_them(compiler: Compiler) -> None:
    compiled = compiler.compile(IDL)

    for name in compiled.files:
        for word in ("sendp_", "sendc_", "AMI_", "async"):
            assert word not in compiled.text(name)


def test_stubs_have_both_forms_of_each_two_way_operation(compiler: Compiler) -> None:
    header = " ".join(compiler.compile(IDL, "-Wbami").text("it.hpp").split())

    assert "Pending<double, std::string, std::int32_t> sendp_mix(" in header
    assert "void sendc_mix(" in header
    assert "sendp_get_level()" in header
    assert "sendc_set_level(" in header
    assert "Pending<> sendp_delete();" in header
    assert "sendp_poke" not in header


def test_handlers_derive_from_those_of_the_bases(compiler: Compiler) -> None:
    header = compiler.compile(IDL, "-Wbami").text("it.hpp")

    assert "class AMI_IHandler : public virtual ::M::AMI_BaseHandler {" in header
    assert "class AMI_BaseHandler : public virtual ::Messaging::ReplyHandler {" in header
    assert '_id = "IDL:M/AMI_IHandler:1.0";' in header
    assert "virtual void _cxx_delete() = 0;" in header
    assert "virtual void delete_excep(" in header


def test_local_and_abstract_interfaces_have_none(compiler: Compiler) -> None:
    header = compiler.compile(IDL, "-Wbami").text("it.hpp")

    assert "AMI_LHandler" not in header
    assert "AMI_AHandler" not in header
