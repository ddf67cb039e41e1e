"use strict";
/* The reader's situation: two sliders, and for rates that the data give what each system is worth there, who is first,
   and where that turns. V(k, u) = (1 - u)(r - k w) - u k f is all that is computed here. */
const Situation = (() => {
  const { t, el, data, number, percent } = Bench;
  const setting = data.situation;
  const SAME = 1e-12;
  const usual = () => ({ k: setting.cost, u: setting.unanswerable });

  /* V = a - k b at a share u; null where a rate that counts is unknown. */
  function line({ right, wrong, false: attempted }, u) {
    if ((u < 1 && right === null) || (u > 0 && attempted === null)) return null;
    return { a: (1 - u) * (right ?? 0), b: (1 - u) * (wrong ?? 0) + u * (attempted ?? 0) };
  }
  function value(rates, k, u) {
    const found = line(rates, u);
    return found && found.a - k * found.b;
  }
  /* Both are linear, so that crossings are exact. Null: they meet nowhere, or everywhere. */
  function crossingCost(one, other, u) {
    const [first, second] = [line(one, u), line(other, u)];
    if (!first || !second || Math.abs(first.b - second.b) < SAME) return null;
    return (first.a - second.a) / (first.b - second.b);
  }
  function crossingShare(one, other, k) {
    const [at0, at1] = [0, 1].map((u) => [value(one, k, u), value(other, k, u)]);
    if ([...at0, ...at1].includes(null)) return null;
    const [before, beyond] = [at0[0] - at0[1], at1[0] - at1[1]];
    return Math.abs(before - beyond) < SAME ? null : before / (before - beyond);
  }

  /* Best first; equal values share a rank, and what has no value is left out. */
  function ranking(systems, k, u) {
    const known = systems.map((system) => ({ system, value: value(system, k, u) })).filter((row) => row.value !== null);
    known.sort((one, other) => other.value - one.value);
    return known.map((row) => ({ ...row, rank: 1 + known.filter((other) => other.value > row.value + SAME).length }));
  }

  /* The nearest place on either side, along k or along u, from which on another system than the first is worth more. */
  function turns(systems, k, u) {
    const [best] = ranking(systems, k, u);
    if (!best) return [];
    const others = systems.filter((system) => system !== best.system);
    const along = { cost: [k, (other) => crossingCost(best.system, other, u), (system, at) => value(system, at, u), Infinity],
      share: [u, (other) => crossingShare(best.system, other, k), (system, at) => value(system, k, at), 1] };
    const found = [];
    for (const [by, [here, crossing, worth, end]] of Object.entries(along)) {
      const places = others.map((system) => ({ system, at: crossing(system) })).filter(({ at }) => at !== null && at > 0 && at < end);
      for (const side of [-1, 1]) {
        const beyond = places.filter(({ at }) => side * (at - here) > SAME);
        if (!beyond.length) continue;
        const at = side * Math.min(...beyond.map((place) => side * place.at));
        /* Where several meet in one point, the one that is worth most just beyond it. */
        const meeting = beyond.filter((place) => Math.abs(place.at - at) < 1e-9);
        const after = Math.min(at + side * 0.001, end);
        meeting.sort((one, other) => worth(other.system, after) - worth(one.system, after));
        found.push({ by, side: side > 0 ? "above" : "below", at, system: meeting[0].system });
      }
    }
    return found;
  }

  const text = (name) => (typeof name === "string" ? name : name[Bench.language]);
  const shown = (v) => number(v, 3);
  const short = (k) => String(Number(k.toFixed(2)));

  /* What holds at k and u, in sentences: who is first, by how much, and where that turns. */
  function sentences(systems, k, u) {
    const order = ranking(systems, k, u);
    if (!order.length) return [t("situation.nothing")];
    const level = order.filter((row) => row.rank === 1);
    const names = new Intl.ListFormat(Bench.language, { type: "conjunction" });
    const said = level.length > 1
      ? [t("situation.level", { names: names.format(level.map((row) => text(row.system.name))), value: shown(order[0].value) })]
      : [t("situation.first", { first: text(order[0].system.name), value: shown(order[0].value) })];
    if (level.length === 1 && order.length > 1) said.push(t("situation.next", { second: text(order[1].system.name), value: shown(order[1].value) }));
    const places = turns(systems, k, u);
    for (const { by, side, at, system } of places) {
      said.push(t(`situation.turn.${by}.${side}`, { at: by === "cost" ? short(at) : String(Number((100 * at).toFixed(1))), name: text(system.name) }));
    }
    if (!places.length) said.push(t("situation.no_turn"));
    return said;
  }

  /* k and u from an address; what makes no sense there is the usual. */
  function read(parts) {
    const found = usual();
    const [k, u] = ["k", "u"].map((name) => (parts.has(name) ? Number(parts.get(name)) : NaN));
    if (k >= 0 && k <= setting.most) found.k = k;
    if (u >= 0 && u <= 1) found.u = u;
    return found;
  }
  /* As an address says it; null where it is the usual. */
  function written({ k, u }) {
    const initial = usual();
    return { k: k === initial.k ? null : String(k), u: u === initial.u ? null : String(u) };
  }

  /* The two sliders. `state`: an object with k and u, which they change before `changed` is called. `fixed`: there is no
     question without an answer, so that u is 0 and cannot be chosen. */
  function controls(state, changed, { fixed = false } = {}) {
    const said = { k: () => t("situation.k.text", { k: short(state.k), share: percent(state.k / (state.k + 1), 0) }), u: () => t("situation.u.text", { u: short(100 * state.u) }) };
    const sliders = {};
    const slider = (name, most, step) => {
      const output = el("output", { id: `${name}-text`, for: name });
      const input = el("input", { type: "range", id: name, min: 0, max: most, step, "aria-describedby": output.id, disabled: fixed && name === "u",
        oninput: () => { state[name] = Number(input.value); show(); changed(); } });
      sliders[name] = { input, output };
      return el("div", { class: "slider" }, el("label", { for: name }, Bench.term(t("situation." + name), t(`situation.${name}.means`))), input, output);
    };
    const show = () => {
      for (const [name, { input, output }] of Object.entries(sliders)) {
        input.value = state[name];
        output.textContent = said[name]();
        input.setAttribute("aria-valuetext", output.textContent);
      }
    };
    const again = el("button", { type: "button", onclick: () => { Object.assign(state, usual()); show(); changed(); } }, t("situation.reset"));
    const group = el("div", { class: "controls situation", role: "group", "aria-label": t("situation") }, slider("k", setting.most, setting.step.cost), slider("u", 1, setting.step.unanswerable), again);
    show();
    return { group, show };
  }

  return { usual, line, value, crossingCost, crossingShare, ranking, turns, sentences, read, written, controls, text, shown };
})();
