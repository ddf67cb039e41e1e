"use strict";
/* The charts: the chosen board's rows put into each drawing, a sentence on what they show, and the same as a table. */
const Plots = (() => {
  const { t, el, percent, interval } = Bench;
  const { swatch, foreign, say, minus, money, seconds } = Tables;
  const MOST_NAMES = 12;
  const rowHeight = 26;
  const points = (value) => (value > 0 ? "+" : "") + minus(value, 1);
  const withInterval = (text, ci) => (ci ? `${text} (${interval(ci)})` : text);
  const list = (names) =>
    Tables.names([...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? [t("lb.rest", { n: names.length - MOST_NAMES })] : [])]);
  const short = (k) => String(Number(k.toFixed(2)));
  const one = [{}];
  const inked = (name) =>
    getComputedStyle(document.documentElement)
      .getPropertyValue("--" + name)
      .trim();

  /* Rows of a chart: only entries that have what it shows; those that the reader chose last, so that they lie on top. */
  function rowsOf(entries, fields) {
    const [styles, name] = [View.styles(), View.named()];
    return entries.map((entry) => ({ id: entry.id, name: name(entry.id), ...styles(entry.id), ...fields(entry) }));
  }
  const onTop = (rows) => [...rows].sort((a, b) => a.on - b.on);
  const has = (...values) => values.every((value) => value !== null && value !== undefined);

  function fitted(spec, datasets, { rows = null, params = {} } = {}) {
    spec.datasets = datasets;
    if (rows !== null) spec.height = Math.max(rows, 1) * rowHeight;
    for (const param of spec.params ?? []) if (param.name in params) param.value = params[param.name];
    /* What has no rows, or no interval in any of them, has no extent either. */
    const drawable = ({ data, encoding }) =>
      datasets[(data ?? spec.data).name].some((row) => !(encoding.x2 ?? encoding.y2) || row[(encoding.x2 ?? encoding.y2).field] !== null);
    spec.layer = spec.layer.filter(drawable);
    const limit = document.documentElement.clientWidth < 640 ? 110 : 260;
    spec.config = { ...spec.config, axisY: { labelLimit: limit }, axisX: { labelOverlap: true, labelSeparation: 12 } };
    return spec;
  }

  /* ---- overall, with groups of ties ---- */
  const forestRows = () => {
    let before = null;
    return rowsOf(View.ranked(), (entry) => {
      const starts = before !== null && entry.group !== before;
      before = entry.group;
      return {
        value: entry.overall_macro,
        low: entry.overall_ci95?.[0] ?? null,
        high: entry.overall_ci95?.[1] ?? null,
        places: entry.place,
        shown: withInterval(percent(entry.overall_macro), entry.overall_ci95),
        shade: entry.group % 2 === 1,
        first: starts,
      };
    });
  };
  const forest = {
    has: () => View.ranked().length > 0,
    spec(spec) {
      const rows = forestRows();
      return fitted(spec, { rows }, { rows: rows.length });
    },
    caption() {
      const [best] = View.ranked();
      const tied = View.ranked().filter((entry) => entry.group === best.group).length;
      const value = withInterval(percent(best.overall_macro), best.overall_ci95);
      return [
        t("lb.forest.text"),
        " ",
        say("lb.forest.best", { name: foreign(View.named()(best.id)), value }),
        " ",
        tied > 1 ? t("lb.forest.tied", { n: tied }) : null,
      ];
    },
    table: () => [
      [t("lb.place"), t("lb.model"), t("figure.overall_macro"), t("interval")],
      forestRows().map((r) => [r.places, r.name, percent(r.value), interval(has(r.low, r.high) ? [r.low, r.high] : null, 100, 1)]),
    ],
  };

  /* ---- over-abstention against false answers ---- */
  const errorRows = () =>
    rowsOf(
      View.ranked().filter((entry) => has(entry.over_abstention.rate, entry.false_answer.rate)),
      (entry) => {
        const [over, wrong] = [entry.over_abstention, entry.false_answer];
        const [[xLow, xHigh], [yLow, yHigh]] = [Tables.bounds(over), Tables.bounds(wrong)];
        return { x: over.rate, y: wrong.rate, xLow, xHigh, yLow, yHigh, xShown: count(over), yShown: count(wrong) };
      },
    );
  const count = (r) => `${percent(r.rate)} (${r.k}/${r.n}, ${interval(Tables.bounds(r))})`;
  const errors = {
    has: () => errorRows().length > 0,
    spec(spec) {
      const rows = onTop(errorRows());
      /* A little beyond the rows on both sides, so that the mark of a system with 0 is not cut by an axis. */
      for (const axis of ["x", "y"]) {
        const most = Math.max(0.02, ...rows.map((row) => row[axis + "High"] ?? row[axis]));
        for (const { encoding } of spec.layer) {
          if (encoding[axis]?.scale) Object.assign(encoding[axis].scale, { domainMin: -most / 25, domainMax: 1.05 * most });
        }
      }
      return fitted(spec, { rows });
    },
    caption: () => [t("lb.errors.text")],
    table: () => [
      [t("lb.model"), t("figure.over_abstention"), t("figure.false_answer")],
      errorRows().map((r) => [r.name, r.xShown, r.yShown]),
    ],
    key: true,
  };

  /* ---- the gap between the languages ---- */
  const gapRows = () => {
    const { board } = View.state;
    const found = new Map(
      Bench.data.gaps.filter((gap) => gap.arm === board.arm && gap.dataset.sha256 === board.dataset.sha256).map((gap) => [gap.id, gap]),
    );
    return rowsOf(
      View.ranked().filter((entry) => has(found.get(entry.id)?.value)),
      (entry) => {
        const gap = found.get(entry.id);
        const ci = gap.ci95 ? interval(gap.ci95, 1, 1) : null;
        return {
          value: gap.value,
          low: gap.ci95?.[0] ?? null,
          high: gap.ci95?.[1] ?? null,
          n: gap.n,
          ci,
          shown: points(gap.value) + (ci ? ` ${ci}` : ""),
        };
      },
    );
  };
  const gap = {
    has: () => gapRows().length > 0,
    spec(spec) {
      const rows = gapRows();
      return fitted(spec, { rows, one }, { rows: rows.length });
    },
    caption() {
      const rows = gapRows();
      const clear = (sign) => rows.filter((r) => has(r.low, r.high) && (sign > 0 ? r.low > 0 : r.high < 0)).length;
      return [t("lb.gap.text", { n: rows.length, ja: clear(1), en: clear(-1) })];
    },
    table: () => [
      [t("lb.model"), t("lb.gap.value"), t("interval"), t("lb.gap.items")],
      gapRows().map((r) => [r.name, points(r.value), r.ci ?? Bench.dash, String(r.n)]),
    ],
  };

  /* ---- cost and latency against quality ---- */
  function tradeOff(price, shown, label) {
    const known = () => View.ranked().filter((entry) => has(entry[price], entry.overall_macro));
    const rows = () => {
      const found = rowsOf(known(), (entry) => ({
        x: entry[price],
        y: entry.overall_macro,
        low: entry.overall_ci95?.[0] ?? null,
        high: entry.overall_ci95?.[1] ?? null,
        xShown: shown(entry[price]),
        yShown: withInterval(percent(entry.overall_macro), entry.overall_ci95),
      }));
      const beats = (a, b) => a.x <= b.x && a.y >= b.y && (a.x < b.x || a.y > b.y);
      return found.map((row) => ({ ...row, front: !found.some((other) => beats(other, row)) }));
    };
    return {
      has: () => known().length > 0,
      spec(spec) {
        const found = rows();
        const xs = found.map((row) => row.x);
        const log = Math.min(...xs) > 0 && Math.max(...xs) > 8 * Math.min(...xs);
        for (const layer of spec.layer) {
          if (layer.encoding.x?.field === "x")
            layer.encoding.x.scale = log ? { type: "log", nice: false, padding: 24 } : { zero: false, padding: 24 };
        }
        return fitted(spec, { rows: onTop(found), front: found.filter((row) => row.front).sort((a, b) => a.x - b.x) });
      },
      caption() {
        const name = View.named();
        const lacking = View.ranked()
          .filter((entry) => !has(entry[price]))
          .map((entry) => name(entry.id));
        return [
          t(`lb.${label}.text`),
          " ",
          say(`lb.${label}.front`, {
            names: list(
              rows()
                .filter((row) => row.front)
                .map((row) => row.name),
            ),
          }),
          " ",
          lacking.length ? say(`lb.${label}.lacking`, { names: list(lacking) }) : null,
        ];
      },
      table: () => [
        [t("lb.model"), t(`lb.${label}`), t("figure.overall_macro"), t("lb.on_front")],
        rows().map((r) => [r.name, r.xShown, r.yShown, t(r.front ? "yes" : "no")]),
      ],
      absent: () => View.ranked().length > 0 && t(`lb.${label}.none`),
      key: true,
    };
  }
  const cost = tradeOff("usd_per_1000", money, "cost");
  const latency = tradeOff("latency_p90_s", seconds, "latency");

  /* ---- V against k, at the chosen u ---- */
  const lineOf = (entry) => Situation.line(entry.rates, View.state.board.answerable ? 0 : View.state.u);
  const penaltyRows = () =>
    rowsOf(
      View.ranked().filter((entry) => lineOf(entry)),
      lineOf,
    );
  const AXIS = () => Bench.data.situation.most;
  /* Where two systems change places; the one that loses less by each wrong answer is better beyond. */
  const crossings = () => {
    const rows = penaltyRows().filter((row) => row.on);
    const found = rows.flatMap((one, at) =>
      rows.slice(at + 1).flatMap((other) => {
        const k = one.b === other.b ? null : (one.a - other.a) / (one.b - other.b);
        if (k === null || k < 0 || k > AXIS()) return [];
        const [above, below] = one.b < other.b ? [one, other] : [other, one];
        return [{ k, q: one.a - k * one.b, shown: short(k), below: k > 0 ? below.name : Bench.dash, above: above.name, colour: inked("ink") }];
      }),
    );
    return found.sort((one, other) => one.k - other.k);
  };
  /* Which system is worth most, from which k on. */
  function leaders() {
    const rows = penaltyRows();
    const at = (k, row) => row.a - k * row.b;
    const steps = [];
    let k = 0;
    while (rows.length) {
      const best = rows.reduce((top, row) => (at(k, row) > at(k, top) + 1e-12 || (Math.abs(at(k, row) - at(k, top)) < 1e-12 && row.b < top.b) ? row : top));
      steps.push({ k, row: best });
      const next = rows.filter((row) => row.b < best.b).map((row) => (best.a - row.a) / (best.b - row.b));
      if (!next.length || Math.min(...next) > AXIS()) break;
      k = Math.min(...next);
    }
    return steps;
  }
  /* Each system that another beats at every k from 0 on, with the first in the ranking of those that do. */
  function dominated() {
    const rows = penaltyRows();
    return rows
      .map((worse) => ({ worse, better: rows.find((row) => row.a > worse.a && row.b <= worse.b) }))
      .filter(({ better }) => better);
  }
  const penalty = {
    has: () => penaltyRows().length > 0,
    spec(spec) {
      const rows = onTop(penaltyRows());
      const highest = Math.ceil(10 * Math.max(...rows.map((row) => row.a)) + 0.5) / 10;
      for (const layer of spec.layer) if (layer.encoding.y?.field === "q") layer.encoding.y.scale.domain[1] = highest;
      const lines = rows.flatMap((row) => [0, AXIS()].map((k) => ({ ...row, k, q: row.a - k * row.b })));
      return fitted(spec, { rows, lines, crossings: crossings(), one }, { params: { atK: View.state.k } });
    },
    caption: () => [
      t("lb.penalty.text"),
      " ",
      leaders().map(({ k, row }) => [say("lb.best_from", { k: short(k), name: foreign(row.name) }), " "]),
    ],
    table: () => [
      [t("lb.model"), t("lb.right_attempts"), t("lb.wrong_attempts"), "V(0)", "V(1)", "V(4)", "V(9)", "V(20)"],
      penaltyRows().map((r) => [r.name, percent(r.a), percent(r.b), ...[0, 1, 4, 9, 20].map((k) => minus(r.a - k * r.b))]),
    ],
    key: true,
  };

  const kinds = { forest, penalty, errors, gap, cost, latency };
  for (const [name, kind] of Object.entries(kinds)) Bench.redraw(name, kind.spec);

  /* The systems in colour, by name, for charts whose axes do not name them. */
  function key() {
    const [styles, name] = [View.styles(), View.named()];
    const shown = View.ranked();
    const rest = shown.filter((entry) => !styles(entry.id).on);
    return el(
      "ul",
      { class: "key" },
      View.picked().map((id) => el("li", {}, swatch(styles(id)), foreign(name(id), { class: "name", title: name(id) }))),
      rest.length ? el("li", {}, swatch(styles(rest[0].id)), t("lb.rest", { n: rest.length })) : null,
    );
  }
  function plain([heads, rows], caption) {
    const words = [t("lb.model"), t("lb.better_below"), t("lb.better_above")];
    return Bench.sortable({
      caption,
      head: heads.indexOf(t("lb.model")),
      rows,
      columns: heads.map((head, place) => ({
        key: String(place),
        head,
        number: !words.includes(head),
        cell: (row) => foreign(row[place], { class: "name" }),
      })),
    });
  }
  function asTable(name) {
    return el("details", {}, el("summary", {}, t("chart.as_table")), plain(kinds[name].table(), t(`lb.${name}`)));
  }
  /* A chart with its caption, its key and its table; a sentence where there is nothing to draw. */
  function figure(name) {
    const kind = kinds[name];
    if (!kind.has()) {
      const why = kind.absent?.();
      return why ? el("p", { class: "soft" }, why) : null;
    }
    return el(
      "figure",
      { "data-figure": name },
      el("figcaption", {}, kind.caption()),
      kind.key ? key() : null,
      el("div", { class: "chart", "data-chart": name }),
      asTable(name),
    );
  }

  return { figure, crossings, dominated, kinds, plain };
})();
