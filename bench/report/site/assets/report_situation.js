"use strict";
/* The sliders of a report: for each language who is worth most at the chosen k and u, and where that turns. */
const SituationView = (() => {
  const { el, t, data, percent } = Bench;
  const { groups } = data.situation;
  /* Where no question without an answer was scored in any language, the reader is taken to meet none. */
  const fixed = groups.every((group) => group.answerable);
  const state = { k: 0, u: 0 };
  let shown = null;

  const systems = (group) => [...group.systems, data.situation.declining];
  const share = (group) => (group.answerable ? 0 : state.u);

  function rates(system) {
    if (system.declining) return "";
    const parts = ["right", "wrong", "false"].filter((rate) => system[rate] !== null);
    return parts.map((rate, at) => [at ? " · " : null, el("span", { class: "whole" }, t("situation." + rate, { share: percent(system[rate]) }))]);
  }
  function row({ system, value, rank }) {
    return el("tr", { class: system.declining ? "declining" : null }, el("td", { class: "number" }, String(rank)),
      el("th", { scope: "row" }, el("bdi", {}, Situation.text(system.name)), el("small", {}, rates(system))), el("td", { class: "number" }, Situation.shown(value)));
  }
  function group(one) {
    const u = share(one);
    const title = Situation.text(one.title);
    const head = [t("situation.rank"), t("system"), Bench.term(t("situation.value"), t("situation.value.means"))];
    return el("div", { class: "standing" }, el("h3", {}, title),
      el("ul", { class: "lead" }, Situation.sentences(systems(one), state.k, u).map((said) => el("li", {}, said))),
      one.answerable && !fixed ? el("p", { class: "soft" }, t("situation.answerable")) : null,
      el("table", {}, el("caption", { class: "visually-hidden" }, title), el("thead", {}, el("tr", {}, head.map((content, at) => el("th", { scope: "col", class: at === 1 ? null : "number" }, content)))),
        el("tbody", {}, Situation.ranking(systems(one), state.k, u).map(row))));
  }
  function show() {
    if (!shown) return;
    shown.standings.replaceChildren(...groups.map(group));
    shown.note.textContent = t("situation.note", { k: state.k, u: fixed ? 0 : state.u });
  }
  function changed() {
    Bench.address.write(Situation.written(state));
    show();
  }
  function follow() {
    const parts = Bench.address.read();
    if (parts.has("k") || parts.has("u")) Object.assign(state, Situation.read(parts));
    /* A link to an item knows nothing of k and u: they stay. */
    else Bench.address.write(Situation.written(state));
    if (fixed) state.u = 0;
    shown?.sliders.show();
    show();
  }

  /* The section, or nothing where no rates are known. */
  function draw() {
    if (!groups.length) return null;
    shown = { standings: el("div", { class: "standings", "aria-live": "polite" }), note: el("p", { class: "soft" }), sliders: Situation.controls(state, changed, { fixed }) };
    show();
    return el("section", { id: "situation", "aria-labelledby": "situation-title" }, el("h2", { id: "situation-title" }, t("situation")), shown.sliders.group,
      fixed ? el("p", { class: "soft" }, t("situation.answerable")) : null, shown.standings, shown.note);
  }
  Object.assign(state, Situation.read(Bench.address.read()), fixed ? { u: 0 } : {});
  addEventListener("hashchange", follow);

  return { draw, has: groups.length > 0 };
})();
