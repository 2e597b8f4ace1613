# SPDX-License-Identifier: Apache-2.0
"""Which declarations of the face have no comment, and need one.

None is needed where the comment would say nothing:
- destructors, what is deleted or defaulted, and comparisons, which compare every member
- what overrides: the overridden function has the contract, or the clause of its IDL
- names that the IDL-to-C++11 mapping gives every interface and exception, as `_ref_type` and `_id`
- names of a range, as begin() and size()
- specialisations of the templates by which generated code says what a type is
- what a macro makes, after the first of it: that has the comment of the line
- enumerators that the comment of their type names

A comment with a sentence that begins with "Both", "All", "Each" or "The same", and one that names a
declaration, is also about the declarations that follow its own directly, without an empty line.
"""

import re
from functools import cache
from pathlib import Path

from declarations import COMPOUNDS, Declaration

MAPPING = re.compile(
    r"::(_traits_type|_ref_type|_weak_ref_type|_id|_rep_id|_name|ref_type|weak_ref_type|value_type"
    r"|in_type|out_type|inout_type|is_local|is_abstract|base_type|policy_type)$"
)
RANGE = re.compile(r"::(begin|end|size|empty|data|operator\[\]|value_type)$")
COMPARISON = re.compile(r"::operator(==|!=|<=>)$")
SPECIALISATION = re.compile(r"\b(TextForm|DataInterface|traits|valuetype_traits)<")
NONE_NEEDED = re.compile(r"= ?(delete|default)$|\boverride\b|\bfinal$|~\w+\(")
GROUP = re.compile(r"(^|[.:] )(Both|All|Each|The same|As above)\b")


def needs_comment(declaration: Declaration) -> bool:
    """Whether a comment is asked for."""
    names = (MAPPING, RANGE, COMPARISON)
    if any(name.search(declaration.name) for name in names) or SPECIALISATION.search(
        declaration.name
    ):
        return False
    signature = declaration.text.split(" -> ")[0]
    is_function = declaration.kind in ("function", "friend")
    return not (is_function and NONE_NEEDED.search(signature))


def missing_comments(declarations: list[Declaration], tree: Path) -> list[Declaration]:
    """Those that need a comment, and have none."""
    missing: list[Declaration] = []
    above: Declaration | None = None
    lines = {
        (declaration.header, declaration.line)
        for declaration in declarations
        if _is_of_line(declaration)
    }
    for declaration in declarations:
        if declaration.comment:
            above = above if declaration.kind == "enumvalue" else declaration
        elif declaration.kind != "enumvalue" and (declaration.header, declaration.line) in lines:
            continue
        elif needs_comment(declaration) and not _is_covered(declaration, above, tree):
            missing.append(declaration)
    return missing


def _is_of_line(declaration: Declaration) -> bool:
    return bool(declaration.comment) and declaration.kind != "enumvalue"


def _is_covered(declaration: Declaration, above: Declaration | None, tree: Path) -> bool:
    if above is None or above.header != declaration.header or above.line > declaration.line:
        return False
    if declaration.kind == "enumvalue":
        return above.kind == "enum" and _is_about(above, declaration)
    between = _lines(tree / declaration.header)[above.line - 1 : declaration.line - 1]
    stands_together = all(line.strip() and "///" not in line for line in between[1:])
    return stands_together and _is_about(above, declaration)


def _is_about(above: Declaration, declaration: Declaration) -> bool:
    name = declaration.name.rsplit("::", 1)[-1]
    if above.kind in COMPOUNDS and above.name.endswith(f"::{name}"):
        return False  # a constructor
    if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", above.comment):
        return True
    return above.kind not in COMPOUNDS and bool(GROUP.search(above.comment))


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines()
