# SPDX-License-Identifier: Apache-2.0
"""The forms in which an operation passes its `in` sequences of primitive types."""

from __future__ import annotations

from enum import Enum

from cpp11.model import Parameter
from cpp11.names import SKELETONS, VIEW_SKELETONS, identifier
from cpp11.types import in_type, spelled


class Passing(Enum):
    """Which type stands for such a sequence."""

    VECTORS = "the standard mapping"
    ELEMENTS = "what a stub takes without a copy"
    VIEWS = "what a servant reads without a copy"
    UNNAMED = "the standard mapping, for a body that uses no parameter"

    @property
    def skeletons(self) -> str:
        """The namespace of the skeletons that are called so."""
        return VIEW_SKELETONS if self is Passing.VIEWS else SKELETONS

    def parameter(self, each: Parameter) -> str:
        """The declaration of a parameter."""
        if self is Passing.UNNAMED:
            return Passing.VECTORS.parameter(each).rpartition(" ")[0]
        name = identifier(each.name)
        if each.is_out:
            return f"{spelled(each.type)}& {name}"
        if each.viewed is None or self is Passing.VECTORS:
            return f"{in_type(each.type)} {name}"
        kind = "Elements" if self is Passing.ELEMENTS else "View"
        return f"orbweaver::corba::{kind}<{spelled(each.viewed)}> {name}"
