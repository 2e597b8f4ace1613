# SPDX-License-Identifier: Apache-2.0
"""client.cpp of an example: calls each operation once, with zero or empty arguments."""

from __future__ import annotations

from cpp11 import model as m
from cpp11.example_build import program_name
from cpp11.example_server import first_value, operations
from cpp11.lines import Lines, indented, listed, separated
from cpp11.literals import text
from cpp11.names import identifier, qualified, readable
from cpp11.types import spelled

_SHOW = """\
bool all_answered = true;

// Prints what a call gave, or the exception that it raised: one of the IDL is an answer, too.
template <class Call>
void show(const char* operation, Call call) {
  std::printf("%s: ", operation);
  try {
    std::puts(call().c_str());
  } catch (const CORBA::UserException& raised) {
    std::puts(raised.what());
  } catch (const CORBA::Exception& failure) {
    std::puts(failure.what());
    all_answered = false;
  }
}""".splitlines()

_CALLED = """\
// Calls the object's operations if it has this interface.
template <class Interface>
bool called(const CORBA::object_reference<CORBA::Object>& object) {
  const auto narrowed = IDL::traits<Interface>::narrow(object);
  if (narrowed) call(*narrowed);
  return narrowed != nullptr;
}""".splitlines()


def client(stem: str, interfaces: tuple[m.Interface, ...]) -> Lines:
    """The program, which calls objects of the interfaces of the file `stem`.idl."""
    name, calls = program_name(stem), [_calls(each) for each in interfaces]
    return [
        f"// {name}-client [-ORB options] REFERENCE...: calls each operation of each object once,",
        "// with zero or empty arguments, and prints what comes back; status 1 if an object does",
        "// not answer. A REFERENCE is IOR:..., corbaloc:..., corbaname:... or file://...",
        "#include <orbweaver/corba/orb.hpp>",
        "#include <orbweaver/corba/text.hpp>",
        "",
        f'#include "{stem}.hpp"',
        "",
        "#include <cstdio>",
        "#include <string>",
        "",
        "namespace {",
        "",
        *separated([[*_SHOW], *calls, [*_CALLED], _try_all(interfaces)]),
        "",
        "}  // namespace",
        "",
        *_main(name, stem),
    ]


def _calls(each: m.Interface) -> Lines:
    called = list(operations(each))
    target = _free("object", called)
    shown = [line for one in called for line in _shown(each, one, target)]
    parameter = f"& {target}" if shown else "&"
    return [f"void call({qualified(each.name)}{parameter}) {{", *indented(shown), "}"]


def _shown(each: m.Interface, operation: m.Operation, target: str) -> Lines:
    return [
        f"show({text(_reported(each, operation))}, [&] {{",
        *indented(
            [*map(_argument, operation.parameters), *_called_and_reported(operation, target)]
        ),
        "});",
    ]


def _argument(each: m.Parameter) -> str:
    changes = "" if each.is_out else "const "
    return f"{changes}{spelled(each.type)} {identifier(each.name)}{first_value(each.type)};"


def _reported(each: m.Interface, operation: m.Operation) -> str:
    """ "Radio::Tuner::tune", "get Radio::Tuner::gain": what people know the operation by."""
    name = f"{readable(each.name)}::{operation.name}"
    half, is_attribute = operation.wire_name[1:4], operation.wire_name.startswith("_")
    return f"{half} {name}" if is_attribute else name


def _free(name: str, operations: list[m.Operation]) -> str:
    """A name that is not one of their parameters'."""
    taken = {identifier(one.name) for each in operations for one in each.parameters}
    while name in taken:
        name += "_"
    return name


def _called_and_reported(operation: m.Operation, target: str) -> Lines:
    passed = [identifier(one.name) for one in operation.parameters]
    call = f"{target}.{identifier(operation.name)}("
    outputs = [identifier(one.name) for one in operation.outputs]
    if operation.result is None:
        if outputs:
            return [*listed(call, passed, ");"), *_printed_values(outputs)]
        end = "sent" if operation.oneway else "done"
        return [*listed(call, passed, ");"), f'return std::string{{"{end}"}};']
    if not outputs:
        return listed(f"return orbweaver::corba::text_of({call}", passed, "));")
    result = _free("result", [operation])
    kept = listed(f"const auto {result} = {call}", passed, ");")
    return [*kept, *_printed_values([result, *outputs])]


def _printed_values(names: list[str]) -> Lines:
    """The statement that gives "result=1, lowest=2"."""
    terms: Lines = [
        f"{text(f', {name}=' if index else f'{name}=')} + orbweaver::corba::text_of({name})"
        for index, name in enumerate(names)
    ]
    return _chained(f"return {terms[0]}", terms[1:], "+")


def _chained(first: str, rest: Lines, operator: str) -> Lines:
    """One statement over several lines, with the operator at the end of each but the last."""
    columns = first.index(" ") + 1
    lines = [first, *indented(rest, columns)]
    return [*[f"{line} {operator}" for line in lines[:-1]], f"{lines[-1]};"]


def _try_all(interfaces: tuple[m.Interface, ...]) -> Lines:
    # An object of a derived interface has its bases, too.
    derived_first = sorted(interfaces, key=lambda each: -len(each.ancestors))
    tried = [f"called<{qualified(each.name)}>(object)" for each in derived_first]
    head = "bool call_all(const CORBA::object_reference<CORBA::Object>& object) {"
    return [head, *indented(_chained(f"return {tried[0]}", tried[1:], "||")), "}"]


def _main(name: str, stem: str) -> Lines:
    return f"""\
int main(int argc, char** argv) {{
  try {{
    const auto orb = CORBA::ORB_init(argc, argv);
    if (argc < 2) {{
      std::fputs("usage: {name}-client [-ORB options] REFERENCE...\\n", stderr);
      return 2;
    }}
    int status = 0;
    for (int each = 1; each < argc; ++each) {{
      if (call_all(orb->string_to_object(argv[each]))) continue;
      std::fprintf(stderr, "{name}-client: no object of an interface of {stem}.idl: %.60s\\n",
                   argv[each]);
      status = 1;
    }}
    orb->destroy();
    return all_answered ? status : 1;
  }} catch (const CORBA::Exception& failure) {{
    std::fprintf(stderr, "{name}-client: %s\\n", failure.what());
    return 1;
  }}
}}""".splitlines()
