"""croissant.json: an export described in Croissant 1.0 (https://docs.mlcommons.org/croissant/docs/croissant-spec.html).

Every file stands there with its digest, every table of a language as a record set. Columns that are lists of records
or lists of lists have no form in Croissant 1.0 that readers agree on: they are named in the description and left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from bench.authoring.columns import COUNT, FLAG, TABLES, TEXT, Kind
from bench.authoring.hub import Tables, about, citation, place, tags
from bench.dataset import Dataset
from bench.records import Lang
from bench.text.display import for_terminal

NAME = "croissant.json"
TYPES = {TEXT: "sc:Text", COUNT: "sc:Integer", FLAG: "sc:Boolean"}
SPDX = "https://spdx.org/licenses/"
_PLAIN = (
    "citeAs column dataBiases dataCollection equivalentProperty extract field fileProperty fileObject fileSet format "
    "includes isLiveDataset jsonPath key md5 parentField path personalSensitiveInformation recordSet references regex "
    "repeated replace samplingRate separator source subField transform"
).split()
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "conformsTo": "dct:conformsTo",
    **{word: f"cr:{word}" for word in _PLAIN},
}
"""The context that the specification gives, with the two words that its version 1.1 adds."""


def croissant(dataset: Dataset, tables: Tables, files: Mapping[str, bytes]) -> str:
    """The document as JSON. `files`: the Parquet files of the export by their place in its folder."""
    left_out = sorted(name for table in tables for name, kind in TABLES[table].items() if _type(kind) is None)
    noted = f" Columns that are lists of records are not described here: {', '.join(left_out)}." if left_out else ""
    description = f"Questions with controlled documents for the generator of RAG. {about(dataset)}.{noted}"
    document = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": for_terminal(dataset.name),
        "description": for_terminal(description),
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": _licence(dataset.licence),
        "version": for_terminal(dataset.version),
        "citeAs": for_terminal(citation(dataset)),
        "inLanguage": list(dataset.langs),
        "keywords": tags(dataset),
        "distribution": [_file(name, data) for name, data in sorted(files.items())],
        "recordSet": [
            _record_set(table, lang)
            for table, by_lang in tables.items()
            for lang in by_lang
            if place(table, lang) in files
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _file(name: str, data: bytes) -> dict[str, str]:
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{len(data)} B",
        "encodingFormat": "application/x-parquet",
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _record_set(table: str, lang: Lang) -> dict[str, Any]:
    own = f"{table}-{lang}"
    described = ((name, found) for name, kind in TABLES[table].items() if (found := _type(kind)))
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{own}/{name}",
            "name": name,
            "dataType": data_type,
            **({"repeated": True} if repeated else {}),
            "source": {"fileObject": {"@id": place(table, lang)}, "extract": {"column": name}},
        }
        for name, (data_type, repeated) in described
    ]
    key = {"key": {"@id": f"{own}/id"}} if "id" in TABLES[table] else {}
    return {"@type": "cr:RecordSet", "@id": own, "name": own, **key, "field": fields}


def _type(kind: Kind) -> tuple[str, bool] | None:
    """The type of a column, and whether it is a list; None for lists of records and of lists."""
    if isinstance(kind, str):
        return TYPES[kind], False
    if isinstance(kind, tuple) and isinstance(kind[0], str):
        return TYPES[kind[0]], True
    return None


def _licence(name: str) -> str:
    """By its address where the Hub knows it, else by its name."""
    known = name.upper().startswith(("CC-", "CC0-", "APACHE-", "MIT"))
    return f"{SPDX}{name}" if known and name.isascii() and " " not in name else for_terminal(name)
