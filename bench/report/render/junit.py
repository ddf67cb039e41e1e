"""Checks of a gate as a JUnit report, which build servers read."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from bench.langs import DEFAULT
from bench.report.gate import Check
from bench.text.display import for_terminal
from bench.words import in_language

_ELEMENT = {"failed": "failure", "error": "error"}


def junit(checks: Sequence[Check], suite: str, lang: str = DEFAULT) -> str:
    """One test case for each check, of which there is at least one, in one suite. Names hold no control character."""
    counts = {state: str(sum(check.state == state for check in checks)) for state in _ELEMENT}
    attributes = {"name": suite, "tests": str(len(checks)), "failures": counts["failed"]}
    attributes |= {"errors": counts["error"], "skipped": "0"}
    root = Element("testsuites")
    under = SubElement(root, "testsuite", attributes)
    for check in checks:
        case = SubElement(under, "testcase", {"classname": for_terminal(check.place), "name": for_terminal(check.what)})
        text = for_terminal(in_language(check.text, lang))
        if check.state in _ELEMENT:
            SubElement(case, _ELEMENT[check.state], {"message": text})
        else:
            SubElement(case, "system-out").text = text
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"
