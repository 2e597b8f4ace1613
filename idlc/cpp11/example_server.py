# SPDX-License-Identifier: Apache-2.0
"""server.cpp of an example: operations that do nothing, and return zero or empty values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cpp11 import model as m
from cpp11.example_build import program_name
from cpp11.lines import Lines, indented, listed, separated
from cpp11.names import identifier, qualified
from cpp11.passing import Passing
from cpp11.types import TYPE_CODE, result_type

_SERVE = """\
// Makes an object and prints its reference.
template <class Servant>
void serve(CORBA::ORB& orb, PortableServer::POA& poa) {
  const auto id = poa.activate_object(CORBA::make_reference<Servant>());
  std::puts(orb.object_to_string(poa.id_to_reference(id)).c_str());
}

// Blocked before the ORB starts its threads, which inherit that: only the thread that waits for the
// signals receives them.
sigset_t blocked_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

}  // namespace

int main(int argc, char** argv) {
  const auto signals = blocked_signals();
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();""".splitlines()

_UNTIL_A_SIGNAL = """\
    std::fflush(stdout);
    int signal = 0;
    sigwait(&signals, &signal);  // the ORB serves on threads of its own meanwhile
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {""".splitlines()


def server(stem: str, interfaces: tuple[m.Interface, ...]) -> Lines:
    """The program, which serves one object of each interface of the file `stem`.idl."""
    name, classes = program_name(stem), _class_names(interfaces)
    return [
        f"// {name}-server [-ORB options]: serves one object of each interface of {stem}.idl until",
        "// it gets SIGINT or SIGTERM; prints their references, one a line.",
        "#include <orbweaver/corba/orb.hpp>",
        "#include <orbweaver/corba/poa.hpp>",
        "",
        f'#include "{stem}_poa.hpp"',
        "",
        "#include <csignal>",
        "#include <cstdio>",
        "",
        "namespace {",
        "",
        "// Requests for one object are carried out one at a time: a servant needs no lock.",
        *separated([_servant(each, classes[each.name]) for each in interfaces]),
        "",
        *_SERVE,
        *[f"    serve<{classes[each.name]}>(*orb, *poa);" for each in interfaces],
        *_UNTIL_A_SIGNAL,
        f'    std::fprintf(stderr, "{name}-server: %s\\n", failure.what());',
        "    return 1;",
        "  }",
        "}",
    ]


def operations(each: m.Interface) -> Iterator[m.Operation]:
    """What an object of the interface answers, inherited operations first."""
    for ancestor in reversed(each.ancestors):
        yield from ancestor.operations
    yield from each.operations


def first_value(type_: m.Type) -> str:
    """An initialiser: zero or empty. A nil TypeCode cannot travel."""
    return "{::CORBA::_tc_null}" if type_ == TYPE_CODE else "{}"


def servant_method(operation: m.Operation) -> Lines:
    """One operation, which does nothing."""
    head = f"{result_type(operation.result)} {identifier(operation.name)}("
    parameters = [Passing.VECTORS.parameter(one) for one in operation.parameters]
    if operation.result is None:
        return listed(head, parameters, ") override {}")
    returned = f"  return {first_value(operation.result)};"
    return [*listed(head, parameters, ") override {"), returned, "}"]


def _class_names(interfaces: tuple[m.Interface, ...]) -> dict[m.Scoped, str]:
    # Interfaces of two modules may have the same name.
    count = Counter(each.name[-1] for each in interfaces)
    chosen: dict[m.Scoped, str] = {}
    for each in interfaces:
        scoped = each.name if count[each.name[-1]] > 1 else each.name[-1:]
        name = f"{'_'.join(scoped)}Servant"
        while name in chosen.values():
            name += "_"
        chosen[each.name] = name
    return chosen


def _servant(each: m.Interface, name: str) -> Lines:
    return [
        f"class {name} : public CORBA::servant_traits<{qualified(each.name)}>::base_type {{",
        " public:",
        *indented(separated([servant_method(one) for one in operations(each)])),
        "};",
    ]
