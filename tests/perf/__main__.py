"""`make perf`: everything that is timed, in one run, as a table, a chart and a file; what is worse than last time.

    python -m tests.perf [start,data,wire,pages]

Writes results/perf/figures.json and chart.svg. Ratios are held against tests/perf/last.json, the file of the last
release; `--keep` makes it from this run. Nothing here is a test: the machine may be busy.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.perf import commands, data, pages, wire
from tests.perf.measuring import Figure

LAST = Path(__file__).with_name("last.json")
WORSE = 1.25
"""A ratio that has grown by this much is named: less is the noise of two cores."""
PARTS: dict[str, Callable[[Path], Iterator[Figure]]] = {
    "start": commands.figures,
    "data": data.figures,
    "wire": wire.figures,
    "pages": pages.figures,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.perf", description=__doc__)
    parser.add_argument("parts", nargs="?", default=",".join(PARTS), help="comma-separated")
    parser.add_argument("--keep", action="store_true", help="make this run the file of the last release")
    parser.add_argument("--out", type=Path, default=Path("results/perf"))
    chosen = parser.parse_args()
    names = chosen.parts.split(",")
    if unknown := sorted(set(names) - set(PARTS)):
        sys.exit(f"There is no part {', '.join(unknown)}; parts: {', '.join(PARTS)}.")
    measured = []
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            for figure in PARTS[name](Path(folder)):
                measured.append(figure)
                print(f"{figure.part:9} {figure.name}: {figure.value:.3g} {figure.unit}", file=sys.stderr, flush=True)
    show(measured)
    chosen.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps([figure.as_row() for figure in measured], indent=1)
    (chosen.out / "figures.json").write_text(text + "\n", encoding="utf-8")
    chart(measured, chosen.out / "chart.svg")
    for line in regressions(measured):
        print(line)
    if chosen.keep:
        LAST.write_text(text + "\n", encoding="utf-8")


def show(measured: list[Figure]) -> None:
    table = Table("Part", "What", "Value", "Ratio", "Wanted", box=None, pad_edge=False)
    for figure in measured:
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f} of {figure.of}"
        table.add_row(figure.part, figure.name, f"{figure.value:.3g} {figure.unit}", ratio, figure.wanted)
    Console(width=140, highlight=False).print(table)


def regressions(measured: list[Figure]) -> Iterator[str]:
    """What has got worse since the last release, by ratio. More is better where calls per second are compared."""
    if not LAST.exists():
        yield f"No file of a last release ({LAST.name}): nothing to compare with."
        return
    before = {(row["part"], row["name"]): row for row in json.loads(LAST.read_text("utf-8"))}
    for figure in measured:
        old = before.get((figure.part, figure.name))
        if old is None or old["ratio"] is None or figure.ratio is None:
            continue
        growth = figure.ratio / old["ratio"]
        worse = 1 / growth if figure.unit == "calls/s" else growth
        if worse > WORSE:
            yield f"Worse than the last release: {figure.name}, ratio {figure.ratio:.2f} after {old['ratio']:.2f}."


def chart(measured: list[Figure], path: Path) -> None:
    """The ratios as bars, one colour for each part."""
    import altair as alt

    rows = [{"part": f.part, "name": f"{f.name} / {f.of}", "ratio": f.ratio} for f in measured if f.ratio is not None]
    bars = alt.Chart(alt.Data(values=rows)).mark_bar()  # type: ignore[no-untyped-call]
    bars.encode(
        x=alt.X("ratio:Q", title="ratio within one run"),
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=500)),
        color=alt.Color("part:N", title=None),
    ).save(path)


if __name__ == "__main__":
    main()
