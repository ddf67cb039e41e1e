"use strict";
/* The item browser: filters, a list that is drawn a page at a time, and for an item that is opened what it was asked,
   shown, answered and judged. Nothing is drawn that is not open. */
const Items = (() => {
  const { el, t, data } = Bench;
  const browser = data.browser;
  const perPage = 40;
  const { outcomes: names, signs, ranks } = browser;
  const open = new Set();
  const NONE = { text: "", lang: "", category: "", aspect: "", kind: "", arm: "", run: "", outcome: "", fault: "", disagree: false };
  const filters = { ...NONE };
  let page = 0;

  const key = (item) => item.lang + "/" + item.id;
  const fold = (text) => text.normalize("NFKC").toLowerCase();
  const several = browser.runs.length > 1;
  browser.items.forEach((item, number) => { item.number = number; });

  /* What there is to choose from: only what occurs. */
  function occurring(values) { return [...new Set(values)].filter((value) => value !== undefined && value !== null); }
  const trials = browser.items.flatMap((item) => item.trials);
  const order = (known, present) => known.filter((value) => present.includes(value));
  const choices = {
    lang: occurring(browser.items.map((item) => item.lang)),
    category: order(browser.categories, occurring(browser.items.flatMap((item) => item.categories))),
    aspect: occurring(browser.items.flatMap((item) => item.aspects)).sort(),
    kind: order(browser.kinds, occurring(browser.items.map((item) => item.kind))),
    arm: order(browser.arms, occurring(trials.map((trial) => trial.arm))),
    run: several ? browser.runs.map((_, number) => String(number)) : [],
    outcome: order(Object.keys(signs), occurring(trials.map((trial) => names[trial.letter]))),
    fault: occurring(trials.map((trial) => trial.fault)).sort(),
  };
  const label = {
    lang: (value) => t("lang." + value), category: (value) => t("figure.categories." + value), aspect: (value) => t("aspect." + value), kind: (value) => t("kind." + value),
    arm: (value) => t("arm." + value), run: (value) => browser.runs[Number(value)], outcome: (value) => t(value), fault: (value) => t("failure." + value),
  };

  /* Search. A word is found in the item's own text or in a chunk that it was shown. */
  const own = browser.items.map(() => null);
  const chunkTexts = browser.chunks.map(() => null);
  function ownText(item) {
    own[item.number] ??= fold([item.id, item.question, item.answer, ...item.trials.map((trial) => trial.text)].filter(Boolean).join("\n"));
    return own[item.number];
  }
  function chunkText(number) {
    const chunk = browser.chunks[number];
    chunkTexts[number] ??= fold([chunk.id, chunk.title, chunk.text].filter(Boolean).join("\n"));
    return chunkTexts[number];
  }
  /* The texts are made ready for a search while nothing else is to do, a piece at a time. */
  function prepare(number = 0) {
    const idle = window.requestIdleCallback ?? ((work) => setTimeout(() => work({ timeRemaining: () => 8 }), 30));
    idle((deadline) => {
      let next = number;
      for (; next < browser.chunks.length && deadline.timeRemaining() > 2; next += 1) if (browser.chunks[next]) chunkText(next);
      if (next < browser.chunks.length) prepare(next);
    });
  }
  function searched() {
    return fold(filters.text).split(/\s+/).filter(Boolean).map((word) => {
      const hits = new Set(browser.chunks.flatMap((chunk, number) => (chunk && chunkText(number).includes(word) ? [number] : [])));
      const contexts = new Set(browser.contexts.flatMap((chunks, number) => (chunks && chunks.some((chunk) => hits.has(chunk)) ? [number] : [])));
      return (item) => ownText(item).includes(word) || item.trials.some((trial) => contexts.has(trial.context));
    });
  }

  /* The filters as the address says them. A choice that this page does not have is no filter. */
  function read() {
    const parts = Bench.address.read();
    reset();
    for (const name of Object.keys(choices)) if (choices[name].includes(parts.get(name))) filters[name] = parts.get(name);
    filters.text = (parts.get("text") ?? "").slice(0, 200);
    Pairs.read(parts);
    filters.disagree = several && parts.get("disagree") === "1";
    page = Math.max(0, (Number.parseInt(parts.get("page") ?? "1", 10) || 1) - 1);
  }
  /* After a choice: the address says it, and no longer the item that a link had led to. */
  function changed() {
    const said = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value === true ? "1" : value || null]));
    Bench.address.write({ ...said, ...Pairs.written(), item: null, at: null, page: page ? String(page + 1) : null });
    fill();
  }

  const looksAt = (trial) => (!filters.arm || trial.arm === filters.arm) && (!filters.run || trial.run === Number(filters.run));
  const fits = (trial) => looksAt(trial) && (!filters.outcome || names[trial.letter] === filters.outcome) && (!filters.fault || trial.fault === filters.fault);
  function disagree(item) {
    const seen = new Map();
    for (const trial of item.trials.filter((trial) => !filters.arm || trial.arm === filters.arm)) {
      const trialId = trial.arm + trial.repeat;
      seen.set(trialId, (seen.get(trialId) ?? new Set()).add(names[trial.letter]));
    }
    return [...seen.values()].some((outcomes) => outcomes.size > 1);
  }
  function chosen() {
    const words = searched();
    const kept = browser.items.filter((item) =>
      (!filters.lang || item.lang === filters.lang) && (!filters.category || item.categories.includes(filters.category)) &&
      (!filters.aspect || item.aspects.includes(filters.aspect)) && (!filters.kind || item.kind === filters.kind) &&
      item.trials.some(fits) && (!filters.disagree || disagree(item)) && words.every((matches) => matches(item)));
    const rank = (item) => Math.min(...item.trials.filter(looksAt).map((trial) => ranks[names[trial.letter]]));
    return kept.map((item) => [rank(item), item]).sort((a, b) => a[0] - b[0] || a[1].number - b[1].number).map(([, item]) => item);
  }

  /* The list. */
  function fill() {
    const matching = chosen();
    const pages = Math.max(1, Math.ceil(matching.length / perPage));
    page = Math.min(page, pages - 1);
    document.getElementById("list").replaceChildren(...matching.slice(page * perPage, (page + 1) * perPage).map(row));
    const total = browser.items.length;
    const said = t(matching.length === total ? "items.all" : "items.found", { n: matching.length, total });
    const less = browser.total > total ? " " + t("items.limited", { n: total, total: browser.total }) : "";
    document.getElementById("found").textContent = said + less;
    const turn = (step) => () => { page += step; changed(); document.getElementById("items-title").scrollIntoView(); };
    document.getElementById("pager").replaceChildren(
      el("button", { type: "button", onclick: turn(-1), disabled: page === 0 }, t("items.previous")),
      el("span", {}, t("items.page", { page: page + 1, pages })),
      el("button", { type: "button", onclick: turn(1), disabled: page === pages - 1 }, t("items.next")));
  }

  function chips(item) {
    return choices.arm.filter((arm) => item.trials.some((trial) => trial.arm === arm)).map((arm) => {
      const here = item.trials.filter((trial) => trial.arm === arm);
      const marks = here.map((trial) => el("span", { class: names[trial.letter] }, signs[names[trial.letter]]));
      const said = here.map((trial) => (several ? browser.runs[trial.run] + " " : "") + t(names[trial.letter])).join(", ");
      return el("span", { class: "chip", title: `${arm}: ${said}` }, el("span", { "aria-hidden": "true" }, arm + " ", ...marks), el("span", { class: "visually-hidden" }, `${arm}: ${said}. `));
    });
  }

  function row(item) {
    const details = el("details", { class: "item", "data-item": key(item) },
      el("summary", { onkeydown: step }, el("span", { class: "id" }, `${item.id} · ${item.lang}`),
        el("span", { class: "asked", lang: item.lang, dir: "auto" }, item.question ?? item.categories.map(label.category).join(", ")),
        el("span", { class: "chips" }, ...chips(item))));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) details.append(ItemView.body(item));
      if (details.open) open.add(key(item)); else open.delete(key(item));
    });
    if (open.has(key(item))) details.open = true;
    return el("li", {}, details);
  }

  /* Arrow keys go from one item to the next. */
  function step(event) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!move) return;
    const all = [...document.querySelectorAll("#list .item > summary")];
    const next = all[all.indexOf(event.currentTarget) + move];
    if (next) { event.preventDefault(); next.focus(); }
  }

  /* Filters. */
  function control(name) {
    if (choices[name].length < 2) return null;
    const select = el("select", { name }, el("option", { value: "" }, t("all")), ...choices[name].map((value) => el("option", { value }, label[name](value))));
    select.value = filters[name];
    select.addEventListener("change", () => { filters[name] = select.value; page = 0; changed(); });
    return el("label", {}, t("filter." + name), select);
  }
  function drawFilters() {
    const form = document.getElementById("filters");
    const search = el("input", { type: "search", name: "text", autocomplete: "off", placeholder: t("filter.text.hint") });
    search.value = filters.text;
    let timer = 0;
    search.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => { filters.text = search.value; page = 0; changed(); }, 150); });
    const differ = el("input", { type: "checkbox", name: "disagree" });
    differ.checked = filters.disagree;
    differ.addEventListener("change", () => { filters.disagree = differ.checked; page = 0; changed(); });
    form.replaceChildren(...[el("label", {}, t("filter.text"), search), ...Object.keys(choices).map(control), ...Pairs.controls(() => { drawFilters(); changed(); }),
      several ? el("label", {}, differ, t("filter.disagree")) : null,
      el("button", { type: "button", onclick: () => { reset(); drawFilters(); changed(); } }, t("filter.reset"))].filter(Boolean));
    form.onsubmit = (event) => event.preventDefault();
  }
  function reset() {
    Object.assign(filters, NONE);
    page = 0;
  }

  /* #item=ID, or #item=ID&lang=ja where both languages have it: shows and opens the item, whatever is filtered. */
  function jump() {
    const wanted = Bench.address.read();
    if (!wanted.has("item")) {
      if (location.hash.includes("=")) { read(); drawFilters(); fill(); }
      return;
    }
    const fitting = browser.items.filter((item) => item.id === wanted.get("item"));
    const item = fitting.find((one) => one.lang === (wanted.get("lang") ?? Bench.language)) ?? fitting[0];
    if (!item) {
      document.getElementById("found").textContent = t("items.unknown", { id: wanted.get("item") });
      return;
    }
    reset();
    drawFilters();
    open.add(key(item));
    page = Math.floor(chosen().indexOf(item) / perPage);
    fill();
    const element = document.querySelector(`[data-item="${CSS.escape(key(item))}"]`);
    element.scrollIntoView();
    element.querySelector("summary").focus();
  }

  return {
    names, signs, several,
    /* Draws what is open in it again. */
    fill,
    draw() { drawFilters(); fill(); },
    follow() { addEventListener("hashchange", jump); jump(); prepare(); },
  };
})();
