# SPDX-License-Identifier: Apache-2.0
"""Files of XML of which one element is changed, and all else stays."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbweaver.assembly.document import Document, Element, New

FILE = Path("a.xml")
TRICKY = [
    b"<a/>",
    b"<a></a>",
    b"<a  b='>' c=\"'/>\" ><d e='/>'/></a>",
    b"<a><!-- <b/> --><b/><![CDATA[<b/>]]><?pi <b/>?></a>",
    b"<a\n  b='1'\n/>\n<!-- after -->\n",
    b"<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xe4'><b>\xdf</b></a>",
    b"\xef\xbb\xbf<a><b></b ></a >",
    b"<!DOCTYPE a SYSTEM 'a.dtd'>\r\n<a>\r\n\t<b/>\r\n</a>",
]
NEW = New("n", [("x", "<\"&'>\u00e4\n")], [New("m", content="a < b & \u20ac")])


def elements(root: Element) -> list[Element]:
    return [root, *(element for child in root.children for element in elements(child))]


def shape(element: ET.Element) -> object:
    return (element.tag, element.attrib, (element.text or "").strip(), list(map(shape, element)))


@pytest.mark.parametrize("data", TRICKY)
def test_an_element_knows_its_bytes(data: bytes) -> None:
    for element in elements(Document(FILE, data).root):
        alone = ET.fromstring(data[element.start : element.end].decode("latin-1"))
        assert alone.tag == element.name
        assert len(alone) == len(element.children)
        assert set(alone.attrib) == set(element.attributes)


@pytest.mark.parametrize("data", TRICKY)
def test_what_is_added_is_what_a_reader_finds(data: bytes) -> None:
    document = Document(FILE, data)
    added = document.appended(document.root, NEW)
    before, after = ET.fromstring(data), ET.fromstring(added.data)
    new = after[-1]
    assert new.attrib == {"x": "<\"&'>\u00e4\n"}
    assert new[0].text == "a < b & \u20ac"
    after.remove(new)
    assert shape(after) == shape(before)
    assert added.root.children[-1].name == "n"


@pytest.mark.parametrize("data", TRICKY)
def test_what_was_added_behind_another_can_be_taken_away(data: bytes) -> None:
    document = Document(FILE, data)
    for i in range(len(document.root.children)):
        added = document.after(document.root.children[i], NEW)
        assert added.without(added.root.children[i + 1]).data == data
        added = document.before(document.root.children[i], NEW)
        assert ET.fromstring(added.data)[i].tag == "n"


names = st.sampled_from(["a", "b", "connections"])
texts = st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=5)


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> ET.Element:
    element = ET.Element(draw(names), {"k": draw(texts)})
    element.text = draw(texts)
    for _ in range(draw(st.integers(0, 3 if depth else 0))):
        element.append(draw(trees(depth - 1)))
    return element


@given(trees(), st.data())
def test_an_element_of_any_tree_can_be_replaced(tree: ET.Element, data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        ET.indent(tree)
    document = Document(FILE, ET.tostring(tree, encoding="utf-8"))
    every = elements(document.root)
    place = data.draw(st.integers(0, len(every) - 1))
    changed = Document(FILE, document.replaced(every[place], NEW).data)
    kept = [
        element.attributes for element in elements(changed.root) if element.name not in ("n", "m")
    ]
    inside = elements(every[place])
    assert kept == [entry.attributes for entry in every if entry not in inside]
