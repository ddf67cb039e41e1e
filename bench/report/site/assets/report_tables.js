"use strict";
/* HTML tables in a document, as tables. The source is parsed into a document of its own, in which nothing runs or loads;
   from it only elements of tables are made anew, with text and spans, and no attribute is taken over as it stands. */
const HtmlTables = (() => {
  const { el, t } = Bench;
  const PARTS = new Set(["TABLE", "CAPTION", "THEAD", "TBODY", "TFOOT", "TR", "TH", "TD", "COLGROUP", "COL"]);
  const INLINE = new Set(["B", "STRONG", "I", "EM", "SUB", "SUP", "BR", "P", "SPAN", "SMALL", "U"]);
  const EMPTY = new Set(["COLGROUP", "COL"]);
  const MOST_CELLS = 5000;
  const MOST_SPAN = 100;

  /* The table that stands in `source`, or null where it is not one table of known elements alone. `rows`: for each <tr>
     of the source whether a quote of evidence is in it. */
  function build(source, rows) {
    const parsed = new DOMParser().parseFromString(source, "text/html");
    const [table] = parsed.body.children;
    const all = parsed.body.querySelectorAll("*");
    const stray = [...parsed.body.childNodes].some((node) => node !== table && node.textContent.trim());
    if (parsed.head.children.length || parsed.body.children.length !== 1 || table?.tagName !== "TABLE" || stray || all.length > MOST_CELLS) return null;
    if ([...all].some((node) => (!PARTS.has(node.tagName) && !INLINE.has(node.tagName)) || (node !== table && node.tagName === "TABLE"))) return null;
    const trs = [...table.querySelectorAll("tr")];
    /* Rows that the parser has made of something else would put the marks at the wrong ones. */
    const marked = new Set(trs.length === rows.length ? trs.filter((_, at) => rows[at]) : []);
    return copy(table, marked);
  }

  function copy(node, marked) {
    const children = [...node.childNodes].filter((child) => !EMPTY.has(child.tagName)).map((child) => (child.nodeType === Node.TEXT_NODE ? child.data : child.nodeType === Node.ELEMENT_NODE ? copy(child, marked) : ""));
    const made = el(node.tagName.toLowerCase(), { class: marked.has(node) ? "evidence" : null }, ...children);
    if (node.tagName === "TD" || node.tagName === "TH") {
      for (const name of ["colspan", "rowspan"]) {
        const span = Number.parseInt(node.getAttribute(name) ?? "1", 10);
        if (span > 1 && span <= MOST_SPAN) made.setAttribute(name, String(span));
      }
    }
    return made;
  }

  /* The document cut into texts and tables: [{text} or {table}], or null where it has no table. `quotes`: [start, length]. */
  function cut(text, quotes) {
    const parts = [];
    let at = 0;
    for (const match of text.matchAll(/<table[\s>][\s\S]*?<\/table\s*>/gi)) {
      const starts = [...match[0].matchAll(/<tr[\s>]/gi)].map((row) => match.index + row.index);
      const rows = starts.map((start, n) => quotes.some(([from, length]) => from < (starts[n + 1] ?? match.index + match[0].length) && from + length > start));
      const table = build(match[0], rows);
      if (!table) continue;
      parts.push({ text: text.slice(at, match.index) }, { table });
      at = match.index + match[0].length;
    }
    return parts.length ? [...parts, { text: text.slice(at) }] : null;
  }

  /* What shows a document: its text, and where it has tables these first, the text as it was sent behind them. */
  function views(text, quotes, language, source) {
    const written = () => el("div", { class: "text", lang: language, dir: "auto" }, ...source());
    const parts = text ? cut(text, quotes) : null;
    if (!parts) return [written()];
    const drawn = el("div", { class: "rendered", lang: language, dir: "auto" }, parts.map(({ text: between, table }) => (table ? Bench.wide(t("compare.rendered"), table) : between.trim() ? el("div", { class: "text" }, between.trim()) : null)));
    const raw = el("details", { class: "source" }, el("summary", {}, t("compare.source")));
    raw.addEventListener("toggle", () => { if (raw.open && raw.children.length === 1) raw.append(written()); });
    return [drawn, raw];
  }

  return { views };
})();
