"use strict";
/* The tables: the ranking with the published rows, what is not ranked and why, what was superseded, what gave no row. */
const Tables = (() => {
  const { t, el, dash, percent, interval } = Bench;
  const CATEGORIES = ["Integration", "Reasoning", "Logic", "Table", "Abstention"];
  const money = (value) =>
    value === null || value === undefined ? dash : value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(2);
  const seconds = (value) => (value === null || value === undefined ? dash : value.toFixed(value < 10 ? 2 : 1) + " s");
  /* Other people's text: as text, in its own direction, whatever stands around it. */
  const foreign = (text, properties = {}) => el("bdi", properties, text || dash);
  const names = (list) =>
    new Intl.ListFormat(Bench.language, { type: "conjunction" })
      .formatToParts(list)
      .map(({ type, value }) => (type === "element" ? foreign(value) : value));
  /* Words with elements in them: {name} stands for parts.name. */
  const say = (key, parts) =>
    t(key)
      .split(/(\{\w+\})/)
      .map((piece) => parts[/^\{(\w+)\}$/.exec(piece)?.[1]] ?? piece);
  const minus = (value, digits = 3) => (value === null ? dash : Bench.signed(value.toFixed(digits)));
  const bounds = (r) => (r.questions === r.n ? r.ci95 : r.ci95_questions);
  const rate = (r) => (r && r.n ? [percent(r.rate), el("small", {}, `${r.k}/${r.n}`), el("small", {}, interval(bounds(r)))] : [dash]);
  const quality = (line, k) => (line.n === 0 ? null : (line.correct - k * line.wrong) / line.n);

  /* The mark of a system: the shape and colour that it has in the charts. */
  function swatch({ colour, shape }) {
    const paths = {
      circle: "M8 2a6 6 0 1 0 .01 0z",
      square: "M3 3h10v10h-10z",
      "triangle-up": "M8 2l6 11h-12z",
      diamond: "M8 1l5 7-5 7-5-7z",
      cross: "M6 2h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
      "triangle-down": "M8 14l6-11h-12z",
      "triangle-right": "M14 8l-11 6v-12z",
      "triangle-left": "M2 8l11 6v-12z",
    };
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", class: "swatch", "aria-hidden": "true" }))
      svg.setAttribute(key, value);
    path.setAttribute("d", paths[shape]);
    path.setAttribute("fill", colour);
    svg.append(path);
    return svg;
  }

  function modelCell(row, more) {
    const name = el("span", { class: "name", title: row.title }, foreign(row.title));
    if (row.published) return [name, el("small", {}, el("span", { class: "badge" }, t("lb.published.badge")))];
    const spec = row.spec === row.title ? null : el("small", {}, el("span", { class: "spec", title: row.spec }, foreign(row.spec)));
    return [name, spec, row.reasoning ? el("small", {}, t("lb.reasoning")) : null, more ? more(row) : null];
  }

  /* What has no column of its own. */
  function details(row) {
    const q = row.quality.map((each) =>
      el("div", {}, `Q(${each.k}) = ${minus(each.value)} `, el("span", { class: "soft" }, interval(each.ci95, 1, 2))),
    );
    const pairs = [
      [t("lb.spec"), foreign(row.spec)],
      [t("lb.family"), foreign(row.family)],
      [t("lb.params"), foreign(row.params || t("none"))],
      [t("lb.overall_items"), rate(row.overall_item_micro)],
      [t("metric.discrimination"), rate(row.discrimination)],
      [t("lb.quality"), q],
      [t("lb.attempts"), t("lb.attempts.text", row.penalty)],
      [t("lb.cost_correct"), money(row.usd_per_correct)],
      [t("lb.latency_median"), seconds(row.latency_median_s)],
      [t("lb.repeats"), String(row.repeats)],
      [t("lb.judges"), foreign(row.judges.join(", "))],
      [t("lb.suite"), foreign(row.suite_version)],
      [t("lb.file"), foreign(row.file)],
    ];
    return el(
      "details",
      { class: "more", "data-id": row.id },
      el("summary", { "aria-label": `${t("lb.details")}: ${row.title}` }, t("lb.details")),
      el(
        "dl",
        { class: "pairs" },
        pairs.map(([term, value]) => [el("dt", {}, term), el("dd", {}, value)]),
      ),
    );
  }

  const cost = (row) =>
    row.published
      ? dash
      : row.usd_per_1000 !== null
        ? money(row.usd_per_1000)
        : row.served === "own" || row.served === "started"
          ? [dash, el("small", { class: "served" }, t("lb.served." + row.served))]
          : dash;
  const share = (key, head, get) => ({
    key,
    head,
    number: true,
    value: (row) => {
      const found = get(row);
      return typeof found === "object" ? (found?.rate ?? null) : (found ?? null);
    },
    cell: (row) => {
      const found = get(row);
      return found !== null && typeof found === "object" ? rate(found) : percent(found);
    },
  });

  /* `reason`: a column to stand beside the name, since the last one of so wide a table is out of sight. */
  function columns(k, reason) {
    return [
      { key: "model", head: t("lb.model"), value: (row) => row.title, cell: (row) => modelCell(row, details) },
      ...reason,
      { key: "weights", head: t("lb.weights"), value: (row) => t("lb." + row.weights), cell: (row) => t("lb." + row.weights) },
      {
        key: "served",
        head: t("lb.served"),
        value: (row) => (row.served ? t("lb.served." + row.served) : null),
        cell: (row) => el("span", { class: "served" }, row.served ? t("lb.served." + row.served) : dash),
      },
      {
        key: "overall",
        head: t("metric.overall"),
        number: true,
        value: (row) => row.overall_macro ?? null,
        cell: (row) => [
          el("strong", {}, percent(row.overall_macro)),
          row.overall_ci95 ? el("small", {}, interval(row.overall_ci95)) : null,
        ],
      },
      share("tags", t("metric.overall_tags"), (row) => (row.published ? row.overall : row.overall_tag_micro)),
      share("main", t("metric.main"), (row) => row.main_avg),
      ...CATEGORIES.map((name) => share(name, t(name), (row) => row.categories[name] ?? null)),
      share("over", t("metric.over_abstention"), (row) => row.over_abstention),
      share("false", t("metric.false_answer"), (row) => row.false_answer ?? null),
      {
        key: "q",
        head: `Q(${k})`,
        number: true,
        value: (row) => (row.published ? null : quality(row.penalty, k)),
        cell: (row) => minus(row.published ? null : quality(row.penalty, k)),
      },
      { key: "cost", head: t("lb.cost"), number: true, value: (row) => row.usd_per_1000 ?? null, cell: cost },
      {
        key: "latency",
        head: t("lb.latency"),
        number: true,
        value: (row) => row.latency_p90_s ?? null,
        cell: (row) => seconds(row.latency_p90_s),
      },
      {
        key: "excluded",
        head: t("lb.excluded"),
        number: true,
        value: (row) => row.excluded ?? null,
        cell: (row) => (row.published ? dash : `${row.excluded} / ${row.trials}`),
      },
      {
        key: "submitter",
        head: t("lb.submitter"),
        value: (row) => row.submitter || null,
        cell: (row) => foreign(row.submitter, { class: "name", lang: row.published ? "en" : null }),
      },
      { key: "date", head: t("lb.date"), value: (row) => row.date ?? null, cell: (row) => (row.date ?? dash).slice(0, 10) },
    ];
  }
  const note = () => ({ key: "note", head: t("lb.why"), cell: (row) => el("span", { class: "note", lang: "en" }, foreign(row.note)) });

  function placeColumn() {
    return {
      key: "place",
      head: t("lb.place"),
      number: true,
      value: (row) => row.rank ?? null,
      cell: (row) => (row.published ? dash : row.place),
    };
  }
  function colourColumn(styles, name, onPick) {
    const full = View.picked().length >= View.MOST;
    return {
      key: "colour",
      head: el("span", { class: "visually-hidden" }, t("lb.in_colour")),
      cell: (row) => {
        if (row.published) return "";
        const style = styles(row.id);
        const box = el("input", {
          type: "checkbox",
          "data-id": row.id,
          "aria-label": t("lb.show", { name: name(row.id) }),
          disabled: full && !style.on,
          onchange: (event) => onPick(row.id, event.target.checked),
        });
        box.checked = style.on;
        return el("span", { class: "pick" }, box, swatch(style));
      },
    };
  }

  /* The ranking. `onSort` and `onPick` hear what the reader does in it. */
  function ranking(published, onSort, onPick) {
    const { state } = View;
    const entries = View.ranked();
    const rows = [...entries, ...published.filter(View.matches)];
    if (!rows.length) return el("p", { class: "notice" }, t(state.board.ranked.length ? "lb.no_match" : "lb.none_ranked"));
    const all = [placeColumn(), colourColumn(View.styles(), View.named(), onPick), ...columns(state.k, [])];
    const known = all.some((column) => column.key === state.sort.key && column.value);
    return Bench.sortable({
      caption: t("lb.ranking"),
      columns: all,
      rows,
      head: 2,
      onSort,
      sort: known ? state.sort : { key: "place", descending: false },
      rowClass: (row) => (row.published ? "published" : row.group % 2 ? "tie odd" : "tie even"),
    });
  }
  function aside(entries, head, text) {
    const rows = entries.filter(View.matches);
    if (!rows.length) return [];
    return [
      el("h3", {}, head),
      el("p", { class: "soft" }, text),
      sideways(),
      el(
        "div",
        { class: "board-table" },
        Bench.sortable({
          caption: head,
          columns: columns(View.state.k, [note()]),
          rows,
          sort: { key: "overall", descending: true },
        }),
      ),
    ];
  }
  /* Shown where the table that follows is clipped. */
  const sideways = () => el("p", { class: "soft sideways" }, t("lb.sideways"));
  const notRanked = () => aside(View.state.board.not_ranked, t("lb.not_ranked"), t("lb.not_ranked.text"));
  const superseded = () => aside(View.state.board.superseded, t("lb.superseded"), t("lb.superseded.text"));

  const DATASETS = { lit: "LIT-RAGBench" };
  /* Printed figures of others, for which there is no board to stand on; `open`: the dataset of the board that is open. */
  function publishedAlone(sets, open) {
    return sets.flatMap(({ rows, ...set }) => [
      el(
        "h2",
        {},
        say(open === null || open === set.dataset ? "lb.published.of" : "lb.published.other", {
          name: foreign(DATASETS[set.dataset] ?? set.dataset),
        }),
      ),
      open === null || open === set.dataset ? null : el("p", {}, t("lb.published.apart")),
      printed(set),
      ...["ja", "en"]
        .filter((lang) => rows.some((row) => row.lang === lang))
        .map((lang) => [
          sideways(),
          el(
            "div",
            { class: "board-table" },
            Bench.sortable({
              caption: t("lb.published") + " · " + t("lang." + lang),
              rows: rows.filter((row) => row.lang === lang).map((row) => ({ ...row, published: true })),
              sort: { key: "tags", descending: true },
              columns: columns(4, []).filter((c) => ["model", "weights", "tags", "main", ...CATEGORIES, "over"].includes(c.key)),
            }),
          ),
        ]),
    ]);
  }
  /* Where printed figures are from, and what to know of them. */
  const printed = ({ source, url, judge, note: remark }) =>
    el(
      "p",
      { class: "soft" },
      say("lb.published.source", { source: el("span", { lang: "en" }, link(url, source)), judge: foreign(judge) }),
      " ",
      t("lb.published.text"),
      " ",
      el("span", { lang: "en" }, foreign(remark)),
    );
  const link = (url, text) => (/^https:\/\//.test(url) ? el("a", { href: url, rel: "noreferrer" }, foreign(text)) : foreign(text));

  function withoutRow({ refused, duplicates }) {
    if (!refused.length && !duplicates.length) return [];
    return [
      el("h2", {}, t("lb.no_row")),
      ...refused.map((file) =>
        el(
          "details",
          {},
          el("summary", {}, foreign(file.file, { class: "long" }), " · ", t("lb.refused", { n: file.faults.length + file.more })),
          el(
            "ul",
            { lang: "en" },
            file.faults.map((fault) => el("li", { class: "text" }, foreign(fault))),
          ),
          file.more ? el("p", {}, t("lb.refused.more", { n: file.more })) : null,
        ),
      ),
      duplicates.length
        ? el(
            "ul",
            {},
            duplicates.map((d) =>
              el("li", {}, foreign(d.file, { class: "long" }), " · ", t("lb.duplicate"), " ", foreign(d.same_as, { class: "long" })),
            ),
          )
        : null,
    ];
  }

  return {
    ranking,
    notRanked,
    superseded,
    publishedAlone,
    printed,
    withoutRow,
    swatch,
    foreign,
    names,
    say,
    quality,
    minus,
    bounds,
    money,
    seconds,
    CATEGORIES,
  };
})();
