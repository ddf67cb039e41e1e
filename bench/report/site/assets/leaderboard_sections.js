"use strict";
/* Two sections that are more than a chart: what a wrong answer costs, and the map of the categories. */
const Sections = (() => {
  const { t, el, percent } = Bench;

  /* ---- Q at the chosen k ---- */
  let slider = null;
  /* The slider, the lines, and the ranking at the slider's k. `onK` hears of every k that is chosen. */
  function penalty(onK) {
    slider = el("input", {
      type: "range",
      id: "k",
      min: 0,
      max: 20,
      step: 0.25,
      "aria-describedby": "k-text",
      oninput: () => {
        View.change({ k: Number(slider.value) });
        onK();
      },
    });
    slider.value = View.state.k;
    return [
      el("h2", {}, t("lb.penalty")),
      el("p", {}, t("lb.penalty.intro")),
      el("div", { class: "controls" }, el("label", { class: "slider" }, t("lb.k"), slider), el("output", { id: "k-text", for: "k" })),
      el(
        "div",
        { class: "beside" },
        Plots.figure("penalty"),
        el(
          "div",
          {},
          el("h3", { id: "at-k-head" }),
          el("ol", { id: "at-k", class: "scroll", tabindex: "0", "aria-labelledby": "at-k-head" }),
        ),
      ),
      crossingTable(),
      dominatedList(),
    ];
  }
  /* Brings list, text and marker to the k of the view; nothing where the section is not on the page. */
  function atK() {
    if (!slider?.isConnected) return;
    const { k } = View.state;
    const [styles, name] = [View.styles(), View.named()];
    const rows = View.ranked()
      .map((entry) => ({ id: entry.id, q: Tables.quality(entry.penalty, k) }))
      .filter((row) => row.q !== null)
      .sort((a, b) => b.q - a.q);
    slider.setAttribute("aria-valuetext", t("lb.k.text", { k, t: percent(k / (k + 1), 0) }));
    document.getElementById("k-text").textContent = t("lb.k.text", { k, t: percent(k / (k + 1), 0) });
    document.getElementById("at-k-head").textContent = t("lb.at_k", { k });
    document
      .getElementById("at-k")
      .replaceChildren(
        ...rows.map((row) =>
          el(
            "li",
            { value: 1 + rows.filter((other) => other.q > row.q).length },
            Tables.swatch(styles(row.id)),
            Tables.foreign(name(row.id), { class: "name", title: name(row.id) }),
            el("span", { class: "figure" }, Tables.minus(row.q)),
          ),
        ),
      );
    Bench.set("penalty", "atK", k);
  }
  function crossingTable() {
    const found = Plots.crossings();
    if (!found.length) return el("p", { class: "soft" }, t("lb.no_crossing"));
    const heads = ["k*", t("lb.better_below"), t("lb.better_above")];
    return el(
      "details",
      {},
      el("summary", {}, t("lb.crossings", { n: found.length })),
      Plots.plain([heads, found.map((c) => [c.shown, c.below, c.above])], t("lb.crossings.caption")),
    );
  }
  /* Each system that another beats at every k, with the best of those that do. */
  function dominatedList() {
    const [ids, name] = [View.ranked().map((entry) => entry.id), View.named()];
    const better = new Map();
    for (const { better: one, worse } of View.state.board.dominated) {
      if (!ids.includes(one) || !ids.includes(worse)) continue;
      if (!better.has(worse) || ids.indexOf(one) < ids.indexOf(better.get(worse))) better.set(worse, one);
    }
    const rows = ids.filter((id) => better.has(id));
    if (!rows.length) return el("p", { class: "soft" }, t("lb.none_dominated"));
    const items = el(
      "ul",
      {},
      rows.map((id) =>
        el(
          "li",
          {},
          Tables.say("lb.dominated.by", {
            worse: Tables.foreign(name(id), { class: "long" }),
            better: Tables.foreign(name(better.get(id)), { class: "long" }),
          }),
        ),
      ),
    );
    const head = t("lb.dominated", { n: rows.length });
    return el("details", { open: rows.length <= 6 }, el("summary", {}, head), items);
  }

  /* ---- per category ---- */
  function heat() {
    const entries = View.ranked();
    const categories = Bench.data.columns.page.filter((column) => column.path.startsWith("categories."));
    const rates = entries
      .flatMap((entry) => categories.map(({ key }) => entry.categories[key]?.rate))
      .filter((r) => r !== null && r !== undefined);
    if (!rates.length) return null;
    const high = Math.max(Math.ceil(10 * Math.max(...rates) - 1e-9) / 10, 0.5);
    /* Never less than half the scale, or a point of difference would look like a world. */
    const low = Math.min(Math.floor(10 * Math.min(...rates) + 1e-9) / 10, high - 0.5);
    const step = (rate) => Math.round((9 * (rate - low)) / (high - low));
    const name = View.named();
    const heads = [t("lb.model"), ...categories.map(Tables.head)];
    const head = el(
      "tr",
      {},
      heads.map((text) => el("th", { scope: "col" }, text)),
    );
    const rows = entries.map((entry) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, Tables.foreign(name(entry.id), { class: "name", title: name(entry.id) })),
        categories.map(({ key }) => {
          const r = entry.categories[key];
          return r?.n
            ? el("td", { class: `heat heat-${step(r.rate)}` }, percent(r.rate, 0), " ", el("small", {}, `${r.k}/${r.n}`))
            : el("td", { class: "heat" }, Bench.dash);
        }),
      ),
    );
    const caption = t("lb.heat.caption", { low: percent(low, 0), high: percent(high, 0) });
    return [
      el("h2", {}, t("lb.heat")),
      el("p", { class: "soft" }, caption),
      Bench.wide(
        t("lb.heat"),
        el("table", { class: "heat-map" }, el("caption", {}, t("lb.heat")), el("thead", {}, head), el("tbody", {}, rows)),
      ),
    ];
  }

  return { penalty, atK, heat };
})();
