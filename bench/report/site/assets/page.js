"use strict";
/* What every page needs: its data, its languages and colours, safe elements, figures, charts, sortable tables.
   Text of others is only ever set as text content, never as HTML. */
const Bench = (() => {
  const all = JSON.parse(document.getElementById("data").textContent);
  const listeners = [];
  const kept = {
    get(key) { try { return localStorage.getItem("bench." + key); } catch { return null; } },
    set(key, value) { try { localStorage.setItem("bench." + key, value); } catch { /* private windows keep nothing */ } },
  };
  let language = "en";
  const systemDark = matchMedia("(prefers-color-scheme: dark)");

  function t(key, values = {}) {
    const text = all.words[language][key];
    if (text === undefined) throw new Error("no words for " + key);
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  /* el("td", {class: "number", title: "…"}, "text", otherElement): strings become text nodes. */
  function el(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else element.setAttribute(key, value === true ? "" : String(value));
    }
    for (const child of children.flat(Infinity)) if (child !== null && child !== undefined) element.append(child);
    return element;
  }

  const dash = "—";
  /* A true minus sign before a number, as in every table of the suite. */
  const signed = (text) => text.replaceAll("-", "−");
  const percent = (share, digits = 1) => (share === null || share === undefined ? dash : signed((100 * share).toFixed(digits)) + " %");
  const number = (value, digits = 3) => (value === null || value === undefined ? dash : signed(value.toFixed(digits)));
  function interval(bounds, scale = 100, digits = 0) {
    if (!bounds) return dash;
    const [low, high] = bounds.map((bound) => (scale * bound).toFixed(digits));
    return (low + high).includes("-") ? signed(`[${low}, ${high}]`) : `${low}–${high}`;
  }
  /* A rate with its count and its interval, as the content of a cell. */
  function rate(r) {
    if (!r || r.n === 0) return [dash];
    return [percent(r.rate), el("small", {}, `${r.k}/${r.n} · ${interval(r.questions === r.n ? r.ci95 : r.ci95_questions)}`)];
  }

  /* The state of a page stands in its address as KEY=VALUE pairs behind the #; `#results` is a place and no pair. */
  const address = {
    read() { const hash = location.hash.slice(1); return new URLSearchParams(hash.includes("=") ? hash : ""); },
    /* Values of null are taken out, and other pairs stay. */
    write(values) {
      const [before, now] = [address.read(), address.read()];
      for (const [key, value] of Object.entries(values)) if (value === null) now.delete(key); else now.set(key, value);
      if (now.toString() !== before.toString()) history.replaceState(null, "", "#" + now);
    },
  };

  /* A term with what it means: shown while the pointer is on it, it has the focus, or it was touched; Escape hides it. */
  const hint = el("div", { id: "hint", role: "tooltip", hidden: true });
  function term(content, meaning) {
    return meaning ? explain(el("span", { class: "term", tabindex: "0" }, content), meaning) : content;
  }
  function explain(place, meaning) {
    const show = () => {
      hint.textContent = meaning;
      hint.lang = language;
      hint.hidden = false;
      if (!hint.isConnected) document.body.append(hint);
      place.setAttribute("aria-describedby", "hint");
      const [at, own] = [place.getBoundingClientRect(), hint.getBoundingClientRect()];
      const below = at.bottom + own.height + 12 < innerHeight;
      hint.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - own.width - 8))}px`;
      hint.style.top = `${below ? at.bottom + 6 : Math.max(4, at.top - own.height - 6)}px`;
    };
    const hide = () => { hint.hidden = true; place.removeAttribute("aria-describedby"); };
    for (const event of ["pointerenter", "focus"]) place.addEventListener(event, show);
    for (const event of ["pointerleave", "blur"]) place.addEventListener(event, hide);
    place.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
    return place;
  }

  addEventListener("scroll", () => { hint.hidden = true; }, { passive: true, capture: true });

  function say() {
    hint.hidden = true;
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
    for (const element of document.querySelectorAll("[data-t-label]")) element.setAttribute("aria-label", t(element.dataset.tLabel));
    for (const listener of listeners) listener();
    drawAll();
  }

  function paint() {
    const wanted = document.getElementById("theme").value;
    document.documentElement.dataset.theme = wanted === "auto" ? (systemDark.matches ? "dark" : "light") : wanted;
  }
  function repaint() { paint(); drawAll(); }

  /* Charts. The host of one is <div class="chart" data-chart="NAME">; `update` may change the data of a drawn one. */
  const drawn = new Map();
  const changes = new Map();
  function config() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue("--" + name).trim();
    const text = { labelColor: colour("ink"), titleColor: colour("ink"), labelLimit: 260, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500 };
    return {
      aria: false, background: colour("ground"), font: getComputedStyle(document.body).fontFamily,
      axis: { ...text, gridColor: colour("line"), domainColor: colour("soft"), tickColor: colour("soft") },
      legend: text, header: text, title: { color: colour("ink") }, text: { color: colour("ink"), fontSize: 12 }, view: { stroke: null },
      rule: { color: colour("soft") },
      range: { category: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f"] },
    };
  }
  async function draw(host) {
    const name = host.dataset.chart;
    const chart = all.charts[name];
    if (!chart) return;
    const spec = changes.has(name) ? changes.get(name)(structuredClone(chart.spec[language])) : chart.spec[language];
    const turn = (drawn.get(host)?.turn ?? 0) + 1;
    drawn.get(host)?.result?.finalize();
    drawn.set(host, { turn });
    /* ast: Vega interprets its expressions instead of compiling them, so that the page needs no eval. */
    const result = await vegaEmbed(host, spec, { actions: false, renderer: "svg", ast: true, config: config() });
    if (drawn.get(host).turn === turn) drawn.set(host, { turn, result }); else result.finalize();
    /* Vega calls it a document of parts, with names in English; to a reader who cannot see it the sentence is the chart. */
    host.querySelector("svg")?.setAttribute("aria-hidden", "true");
    host.removeAttribute("aria-roledescription");
    host.setAttribute("role", "img");
    host.setAttribute("aria-label", chart.label[language]);
    host.dataset.drawn = `${language}-${document.documentElement.dataset.theme}`;
  }
  function drawAll() {
    if (typeof vegaEmbed === "undefined") return Promise.resolve();
    return Promise.all([...document.querySelectorAll("[data-chart]")].map(draw));
  }
  /* From now on the chart is drawn from change(spec). */
  function redraw(name, change) {
    changes.set(name, change);
    return Promise.all([...document.querySelectorAll("[data-chart]")].filter((p) => p.dataset.chart === name).map(draw));
  }

  /* Sets a parameter of a chart that is drawn, without drawing it anew. */
  function set(name, parameter, value) {
    for (const [host, { result }] of drawn) if (host.dataset.chart === name) result?.view.signal(parameter, value).run();
  }

  /* A table that sorts. columns: [{key, head, number?, cell(row) -> content, value(row) -> number|string|null}].
     Undefined values stand last in either direction. onSort hears of every change of the order. */
  function sortable({ caption, columns, rows, sort, rowClass, head = 0, onSort }) {
    let { key, descending } = sort ?? { key: null, descending: true };
    const body = el("tbody");
    const collator = new Intl.Collator(language);
    function order(one, other) {
      const column = columns.find((c) => c.key === key);
      if (!column) return 0;
      const [a, b] = [column.value(one), column.value(other)];
      const [lacks, lacked] = [a === null || a === undefined, b === null || b === undefined];
      if (lacks || lacked) return lacks - lacked;
      const sign = descending ? -1 : 1;
      return sign * (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b)));
    }
    function fill() {
      body.replaceChildren(...[...rows].sort(order).map((row) => el("tr", { class: rowClass?.(row) },
        columns.map((c, number) => el(number === head ? "th" : "td", { class: c.number ? "number" : null, scope: number === head ? "row" : null }, c.cell(row))))));
      for (const c of columns) c.th.setAttribute("aria-sort", c.key === key ? (descending ? "descending" : "ascending") : "none");
    }
    columns = columns.map((c) => {
      if (!c.value) return { ...c, th: el("th", { scope: "col", class: c.number ? "number" : null }, c.head) };
      const button = el("button", { class: "sort", type: "button" }, c.head);
      if (c.means) explain(button, c.means);
      const th = el("th", { scope: "col", class: c.number ? "number" : null, "aria-sort": "none" }, button);
      button.addEventListener("click", () => {
        descending = c.key === key ? !descending : Boolean(c.number);
        key = c.key;
        fill();
        onSort?.({ key, descending });
      });
      return { ...c, th };
    });
    const table = el("table", {}, caption ? el("caption", {}, caption) : null, el("thead", {}, el("tr", {}, columns.map((c) => c.th))), body);
    fill();
    return wide(caption ?? "", table);
  }

  /* A region that scrolls sideways where its content is wider. Where it is, its classes say on which side more stands
     (`before`, `beyond`), and that it is `clipped` at all, whatever the place that it is scrolled to. */
  function wide(label, ...content) {
    const region = el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, ...content);
    function look() {
      const hidden = region.scrollWidth - region.clientWidth;
      region.classList.toggle("clipped", hidden > 1);
      region.classList.toggle("before", hidden > 1 && region.scrollLeft > 1);
      region.classList.toggle("beyond", hidden > 1 && region.scrollLeft < hidden - 1);
    }
    region.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    for (const watched of [region, ...region.children]) observer.observe(watched);
    return region;
  }

  function start() {
    const languages = document.getElementById("language");
    const wanted = (kept.get("language") ?? (all.language || navigator.language || "en")).slice(0, 2);
    language = wanted in all.words ? wanted : "en";
    languages.value = language;
    languages.addEventListener("change", () => { language = languages.value; kept.set("language", language); say(); });
    const theme = document.getElementById("theme");
    theme.value = kept.get("theme") ?? "auto";
    if (!theme.value) theme.value = "auto";
    theme.addEventListener("change", () => { kept.set("theme", theme.value); repaint(); });
    systemDark.addEventListener("change", repaint);
    paint();
    say();
  }

  return {
    data: all.page, t, el, dash, percent, number, interval, rate, signed, address, term, sortable, wide, redraw, set, drawAll, start,
    get language() { return language; },
    /* Called now with every change of language; a page's script registers what it has to draw again. */
    onLanguage(listener) { listeners.push(listener); },
  };
})();
