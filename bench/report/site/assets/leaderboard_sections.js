"use strict";
/* What is more than a chart: the reader's situation, what a wrong answer costs, and the map of the categories. */
const Sections = (() => {
  const { t, el, percent } = Bench;

  /* ---- the reader's situation ---- */
  /* The view as the sliders change it. */
  const chosen = {
    get k() { return View.state.k; },
    set k(k) { View.change({ k }); },
    get u() { return View.state.u; },
    set u(u) { View.change({ u }); },
  };
  /* Where the board has no question without an answer, u is 0. */
  const situation = () => ({ k: View.state.k, u: View.state.board.answerable ? 0 : View.state.u });
  function systems() {
    const name = View.named();
    return [...View.ranked().map((entry) => ({ id: entry.id, name: name(entry.id), ...entry.rates })), Bench.data.situation.declining];
  }
  /* The sliders; `changed` hears of every move. */
  function sliders(changed) {
    const { group } = Situation.controls(chosen, changed, { fixed: View.state.board.answerable });
    return group;
  }

  /* ---- V against k ---- */
  let body = null;
  /* The lines at the chosen u. */
  function penalty() {
    body = el("div", { id: "by-cost" });
    fillPenalty();
    return [el("h2", {}, t("lb.penalty")), el("p", {}, t("lb.penalty.intro")), body];
  }
  function fillPenalty() {
    if (!body) return;
    body.replaceChildren(Plots.figure("penalty"), crossingTable(), dominatedList());
  }
  /* Brings sentence, list and marker to the situation of the view. */
  function atK() {
    const { k, u } = situation();
    const styles = View.styles();
    const mark = ({ id }) => (id ? Tables.swatch(styles(id)) : null);
    document.getElementById("at-k-head").textContent = t("lb.at_k", { k, u: Number((100 * u).toFixed(1)) });
    document.getElementById("at-k").replaceChildren(
      ...Situation.ranking(systems(), k, u).map(({ system, value, rank }) => {
        const name = Situation.text(system.name);
        return el("li", { value: rank, class: system.declining ? "declining" : null }, mark(system), Tables.foreign(name, { class: "name", title: name }), el("span", { class: "figure" }, Tables.minus(value)));
      }),
    );
    document.getElementById("standing").replaceChildren(...Situation.sentences(systems(), k, u).map((said) => el("li", {}, said)));
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
  function dominatedList() {
    const rows = Plots.dominated();
    if (!rows.length) return el("p", { class: "soft" }, t("lb.none_dominated"));
    const items = rows.map(({ worse, better }) =>
      el("li", {}, Tables.say("lb.dominated.by", { worse: Tables.foreign(worse.name, { class: "long" }), better: Tables.foreign(better.name, { class: "long" }) })),
    );
    return el("details", { open: rows.length <= 6 }, el("summary", {}, t("lb.dominated", { n: rows.length })), el("ul", {}, items));
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

  return { penalty, fillPenalty, sliders, atK, heat };
})();
