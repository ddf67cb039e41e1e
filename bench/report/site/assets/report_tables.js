"use strict";
/* HTML tables in a document, as tables. No HTML parser sees the source: its tags are read here, only elements of tables
   and of emphasis are made anew, with text and spans, and a table with anything else in it stays the text that it is. */
const HtmlTables = (() => {
  const { el, t } = Bench;
  const PARTS = new Map(Object.entries({ table: [""], caption: ["table"], thead: ["table"], tbody: ["table"], tfoot: ["table"], tr: ["table", "thead", "tbody", "tfoot"], th: ["tr"], td: ["tr"] }));
  const INLINE = new Set(["b", "strong", "i", "em", "sub", "sup", "p", "span", "small", "u"]);
  const HOLDS_TEXT = new Set(["caption", "th", "td", ...INLINE]);
  const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*\/?>/giy;
  const NAMED = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", yen: "¥", times: "×", minus: "−", ndash: "–", mdash: "—" }));
  const MOST_PIECES = 20000;
  const DEEPEST = 12;
  const MOST_SPAN = 100;

  /* Character references as characters; one that is not known here stays as it is written. */
  function decoded(text) {
    return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
      if (name) return NAMED.get(name) ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
    });
  }

  function made(name, attributes) {
    const element = el(name);
    if (name !== "td" && name !== "th") return element;
    for (const [, span, number] of attributes.matchAll(/\s(colspan|rowspan)\s*=\s*["']?(\d{1,3})\b/gi)) {
      if (Number(number) > 1 && Number(number) <= MOST_SPAN) element.setAttribute(span.toLowerCase(), number);
    }
    return element;
  }

  /* The table that `source` is from end to end, or null where it is not one of known elements alone, each closed in its
     place. `within(from, to)`: whether a quote of evidence stands between these places of the source. */
  function build(source, within) {
    const open = [{ name: "", element: el("div") }];
    let pieces = 0;
    for (let at = 0; at < source.length;) {
      pieces += 1;
      const top = open.at(-1);
      if (pieces > MOST_PIECES || open.length > DEEPEST) return null;
      if (source[at] !== "<") {
        const next = source.indexOf("<", at);
        const text = source.slice(at, next < 0 ? source.length : next);
        if (HOLDS_TEXT.has(top.name)) top.element.append(decoded(text));
        else if (text.trim()) return null;
        at += text.length;
        continue;
      }
      TAG.lastIndex = at;
      const found = TAG.exec(source);
      if (!found) return null;
      const [whole, closing, written, attributes] = found;
      const name = written.toLowerCase();
      const start = at;
      at += whole.length;
      if (name === "br" && !closing && HOLDS_TEXT.has(top.name)) top.element.append(el("br"));
      else if (closing) {
        if (open.length < 2 || top.name !== name) return null;
        if (name === "tr" && within(top.start, at)) top.element.classList.add("evidence");
        open.pop();
      } else {
        if (!(INLINE.has(name) ? HOLDS_TEXT.has(top.name) : PARTS.get(name)?.includes(top.name))) return null;
        const element = made(name, attributes);
        top.element.append(element);
        open.push({ name, element, start });
      }
    }
    const [{ element }] = open;
    return open.length === 1 && element.children.length === 1 ? element.firstElementChild : null;
  }

  /* The document cut into tables and what stands between: [{table} or {from, to}], or null where it has no table. `quotes`:
     [start, length]. */
  function cut(text, quotes) {
    const parts = [];
    const [begins, ends] = [/<table[\s>]/gi, /<\/table\s*>/gi];
    let at = 0;
    for (let begin = begins.exec(text); begin; begin = begins.exec(text)) {
      const { index } = begin;
      ends.lastIndex = index;
      if (!ends.test(text)) break;
      begins.lastIndex = ends.lastIndex;
      const source = text.slice(index, ends.lastIndex);
      const table = build(source, (from, to) => quotes.some(([start, length]) => start < index + to && start + length > index + from));
      if (!table) continue;
      parts.push({ from: at, to: index }, { table });
      at = index + source.length;
    }
    return parts.length ? [...parts, { from: at, to: text.length }] : null;
  }

  /* What shows a document: its text, and where it has tables these first, the text as it was sent behind them.
     `source(from, to)`: a piece of the text with its marks. */
  function views(text, quotes, language, source) {
    const written = () => el("div", { class: "text", lang: language, dir: "auto" }, ...source(0, text.length));
    const parts = text ? cut(text, quotes) : null;
    if (!parts) return [written()];
    const drawn = el("div", { class: "rendered", lang: language, dir: "auto" }, parts.map(({ table, from, to }) => (table ? Bench.wide(t("compare.rendered"), table) : text.slice(from, to).trim() ? el("div", { class: "text" }, ...source(from, to)) : null)));
    const raw = el("details", { class: "source" }, el("summary", {}, t("compare.source")));
    raw.addEventListener("toggle", () => { if (raw.open && raw.children.length === 1) raw.append(written()); });
    return [drawn, raw];
  }

  return { views };
})();
