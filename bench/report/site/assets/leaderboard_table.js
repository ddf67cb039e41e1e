"use strict";
/* The tables: the ranking with the published rows, what is not ranked and why, what was superseded, what gave no row. */
const Tables = (() => {
  const { t, el, dash, percent, interval } = Bench;
  const { page: PAGE, detail: DETAIL } = Bench.data.columns;
  /* The value of a row under a path such as `categories.Logic`; undefined where there is none. */
  const at = (row, path) => path.split(".").reduce((found, part) => found?.[part], row);
  const head = (column) => column.head[Bench.language];
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
  /* V in the situation of the view; null where a rate that counts is unknown, as of a published row. */
  const worth = ({ rates }, { k, u }) => (rates ? Situation.value(rates, k, u) : null);

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
    const page = Bench.data.pages[row.id];
    const items = page ? el("small", {}, el("a", { href: page }, t("lb.items"))) : null;
    return [name, spec, items, row.reasoning ? el("small", {}, t("lb.reasoning")) : null, more ? more(row) : null];
  }

  /* What has no column of its own. */
  function details(row) {
    const pairs = DETAIL.map((column) => [head(column), FORMATS[column.format].cell(at(row, column.path), row, { ...column, detail: true })]);
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

  const elsewhere = (row) =>
    row.served === "own" || row.served === "started" ? [dash, el("small", { class: "served" }, t("lb.served." + row.served))] : dash;
  /* Each format of a column: what it sorts by, and its cell; both get what the row has under the column's path. */
  const FORMATS = {
    model: { value: (title) => title, cell: (_, row) => modelCell(row, details) },
    place: { number: true, value: (_, row) => row.rank, cell: (place, row) => (row.published ? dash : place) },
    word: {
      value: (word, _, column) => (word ? t(`${column.word}.${word}`) : null),
      cell: (word, _, column) => el("span", { class: column.key }, word ? t(`${column.word}.${word}`) : dash),
    },
    share: { number: true, value: (share) => share, cell: shareCell },
    rate: {
      number: true,
      value: (found) => (typeof found === "number" ? found : found?.rate),
      cell: (found) => (typeof found === "number" ? percent(found) : rate(found)),
    },
    at_k: { number: true, value: (_, row, { state }) => worth(row, state), cell: (_, row, { state }) => minus(worth(row, state)) },
    qualities: {
      cell: (found) =>
        found.map(({ k, value, ci95 }) => el("div", {}, `Q(${k}) = ${minus(value)} `, el("span", { class: "soft" }, interval(ci95, 1, 2)))),
    },
    attempts: { cell: (line) => t("lb.attempts.text", line) },
    money: { number: true, value: (sum) => sum, cell: (sum, row) => (sum === null || sum === undefined ? elsewhere(row) : money(sum)) },
    seconds: { number: true, value: (found) => found, cell: seconds },
    number: { number: true, value: (found) => found, cell: String },
    excluded: { number: true, value: (n) => n, cell: (n, row) => (row.published ? dash : `${n} / ${row.trials}`) },
    params: { cell: (text) => foreign(text || t("none")) },
    shares: { cell: (rates) => foreign(Object.entries(rates).map(([name, r]) => `${name} ${r.k}/${r.n}`).join(", ") || t("none")) },
    names: { cell: (list) => foreign(list.join(", ")) },
    date: { value: (date) => date, cell: (date) => (date ?? dash).slice(0, 10) },
    text: {
      value: (text) => text || null,
      cell: (text, row, { detail }) =>
        detail ? foreign(text) : foreign(text, { class: "name", lang: row.published ? "en" : null }),
    },
  };
  /* The figure that ranks has its interval below it. */
  function shareCell(share, row, { interval: bounds }) {
    if (!bounds) return percent(share);
    return [el("strong", {}, percent(share)), row[bounds] ? el("small", {}, interval(row[bounds])) : null];
  }
  function asColumn(column, state) {
    const { number, value, cell } = FORMATS[column.format];
    const mine = { ...column, state };
    const title = column.format === "at_k" ? "V(k,\u00a0u)" : head(column);
    const means = column.format === "at_k" ? t("situation.value.means") : column.means?.[Bench.language];
    return {
      key: column.key,
      head: title,
      means,
      number,
      value: (row) => value(at(row, column.path), row, mine) ?? null,
      cell: (row) => cell(at(row, column.path), row, mine),
    };
  }
  /* Place, model, and the others. `reason`: a column beside the name, since the last one of so wide a table is out of sight. */
  function columns(state, reason = []) {
    const [place, model, ...others] = PAGE.filter((column) => !state.hidden.includes(column.key)).map((column) => asColumn(column, state));
    return { place, rest: [model, ...reason, ...others] };
  }
  const note = () => ({ key: "note", head: t("lb.why"), cell: (row) => el("span", { class: "note", lang: "en" }, foreign(row.note)) });

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
    const { place, rest } = columns(state);
    const all = [place, colourColumn(View.styles(), View.named(), onPick), ...rest];
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
          columns: columns(View.state, [note()]).rest,
          rows,
          sort: { key: Bench.data.ranking, descending: true },
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
      ...[...new Set(rows.map((row) => row.lang))].map((lang) => [sideways(), el("div", { class: "board-table" }, printedTable(lang, rows))]),
    ]);
  }
  function printedTable(lang, all) {
    const rows = all.filter((row) => row.lang === lang).map((row) => ({ ...row, published: true }));
    const known = columns({ ...View.state, hidden: [] }).rest.filter((column) => rows.some((row) => column.value(row) !== null));
    const caption = t("lb.published") + " · " + t("lang." + lang);
    return Bench.sortable({ caption, rows, columns: known, sort: { key: "overall_tag_micro", descending: true } });
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

  /* Which columns the table has; place and name always stand. `changed` hears of each choice. */
  function chooser(changed) {
    const { state } = View;
    return PAGE.slice(2).map((column) => {
      const box = el("input", { type: "checkbox", name: column.key, onchange: () => changed(box.checked ? state.hidden.filter((key) => key !== column.key) : [...state.hidden, column.key]) });
      box.checked = !state.hidden.includes(column.key);
      return el("label", {}, box, asColumn(column, state).head);
    });
  }

  return {
    chooser,
    worth,
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
    minus,
    bounds,
    money,
    seconds,
    head,
  };
})();
